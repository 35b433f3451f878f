//! Normal deviates, and the two functions that they need, of additions, multiplications, divisions and
//! square roots alone: the same bits on every machine.

use std::sync::LazyLock;

use sgmp_board::rng::Rng;

/// Layers of the ziggurat.
const LAYERS: usize = 256;
/// Where the tail begins, and the area of each layer (Marsaglia and Tsang 2000, for 256 layers).
const TAIL: f64 = 3.654_152_885_361_009;
const AREA: f64 = 0.004_928_673_233_997_087;

/// Right ends of the layers, and the density there.
struct Ziggurat {
    x: [f64; LAYERS + 1],
    f: [f64; LAYERS + 1],
}

static ZIGGURAT: LazyLock<Ziggurat> = LazyLock::new(|| {
    let mut x = [0.0; LAYERS + 1];
    x[0] = AREA / density(TAIL);
    x[1] = TAIL;
    for i in 2..LAYERS {
        x[i] = (-2.0 * ln(AREA / x[i - 1] + density(x[i - 1]))).sqrt();
    }
    Ziggurat {
        f: x.map(density),
        x,
    }
});

/// The normal density, but for its factor.
fn density(x: f64) -> f64 {
    exp(-0.5 * x * x)
}

/// A number from 0 up to but not including 1.
fn unit(rng: &mut Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 * (1.0 / (1_u64 << 53) as f64)
}

/// A number above 0, at most 1.
fn above_zero(rng: &mut Rng) -> f64 {
    1.0 - unit(rng)
}

/// A standard normal deviate.
pub(super) fn normal(rng: &mut Rng) -> f64 {
    let table = &*ZIGGURAT;
    loop {
        let bits = rng.next_u64();
        let layer = (bits & 0xff) as usize;
        let sign = if bits & 0x100 == 0 { 1.0 } else { -1.0 };
        let x = (bits >> 11) as f64 * (1.0 / (1_u64 << 53) as f64) * table.x[layer];
        if x < table.x[layer + 1] {
            return sign * x;
        }
        if layer == 0 {
            return sign * tail(rng);
        }
        let height = table.f[layer + 1] - table.f[layer];
        if table.f[layer] + unit(rng) * height < density(x) {
            return sign * x;
        }
    }
}

/// A deviate beyond the last layer (Marsaglia 1964).
fn tail(rng: &mut Rng) -> f64 {
    loop {
        let x = -ln(above_zero(rng)) / TAIL;
        let y = -ln(above_zero(rng));
        if y + y > x * x {
            return TAIL + x;
        }
    }
}

/// A number of mean 0 and the spread of a standard normal deviate, all of its range equally likely.
pub(super) fn uniform(rng: &mut Rng) -> f64 {
    (unit(rng) - 0.5) * 12.0_f64.sqrt()
}

/// e to a power, to eleven digits.
pub(super) fn exp(x: f64) -> f64 {
    const LN_2_HIGH: f64 = 0.693_145_751_953_125;
    const LN_2_LOW: f64 = 1.428_606_820_309_417_2e-6;
    let x = x.clamp(-700.0, 700.0);
    let power = (x * std::f64::consts::LOG2_E + 0.5).floor();
    let rest = x - power * LN_2_HIGH - power * LN_2_LOW;
    // Taylor's series: the rest is at most 0.35.
    let mut sum = 1.0;
    for term in (1..=10).rev() {
        sum = 1.0 + sum * rest * INVERSE[term];
    }
    sum * f64::from_bits(((1023 + power as i64) as u64) << 52)
}

/// 1 / n.
const INVERSE: [f64; 11] = {
    let mut all = [0.0; 11];
    let mut n = 1;
    while n < all.len() {
        all[n] = 1.0 / n as f64;
        n += 1;
    }
    all
};

/// The natural logarithm of a positive number.
pub(super) fn ln(x: f64) -> f64 {
    let x = x.max(f64::MIN_POSITIVE);
    let bits = x.to_bits();
    let mut power = (bits >> 52) as i64 - 1023;
    let mut mantissa = f64::from_bits(bits & ((1 << 52) - 1) | 1023 << 52);
    if mantissa > std::f64::consts::SQRT_2 {
        mantissa *= 0.5;
        power += 1;
    }
    // ln m = 2 artanh ((m - 1) / (m + 1)).
    let s = (mantissa - 1.0) / (mantissa + 1.0);
    let square = s * s;
    let mut sum = 0.0;
    for term in (0..11).rev() {
        sum = sum * square + 1.0 / (2 * term + 1) as f64;
    }
    power as f64 * std::f64::consts::LN_2 + 2.0 * s * sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_functions_are_close_to_those_of_std() {
        for step in -4000..4000 {
            let x = f64::from(step) / 100.0;
            assert!((exp(x) / x.exp() - 1.0).abs() < 1e-10, "{x}");
            let y = x.exp();
            assert!((ln(y) - y.ln()).abs() < 1e-13 * (1.0 + y.ln().abs()), "{y}");
        }
        assert_eq!((exp(0.0), ln(1.0)), (1.0, 0.0));
    }

    #[test]
    fn deviates_have_the_moments_and_tails_of_the_normal_law() {
        let mut rng = Rng::from_seed(1);
        let count = 400_000;
        let all: Vec<f64> = (0..count).map(|_| normal(&mut rng)).collect();
        let moment = |power| all.iter().map(|x| x.powi(power)).sum::<f64>() / f64::from(count);
        assert!(moment(1).abs() < 0.01);
        assert!((moment(2) - 1.0).abs() < 0.01);
        assert!(moment(3).abs() < 0.03);
        assert!((moment(4) - 3.0).abs() < 0.06);
        let beyond = |bound: f64| all.iter().filter(|x| x.abs() > bound).count() as f64;
        for (bound, share) in [(1.0, 0.317_31), (2.0, 0.045_5), (3.7, 0.000_215_7)] {
            let expected = share * f64::from(count);
            assert!(
                (beyond(bound) - expected).abs() < 4.0 * expected.sqrt(),
                "{bound}"
            );
        }
        let square = |_| uniform(&mut rng).powi(2);
        assert!(((0..count).map(square).sum::<f64>() / f64::from(count) - 1.0).abs() < 0.01);
    }

    #[test]
    fn the_bits_are_these_on_every_machine() {
        let mut rng = Rng::from_seed(7);
        let drawn: Vec<u64> = (0..4).map(|_| normal(&mut rng).to_bits()).collect();
        assert_eq!(
            drawn,
            [
                0xbfbd_1c83_1fa4_8f1c,
                0x3fdc_c2a0_88e4_ad5b,
                0x3ff2_bb98_751c_4172,
                0xbfec_3692_b9c9_fddb
            ]
        );
        let functions = [exp(1.5), exp(-20.25), ln(3.0)].map(f64::to_bits);
        assert_eq!(
            functions,
            [
                0x4011_ed3f_e64f_c541,
                0x3e1b_93de_1e27_ca3b,
                0x3ff1_93ea_7aad_030a
            ]
        );
    }
}
