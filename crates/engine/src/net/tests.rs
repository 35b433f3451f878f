//! The net against a slow twin, against its reference in NumPy, and against itself without AVX2.

use super::direct_twin::{self, Answers};
use super::inputs::{InputReader, Inputs, MAX_POINTS, PLANES, Plane, Situation, Symmetry};
use super::net_file::{Header, NetFile};
use super::{Evaluation, Network, Scratch};
use sgmp_board::rng::Rng;
use sgmp_board::rules::{Board, BoardSize, Color, Komi, Rules};

/// Bytes of a packed plane in a file of vectors.
const PLANE_BYTES: usize = 46;

/// A number between -1 and 1.
fn number(rng: &mut Rng) -> f32 {
    rng.below(20_001) as f32 / 10_000.0 - 1.0
}

/// A net whose weights keep activations near 1.
fn random_net(header: Header, rng: &mut Rng) -> NetFile<'static> {
    NetFile::made_up(header, |name, dimensions| {
        let is_pooled = name.ends_with(".gp") && name.starts_with('b');
        if is_pooled && name.as_bytes()[1].is_multiple_of(2) {
            return Vec::new();
        }
        let length: u32 = dimensions.iter().product();
        let inputs: u32 = dimensions[1..].iter().product();
        let scale = (2.0 / inputs as f32).sqrt();
        (0..length).map(|_| number(rng) * scale).collect()
    })
}

/// Planes of random bits, also beyond the board, where they have to mean nothing.
fn random_inputs(size: u8, rng: &mut Rng) -> Inputs {
    let mut planes = [Plane::EMPTY; PLANES];
    for word in planes.iter_mut().flat_map(|plane| &mut plane.0) {
        *word = rng.next_u64() & rng.next_u64();
    }
    let globals = std::array::from_fn(|_| number(rng));
    Inputs {
        size,
        planes,
        globals,
    }
}

/// Greatest difference of two rows of numbers.
fn distance(left: &[f32], right: &[f32]) -> f32 {
    assert_eq!(left.len(), right.len());
    let differences = left
        .iter()
        .zip(right)
        .map(|(left, right)| (left - right).abs());
    differences.fold(0.0, f32::max)
}

fn assert_near(evaluation: &Evaluation, answers: &Answers, context: &str) {
    let near = |name: &str, found: &[f32], expected: &[f32], most: f32| {
        let distance = distance(found, expected);
        assert!(distance <= most, "{context}: {name} differs by {distance}");
    };
    let chances = answers.value.map(f32::exp);
    let win = chances[0] / (chances[0] + chances[1]);
    near("policy", evaluation.policy(), &answers.policy, 1e-3);
    near("value", &evaluation.value, &answers.value, 1e-3);
    near("win", &[evaluation.win], &[win], 1e-4);
    near("score", &[evaluation.score], &[answers.score], 1e-3);
    near(
        "ownership",
        evaluation.ownership(),
        &answers.ownership,
        1e-4,
    );
}

#[test]
fn agrees_with_a_slow_twin_on_every_size() {
    let mut rng = Rng::from_seed(38);
    let mut scratch = Scratch::default();
    let sizes = [(4, 16, 16), (2, 48, 32), (3, 96, 48)];
    for (blocks, channels, width) in sizes {
        let header = Header {
            blocks,
            channels,
            policy: width,
            pooled: 32,
            value: width,
            hidden: 64,
        };
        let file = random_net(header, &mut rng);
        let network = Network::new(&file);
        let lines: &[u8] = if channels == 16 {
            &[2, 5, 7, 8, 9, 10, 11, 12, 13, 14, 17, 19]
        } else {
            &[7, 9, 13, 19]
        };
        for &size in lines {
            let inputs = random_inputs(size, &mut rng);
            let evaluation = network.evaluate(&inputs, &mut scratch);
            let context = format!("{blocks} blocks of {channels} on {size} lines");
            assert_near(
                &evaluation,
                &direct_twin::evaluate(&file, &inputs),
                &context,
            );
        }
    }
}

#[test]
fn has_the_same_bits_without_special_instructions() {
    let mut rng = Rng::from_seed(39);
    let header = Header {
        blocks: 2,
        channels: 64,
        policy: 32,
        pooled: 32,
        value: 32,
        hidden: 64,
    };
    let file = random_net(header, &mut rng);
    let (network, portable) = (Network::new(&file), Network::new(&file).portable());
    let (mut scratch, mut other) = (Scratch::default(), Scratch::default());
    for size in [7, 9, 13, 19, 9] {
        let inputs = random_inputs(size, &mut rng);
        let evaluation = network.evaluate(&inputs, &mut scratch);
        let again = network.evaluate(&inputs, &mut scratch);
        let portable = portable.evaluate(&inputs, &mut other);
        assert_eq!(bits(&evaluation), bits(&again), "{size} lines, twice");
        assert_eq!(bits(&evaluation), bits(&portable), "{size} lines, portable");
    }
}

