//! "Why not?" over all problems: every wrong first move is refuted by a line that the reader confirms, and every move
//! that is stored as right is accepted. Measured by hand:
//! `cargo test --test knowledge -- problems --ignored --nocapture` ([docs](../../../docs/measurements/why-not.md)).

use super::reader::{Problem, Question, problems};
use sgmp_advice::review::{Aim, AimReader, AimedPosition, Refutation};
use sgmp_board::rules::{Board, Game, Komi, Move, Point};
use sgmp_engine::engine::NetChoice;
use sgmp_engine::net::inputs::Symmetry;

/// As far as every question is read.
const LEVEL: u8 = 10;
/// Steps from the stones that are the space of a problem.
const SPACE_STEPS: usize = 4;
/// Likely moves outside that are tried.
const OUTSIDE: usize = 10;

#[derive(Debug, Default)]
struct Tally {
    problems: u32,
    questions: u32,
    /// Questions that the reader answers otherwise when it reads further.
    disputed: u32,
    first_moves: u32,
    accepted: u32,
    /// Moves that are shown not to work, and those of them whose line the reader confirms at its end.
    wrong: u32,
    refuted: u32,
    /// Moves of which the reader's budget says nothing, and those of them whose line it confirms.
    unproven: u32,
    unproven_shown: u32,
    stored: u32,
    stored_accepted: u32,
}

fn aim(question: &Question) -> Option<Aim> {
    let verb = match question.verb.as_str() {
        "attack" => "capture",
        "defend" => "save",
        "owl_attack" => "kill",
        "owl_defend" => "live",
        "connect" => "connect",
        _ => "cut",
    };
    let stones: Vec<String> = question.stones.iter().map(ToString::to_string).collect();
    format!("{verb} {}", stones.join(" ")).parse().ok()
}

/// The empty points near the stones.
fn space(board: &Board, aim: Aim) -> Vec<Point> {
    let mut reached: Vec<Point> = board.string(aim.stone()).collect();
    reached.extend(
        aim.second_stone()
            .into_iter()
            .flat_map(|stone| board.string(stone)),
    );
    for _ in 0..SPACE_STEPS {
        let next: Vec<Point> = reached
            .iter()
            .flat_map(|point| board.neighbors(*point))
            .collect();
        reached.extend(next);
        reached.sort_unstable();
        reached.dedup();
    }
    reached.retain(|point| board.is_empty(*point));
    reached
}

/// The moves that the net finds likeliest, but for some.
fn likely(position: &AimedPosition, but: &[Point]) -> Vec<Point> {
    let board = position.board();
    let outside = |point: &Point| !but.contains(point);
    let lines = board.size().lines();
    if lines < NetChoice::MIN_LINES {
        let empty = board.empty_points().iter().copied().filter(outside);
        return empty.take(OUTSIDE).collect();
    }
    let game = Game::from_position(board.clone(), position.side(), Komi::default());
    let judgment = NetChoice::embedded().judge(&game, position.side(), Symmetry::ALL[0]);
    let places = (0..lines)
        .rev()
        .flat_map(|row| (0..lines).map(move |column| (column, row)));
    let mut known: Vec<(f32, Point)> = places
        .zip(judgment.policy)
        .filter_map(|((column, row), chance)| Some((chance?, Point::new(column, row)?)))
        .filter(|(_, point)| outside(point))
        .collect();
    known.sort_by(|a, b| b.0.total_cmp(&a.0));
    known
        .into_iter()
        .take(OUTSIDE)
        .map(|(_, point)| point)
        .collect()
}

fn measure(problem: &Problem, question: &Question, tally: &mut Tally) {
    let Some(aim) = aim(question).filter(|_| question.code > 0) else {
        return;
    };
    let mut reader = AimReader::for_level(LEVEL);
    let position = reader.pose(&problem.board, aim).expect("stones");
    tally.questions += 1;
    if position.answer().result.code() != question.code {
        tally.disputed += 1;
        println!(
            "{}: {}: {aim}: {:?}",
            problem.kind,
            problem.name,
            position.answer().result
        );
        return;
    }
    let board = &problem.board;
    for name in &question.moves {
        let mv = Point::parse(name).map_or(Move::Pass, Move::Play);
        tally.stored += 1;
        let trial = reader.try_move(&position, board, mv).expect("a legal move");
        let is_accepted = position.accepts(&trial);
        tally.stored_accepted += u32::from(is_accepted);
        if !is_accepted {
            println!(
                "{}: {}: {aim}: {mv} is stored: {trial:?}",
                problem.kind, problem.name
            );
        }
    }
    if position.answer().mv == Some(Move::Pass) {
        return;
    }
    let mut moves = space(board, aim);
    moves.extend(likely(&position, &moves));
    for point in moves {
        let Ok(trial) = reader.try_move(&position, board, Move::Play(point)) else {
            continue;
        };
        tally.first_moves += 1;
        if position.accepts(&trial) {
            tally.accepted += 1;
            continue;
        }
        let told = Refutation::new(&mut reader, &position, board, &trial);
        let is_shown = reader.confirms(&position, board, &trial, &told.line);
        if trial.is_complete {
            tally.wrong += 1;
            tally.refuted += u32::from(is_shown);
        } else {
            tally.unproven += 1;
            tally.unproven_shown += u32::from(is_shown);
        }
        if !is_shown && trial.is_complete {
            println!(
                "{}: {}: {aim}: {point}: {}",
                problem.kind,
                problem.name,
                told.line_in_words()
            );
        }
    }
}

#[test]
#[ignore = "a measurement of minutes"]
fn refutations_of_wrong_first_moves() {
    for folder in ["tactics/", "life/"] {
        let mut tally = Tally::default();
        for problem in problems()
            .iter()
            .filter(|problem| problem.kind.starts_with(folder))
        {
            tally.problems += 1;
            for question in &problem.questions {
                measure(problem, question, &mut tally);
            }
        }
        println!("{folder} {tally:#?}");
        assert!(100 * tally.refuted >= 99 * tally.wrong);
    }
}
