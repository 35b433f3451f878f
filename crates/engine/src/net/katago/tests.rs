//! Nets in KataGo's form: read, refused, and compared with plain sums.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use proptest::prelude::*;

use super::katago_twin::MadeUp;
use super::{KatagoError, KatagoEvaluation, KatagoNetwork, KatagoScratch};
use crate::net::inputs::{Plane, TEACHER_PLANES, TeacherInputs};
use sgmp_board::rng::Rng;

/// Planes of random bits, also beyond the board, where they have to mean nothing.
fn random_inputs(size: u8, rng: &mut Rng) -> TeacherInputs {
    let mut planes = [Plane::EMPTY; TEACHER_PLANES];
    for word in planes.iter_mut().flat_map(|plane| &mut plane.0) {
        *word = rng.next_u64() & rng.next_u64();
    }
    let globals = std::array::from_fn(|_| rng.below(2_001) as f32 / 1_000.0 - 1.0);
    TeacherInputs {
        size,
        planes,
        globals,
    }
}

fn assert_near(name: &str, found: &[f32], expected: &[f32]) {
    assert_eq!(found.len(), expected.len(), "{name}");
    for (found, expected) in found.iter().zip(expected) {
        assert!(
            (found - expected).abs() < 1e-3,
            "{name}: {found} in place of {expected}"
        );
    }
}

#[test]
fn agrees_with_plain_sums_over_the_arrays_of_the_file() {
    let file = MadeUp::new(8);
    let network = KatagoNetwork::read(&file.bytes).expect("a net");
    assert_eq!(network.name(), "made-up");
    let mut rng = Rng::from_seed(9);
    let mut scratch = KatagoScratch::default();
    for size in [7, 9, 13, 19, 8] {
        let inputs = random_inputs(size, &mut rng);
        let found = network.evaluate(&inputs, &mut scratch);
        let expected = file.evaluate(&inputs);
        assert_near("policy", found.evaluation.policy(), &expected.policy);
        assert_near(
            "ownership",
            found.evaluation.ownership(),
            &expected.ownership,
        );
        let parts: Vec<f32> = expected.value.iter().map(|logit| logit.exp()).collect();
        let sum: f32 = parts.iter().sum();
        let chances: Vec<f32> = parts.iter().map(|part| part / sum).collect();
        assert_near(
            "chances",
            &[found.evaluation.win, found.loss, found.no_result],
            &chances,
        );
        let unit = 20.0 * (1.0 - chances[2]);
        let [mean, _, lead, _] = expected.score[..] else {
            panic!("four numbers")
        };
        assert_near(
            "score",
            &[found.evaluation.score, found.evaluation.lead],
            &[mean * unit, lead * unit],
        );
    }
}

#[test]
fn has_the_same_bits_without_special_instructions() {
    let file = MadeUp::new(10);
    let network = KatagoNetwork::read(&file.bytes).expect("a net");
    let portable = KatagoNetwork::read(&file.bytes).expect("a net").portable();
    let mut rng = Rng::from_seed(11);
    let [mut scratch, mut other] = [KatagoScratch::default(), KatagoScratch::default()];
    for size in [19, 9] {
        let inputs = random_inputs(size, &mut rng);
        let found = bits(&network.evaluate(&inputs, &mut scratch));
        assert_eq!(
            found,
            bits(&portable.evaluate(&inputs, &mut other)),
            "{size} lines"
        );
    }
}

fn bits(answer: &KatagoEvaluation) -> Vec<u32> {
    let KatagoEvaluation {
        evaluation,
        loss,
        no_result,
    } = answer;
    let numbers = [
        evaluation.win,
        evaluation.score,
        evaluation.lead,
        *loss,
        *no_result,
    ];
    let rows = [evaluation.policy(), evaluation.ownership(), &numbers];
    rows.concat().into_iter().map(f32::to_bits).collect()
}

fn compressed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}

fn refusal(bytes: &[u8]) -> String {
    KatagoNetwork::read(bytes)
        .err()
        .expect("a refusal")
        .to_string()
}

#[test]
fn compressed_files_are_read_and_damage_is_told() {
    let bytes = compressed(&MadeUp::new(12).bytes);
    assert!(KatagoNetwork::read(&bytes).is_ok());
    let cut = KatagoNetwork::read(&bytes[..bytes.len() / 2]).err();
    assert_eq!(cut, Some(KatagoError::Damaged));
}

#[test]
fn refusals_name_the_layer() {
    let bytes = MadeUp::new(13).bytes;
    let with = |from: &str, to: &str| {
        let place = bytes
            .windows(from.len())
            .position(|window| window == from.as_bytes());
        let place = place.expect("the words");
        [&bytes[..place], to.as_bytes(), &bytes[place + from.len()..]].concat()
    };
    assert_eq!(
        refusal(&with("made-up 8", "made-up 11")),
        "the net has model version 11; of KataGo's nets those of version 8 are read (those named g170 of 2020): \
         newer ones, also those with nested blocks or transformers, are not"
    );
    assert_eq!(
        refusal(&with("trunk 2 32", "trunk 2 40")),
        "the net's layer \"trunk\" has 40 channels; a multiple of 16 up to 1024 expected"
    );
    assert_eq!(
        refusal(&with("ordinary_block", "nested_block")),
        "the net has a block of the kind \"nested_block\"; only plain residual blocks are read (\"ordinary_block\" and \
         \"gpool_block\")"
    );
    assert_eq!(
        refusal(&with("matmul 19 32", "matmul 18 32")),
        "the net's layer \"matmul\" has 18 inputs; 19 expected"
    );
    assert_eq!(
        refusal(&bytes[..bytes.len() - 2]),
        "the net cannot be read from the layer \"conv\" on: an array of its length is missing there"
    );
    assert!(refusal(&[&bytes[..], b"more"].concat()).contains("the end of the file is missing"));
    assert!(refusal(b"").contains("a word is missing"));
}

proptest! {
    #[test]
    fn no_bytes_make_it_panic(
        place in 0_usize..400,
        noise in prop::collection::vec(any::<u8>(), 1..12),
        text in "[a-z0-9 @BIN\n]{0,80}",
    ) {
        let mut bytes = MadeUp::new(14).bytes;
        bytes[place..place + noise.len()].copy_from_slice(&noise);
        let _read = KatagoNetwork::read(&bytes);
        let _read = KatagoNetwork::read(&bytes[..place]);
        let _read = KatagoNetwork::read(&[&[0x1F, 0x8B][..], &noise].concat());
        let _read = KatagoNetwork::read(text.as_bytes());
        let _read = KatagoNetwork::read(format!("made-up 8 22 19 trunk 1 16 16 16 1 16 {text}").as_bytes());
    }
}
