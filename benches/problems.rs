//! Time of the problems of `fixtures/problems`: `cargo bench --bench problems`.
//!
//! The time is that of all questions of a kind in turn on one core; divided by their number, which
//! "elem/s" tells, it is that of one. The description that says who lives around a group counts.

#[allow(dead_code, reason = "only asked, not judged")]
#[path = "../tests/knowledge/problems/reader.rs"]
mod reader;

use std::collections::BTreeMap;
use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};

use reader::{Problem, problems};
use sgmp_knowledge::reading::Tactician;

fn kinds(criterion: &mut Criterion) {
    let mut kinds: BTreeMap<String, Vec<Problem>> = BTreeMap::new();
    for problem in problems() {
        kinds.entry(problem.kind.clone()).or_default().push(problem);
    }
    let mut tactician = Tactician::new();
    let mut group = criterion.benchmark_group("problems");
    group.sample_size(10);
    for (kind, problems) in kinds {
        let questions: usize = problems.iter().map(|problem| problem.questions.len()).sum();
        group.throughput(Throughput::Elements(questions as u64));
        group.bench_function(kind, |bencher| {
            bencher.iter(|| {
                for problem in &problems {
                    for question in &problem.questions {
                        black_box(question.ask(&mut tactician, &problem.board));
                    }
                }
            });
        });
    }
    group.finish();
}

criterion_group!(benches, kinds);
criterion_main!(benches);
