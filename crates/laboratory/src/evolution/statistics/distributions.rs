//! Tails of the normal law and of Student's.

/// The share of a normal law that lies further from 0 than `z`, to both sides.
pub(super) fn normal_two_sided(z: f64) -> f64 {
    // Student's law with very many degrees of freedom, to four digits.
    student_two_sided(z, 1e7)
}

/// The share of Student's law that lies further from 0 than `t`, to both sides.
pub(super) fn student_two_sided(t: f64, freedom: f64) -> f64 {
    beta(freedom / (freedom + t * t), freedom / 2.0, 0.5)
}

/// The bound that Student's law exceeds with this chance, to both sides together.
pub(super) fn student_bound(chance: f64, freedom: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1000.0);
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if student_two_sided(middle, freedom) > chance {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

/// The regularized incomplete beta function, by its continued fraction (Lentz).
fn beta(x: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 || x >= 1.0 {
        return x.clamp(0.0, 1.0);
    }
    let front =
        (ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b) + a * x.ln() + b * (1.0 - x).ln()).exp();
    if x < (a + 1.0) / (a + b + 2.0) {
        front * fraction(x, a, b) / a
    } else {
        1.0 - front * fraction(1.0 - x, b, a) / b
    }
}

fn fraction(x: f64, a: f64, b: f64) -> f64 {
    const TINY: f64 = 1e-300;
    let away = |value: f64| if value.abs() < TINY { TINY } else { value };
    let mut c = 1.0;
    let mut d = 1.0 / away(1.0 - (a + b) * x / (a + 1.0));
    let mut all = d;
    for step in 1..1000 {
        let m = f64::from(step);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        for term in [even, odd] {
            d = 1.0 / away(1.0 + term * d);
            c = away(1.0 + term / c);
            all *= c * d;
        }
        if (c * d - 1.0).abs() < 1e-14 {
            break;
        }
    }
    all
}

/// The logarithm of the gamma function (Lanczos, g = 7).
fn ln_gamma(x: f64) -> f64 {
    const TERMS: [f64; 8] = [
        676.520_368_121_885_1,
        -1_259.139_216_722_402_8,
        771.323_428_777_653_1,
        -176.615_029_162_140_6,
        12.507_343_278_686_905,
        -0.138_571_095_265_720_12,
        9.984_369_578_019_572e-6,
        1.505_632_735_149_311_6e-7,
    ];
    let x = x - 1.0;
    let terms = TERMS.iter().zip(1..);
    let sum: f64 = terms
        .map(|(term, place)| term / (x + f64::from(place)))
        .sum();
    let t = x + 7.5;
    0.5 * std::f64::consts::TAU.ln() + (x + 0.5) * t.ln() - t + (0.999_999_999_999_809_9 + sum).ln()
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
        assert!((student_bound(0.05, 19.0) - 2.093).abs() < 1e-3);
        assert!((ln_gamma(10.0) - 362_880_f64.ln()).abs() < 1e-10);
    }
}
