//! The captured matches in the full protocol, under `fixtures/gmp`: our session, given what came,
//! sends the same bytes again.

use std::fs;
use std::path::{Path, PathBuf};

use sgmp_board::record::{read_bytes, read_sgf};
use sgmp_board::rules::{BoardSize, Color, Handicap, Move};
use sgmp_match::port::trace::{Direction, read_trace};
use sgmp_proto::{
    Agreement, Config, Dialect, Event, Frame, Instant, Message, Pace, Progress, ProposedTerms,
    Session, Vertex,
};

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/gmp")
}

/// The bytes that were on the line, replayed.
struct Replayed {
    agreement: Agreement,
    moves: Vec<(Color, Move)>,
}

fn replay(name: &str, proposed: ProposedTerms) -> Replayed {
    let bytes = fs::read(fixtures().join(format!("{name}.txt"))).expect("a trace");
    let trace = read_trace(&bytes).expect("a trace");
    let config = Config {
        pace: Pace::UNLIMITED,
        dialect: Dialect::Gmp(proposed),
        ..Config::tournament(Color::White)
    };
    let now = Instant::ZERO;
    let mut session = Session::new(config, now);
    let (mut agreement, mut moves) = (None::<Agreement>, Vec::new());
    for line in &trace.lines {
        let place = format!("{name}, line {}", line.number);
        if line.direction == Some(Direction::Read) {
            let mut rest = line.bytes.as_slice();
            while !rest.is_empty() {
                rest = &rest[session.handle_bytes(now, rest)..];
                while let Some(event) = session.poll_event() {
                    match event {
                        Event::Agreed(agreed) => agreement = Some(agreed),
                        Event::MoveOffered(color, vertex) => {
                            moves.push((color, on_board(vertex)));
                            session.accept_move(now).expect("offered");
                        }
                        Event::UndoOffered(back) => {
                            moves.truncate(moves.len() - usize::from(back));
                            let progress = progress(&moves);
                            session.accept_undo(now, progress).expect("offered");
                        }
                        Event::Stopped(stop) => panic!("{place}: {stop}"),
                        _ => {}
                    }
                }
            }
            continue;
        }
        let sent: [u8; 4] = line.bytes.as_slice().try_into().expect("a frame");
        let frame = Frame::from_bytes(sent).expect("a frame");
        if let Message::Move(mv) = frame.message()
            && session.is_our_turn()
        {
            let vertex = agreement.and_then(|agreed| mv.vertex(agreed.size));
            let vertex = vertex.expect("a point");
            session.send_move(vertex).expect("our turn");
            moves.push((mv.color(), on_board(vertex)));
        }
        let again = session.poll_transmit(now).map(|sent| sent.frame.to_bytes());
        assert_eq!(again, Some(sent), "{place}: {frame:?}");
    }
    Replayed {
        agreement: agreement.expect("an agreement"),
        moves,
    }
}

fn progress(moves: &[(Color, Move)]) -> Progress {
    let passes = moves.iter().rev();
    let passes = passes.take_while(|(_, mv)| *mv == Move::Pass).count();
    Progress {
        moves: u16::try_from(moves.len()).expect("a game"),
        passes: u8::try_from(passes).expect("a game"),
    }
}

fn on_board(vertex: Vertex) -> Move {
    match vertex {
        Vertex::Pass => Move::Pass,
        Vertex::Point { column, row } => {
            Move::Play(sgmp_board::rules::Point::new(column, row).expect("a point"))
        }
    }
}

/// The moves that the other program wrote down, without passes at the end: GNU Go sends one more
/// than it records, or records one more than it sends.
fn check(name: &str, proposed: ProposedTerms, color: Color, lines: u8, stones: u8) {
    let replayed = replay(name, proposed);
    let Agreement { size, handicap, .. } = replayed.agreement;
    assert_eq!(
        (replayed.agreement.color, size.lines(), handicap.stones()),
        (color, lines, stones)
    );
    let sgf = read_bytes(&fixtures().join(format!("{name}.sgf"))).expect("a record");
    let record = read_sgf(&sgf).expect("a record");
    let stones_of = |moves: &mut dyn Iterator<Item = (Color, Move)>| {
        let mut moves: Vec<_> = moves.collect();
        while moves.last().is_some_and(|(_, mv)| *mv == Move::Pass) {
            moves.pop();
        }
        moves
    };
    let theirs = stones_of(
        &mut record
            .moves()
            .iter()
            .map(|played| (played.color, played.mv)),
    );
    let ours = stones_of(&mut replayed.moves.into_iter());
    assert!(ours.len() > 20, "a whole game, not {} moves", ours.len());
    assert_eq!(ours, theirs);
    assert_eq!(
        record.setup().stones_of(Color::Black).count(),
        usize::from(stones),
        "the handicap"
    );
}

