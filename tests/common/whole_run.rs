//! Samples of large corpora: a part in every run of the tests, the whole by hand.

/// Each item at so many steps from the one before; all of them where `SGMP_WHOLE` is set (TESTING.md, "By hand").
pub(crate) fn sample<T>(items: impl IntoIterator<Item = T>, steps: usize) -> Vec<T> {
    let steps = match std::env::var_os("SGMP_WHOLE") {
        Some(_) => 1,
        None => steps,
    };
    items.into_iter().step_by(steps).collect()
}
