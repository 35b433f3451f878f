//! Guarantees of the fit of beliefs.

use super::*;
use crate::learning::playouts::tests::positions;
use sgmp_knowledge::analysis::OutcomeModel;

#[test]
fn learning_lessens_all_errors_and_does_not_depend_on_threads() {
    let positions = positions();
    let settings = |jobs| BeliefsSettings {
        rounds: 1,
        steps: 60,
        rate: 0.1,
        jobs,
    };
    let learned = learn(&positions, &settings(1), &|| ());
    assert_eq!(learned, learn(&positions, &settings(2), &|| ()));
    let before = Report::new(&positions, &OutcomeModel::default(), 2, &|| ());
    let after = Report::new(&positions, &learned, 2, &|| ());
    let told = format!("{before} before, {after} after");
    assert!(after.points < 0.8 * before.points, "{told}");
    assert!(after.life < 0.8 * before.life, "{told}");
    let groups = |report: &Report| report.rows.iter().map(|row| row.groups).sum::<usize>();
    assert_eq!(
        before.rows[5].groups,
        groups(&before),
        "all chances are even"
    );
    assert!(
        after
            .rows
            .iter()
            .all(|row| (0.0..=1.0).contains(&row.lived))
    );
}