const NO_OPINION: ProposedTerms = ProposedTerms {
    color: None,
    size: None,
    handicap: None,
    rules: None,
};

/// The side that opens a handicap game proposes everything.
fn black(lines: u8, stones: u16) -> ProposedTerms {
    ProposedTerms {
        color: Some(Color::Black),
        size: BoardSize::new(lines),
        handicap: Handicap::new(stones),
        rules: Some(sgmp_proto::Rules::Japanese),
    }
}

#[test]
fn gnugo_as_white() {
    let proposed = ProposedTerms {
        rules: None,
        ..black(9, 1)
    };
    check("gnugo-white-9", proposed, Color::Black, 9, 0);
}

#[test]
fn gnugo_as_black_leaves_the_board_to_us() {
    let proposed = ProposedTerms {
        size: BoardSize::new(9),
        color: Some(Color::White),
        ..NO_OPINION
    };
    check("gnugo-black-9", proposed, Color::White, 9, 0);
}

#[test]
fn gnugo_as_white_gives_three_stones() {
    check("gnugo-white-9-handicap", black(9, 3), Color::Black, 9, 3);
}

#[test]
fn gnugo_as_black_takes_four_stones() {
    let proposed = ProposedTerms {
        size: BoardSize::new(9),
        handicap: Handicap::new(4),
        color: Some(Color::White),
        ..NO_OPINION
    };
    check("gnugo-black-9-handicap", proposed, Color::White, 9, 4);
}

#[test]
fn cgoban_with_us_as_white() {
    check("cgoban-white-9", NO_OPINION, Color::White, 9, 0);
}

#[test]
fn cgoban_with_us_as_black_and_two_stones() {
    check("cgoban-black-9-handicap", black(9, 2), Color::Black, 9, 2);
}

/// A person at cgoban's board goes two moves back, plays elsewhere, and does so again.
#[test]
fn cgoban_takes_back() {
    let name = "cgoban-white-9-undo";
    check(name, NO_OPINION, Color::White, 9, 0);
    let trace = fs::read_to_string(fixtures().join(format!("{name}.txt"))).expect("a trace");
    let proposed = trace.lines().filter(|line| line.contains(":UNDO(2)"));
    assert_eq!(proposed.count(), 2);
}

/// GNU Go and cgoban answer what they do not know by 0.
#[test]
fn every_question_of_the_protocol_was_asked_and_answered() {
    for (name, questions) in [
        ("gnugo-black-9", 0..=12),
        ("gnugo-black-9-handicap", 0..=12),
        ("cgoban-white-9", 0..=12),
        ("gnugo-white-9", 1..=7),
    ] {
        let trace = fs::read_to_string(fixtures().join(format!("{name}.txt"))).expect("a trace");
        let lines: Vec<&str> = trace.lines().collect();
        for number in questions {
            let asked = |two: &[&str]| {
                two[0].contains("Send --> ")
                    && two[0].ends_with(&format!(":QUERY({number})"))
                    && two[1].contains("Read <-- ")
                    && two[1].contains(":ANSWER(")
            };
            assert!(lines.windows(2).any(asked), "{name}: QUERY({number})");
        }
    }
}

#[test]
fn every_capture_is_told_of() {
    let readme = fs::read_to_string(fixtures().join("README.md")).expect("a README");
    for file in fs::read_dir(fixtures()).expect("the fixtures").flatten() {
        let path = file.path();
        let name = path.file_stem().and_then(|name| name.to_str());
        let name = name.expect("a plain name");
        assert!(
            name == "README" || readme.contains(&format!("| `{name}` |")),
            "{name}"
        );
    }
}