fn bits(evaluation: &Evaluation) -> Vec<u32> {
    let Evaluation {
        value, win, score, ..
    } = evaluation;
    let rows = [
        evaluation.policy(),
        evaluation.ownership(),
        value,
        &[*win, *score],
    ];
    rows.concat().into_iter().map(f32::to_bits).collect()
}

/// The reader of the vectors in `fixtures/net`; the README there has their form.
struct Vectors<'a>(&'a [u8]);

impl Vectors<'_> {
    fn number(&mut self) -> u32 {
        let (number, rest) = self.0.split_first_chunk().expect("four bytes");
        self.0 = rest;
        u32::from_le_bytes(*number)
    }

    fn numbers(&mut self, count: usize) -> Vec<f32> {
        (0..count).map(|_| f32::from_bits(self.number())).collect()
    }

    fn position(&mut self) -> (Inputs, Answers) {
        let size = self.number();
        let points = (size * size) as usize;
        let _moves = self.number();
        let inputs = Inputs {
            size: size as u8,
            planes: self.planes(),
            globals: self.numbers(4).try_into().expect("four globals"),
        };
        let answers = Answers {
            policy: self.numbers(points + 1),
            value: self.numbers(2).try_into().expect("two logits"),
            score: self.numbers(1)[0],
            ownership: self.numbers(points),
        };
        (inputs, answers)
    }

    fn planes(&mut self) -> [Plane; PLANES] {
        let mut planes = [Plane::EMPTY; PLANES];
        for plane in &mut planes {
            let (bytes, rest) = self.0.split_at(PLANE_BYTES);
            self.0 = rest;
            for point in 0..MAX_POINTS {
                let bit = bytes[point / 8] >> (point % 8) & 1;
                plane.0[point / 64] |= u64::from(bit) << (point % 64);
            }
        }
        planes
    }
}

#[test]
fn the_embedded_net_is_named_after_its_teacher() {
    let note = Network::embedded().note();
    assert!(note.contains("taught by the public KataGo network g170-b6c96"));
}

#[test]
fn a_net_from_a_file_agrees_with_its_reference() {
    let network =
        Network::read(include_bytes!("../../../../fixtures/net/student-6x64.net")).expect("a net");
    assert_agrees(
        &network,
        include_bytes!("../../../../fixtures/net/vectors-6x64.bin"),
        32,
    );
}

/// All sizes, with kos, passes and handicap stones.
#[test]
fn the_embedded_net_agrees_with_its_reference_on_drawn_positions() {
    let vectors = include_bytes!("../../../../fixtures/net/drawn-vectors.bin");
    assert_agrees(Network::embedded(), vectors, 33);
}

fn assert_agrees(network: &Network, file: &[u8], positions: u32) {
    let mut vectors = Vectors(file);
    let magic = [vectors.number(), vectors.number()];
    assert_eq!(magic, [0x504D_4753, 0x3130_5654]);
    assert_eq!(vectors.number(), 1);
    assert_eq!(vectors.number(), positions);
    let mut scratch = Scratch::default();
    for number in 0..positions {
        let (inputs, expected) = vectors.position();
        let evaluation = network.evaluate(&inputs, &mut scratch);
        let context = format!("vector {number} on {} lines", inputs.size);
        assert_near(&evaluation, &expected, &context);
    }
    assert_eq!(vectors.0.len(), 4, "the checksum is left");
}

#[test]
fn all_ways_of_an_empty_board_agree() {
    let network = Network::embedded();
    let mut scratch = Scratch::default();
    let size = BoardSize::new(9).expect("a size");
    let board = Board::new(size);
    let situation = Situation::at_start(&board, Color::Black, Komi::default(), Rules::Japanese);
    let inputs = InputReader::new().read(&board, &situation);
    let mean = network.evaluate_all_ways(&inputs, &mut scratch);
    for symmetry in Symmetry::ALL {
        for index in 0..81 {
            let there = symmetry.index(index, 9);
            let difference = mean.policy()[index] - mean.policy()[there];
            assert!(difference.abs() < 1e-4, "{index} {there} {difference}");
        }
    }
    let plain = network.evaluate(&inputs, &mut scratch);
    assert!((plain.win - mean.win).abs() < 0.1);
}
