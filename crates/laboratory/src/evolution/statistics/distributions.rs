//! Tails of the normal law and of Student's.

use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

/// The share of a normal law that lies further from 0 than `z`, to both sides.
pub(super) fn normal_two_sided(z: f64) -> f64 {
    2.0 * Normal::standard().sf(z.abs())
}

/// The share of Student's law that lies further from 0 than `t`, to both sides. `freedom` is more than 0.
pub(super) fn student_two_sided(t: f64, freedom: f64) -> f64 {
    2.0 * student(freedom).sf(t.abs())
}

fn student(freedom: f64) -> StudentsT {
    StudentsT::new(0.0, 1.0, freedom).unwrap_or_else(|error| unreachable!("{freedom}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tails_are_those_of_the_tables() {
        for (t, freedom, tail) in [
            (2.228, 10.0, 0.05),
            (3.169, 10.0, 0.01),
            (12.706, 1.0, 0.05),
            (0.0, 5.0, 1.0),
        ] {
            assert!((student_two_sided(t, freedom) - tail).abs() < 1e-4, "{t}");
        }
        for (z, tail) in [(1.96, 0.049_996), (2.5758, 0.01), (1.0, 0.317_311)] {
            assert!((normal_two_sided(z) - tail).abs() < 1e-5, "{z}");
        }
    }
}
