//! A match in the full protocol: terms from the wire, handicap, taking back, the journal of it all.

use sgmp_proto::{
    Color as WireColor, Config, Dialect as WireDialect, Event as WireEvent, GameFacts, Handicap,
    Instant, Message, Pace, Phase, Progress, ProposedTerms, Query, Session, Stop,
};

use super::harness::{Setup, moves, mv, secs, wall};
use super::memory_sinks::{Disk, Paper, stores};
use crate::play::ending::{End, NoGame};
use crate::play::game_match::{Event, Match, ResumeError, UndoPolicy};
use crate::play::journal::Entry;
use crate::play::player::Decision;
use crate::play::terms::{Dialect, NoSuchHandicap, Terms};
use crate::play::wire_conversion;
use sgmp_board::record::Format;
use sgmp_board::rules::{BoardSize, Color, Move};

/// Our match and a session of the other side, which grants and plays what the test wants.
struct Table {
    game: Match,
    peer: Session,
    peer_moves: usize,
    /// Denials, grants and questions to the other side.
    peer_heard: Vec<WireEvent>,
    disk: Disk,
    paper: Paper,
    now: Instant,
    events: Vec<Event>,
}

fn config(color: Option<WireColor>, stones: u16) -> Config {
    Config {
        pace: Pace::UNLIMITED,
        dialect: WireDialect::Gmp(ProposedTerms {
            color,
            size: BoardSize::new(9),
            handicap: Handicap::new(stones),
            rules: None,
        }),
        ..Config::tournament(color.unwrap_or(WireColor::White))
    }
}

fn terms(color: Color, stones: u16) -> Terms {
    Terms {
        handicap: Handicap::new(stones).unwrap(),
        dialect: Dialect::Gmp,
        ..Setup::new(color).terms()
    }
}

/// The handshake, up to the agreement on our side; what we have to send next is not sent.
fn shake_hands(color: Color, stones: u16) -> (Session, Session) {
    let now = Instant::ZERO;
    let (ours, theirs) = match color {
        Color::Black => (config(Some(WireColor::Black), stones), config(None, stones)),
        Color::White => (config(None, stones), config(Some(WireColor::Black), stones)),
    };
    let (mut ours, mut theirs) = (Session::new(ours, now), Session::new(theirs, now));
    loop {
        while let Some(sent) = theirs.poll_transmit(now) {
            ours.handle_bytes(now, &sent.bytes());
            while let Some(event) = ours.poll_event() {
                if let WireEvent::Agreed(_) = event {
                    return (ours, theirs);
                }
            }
        }
        while let Some(sent) = ours.poll_transmit(now) {
            theirs.handle_bytes(now, &sent.bytes());
            while theirs.poll_event().is_some() {}
        }
    }
}

impl Table {
    fn new(color: Color, stones: u16, word: UndoPolicy) -> Self {
        let (ours, peer) = shake_hands(color, stones);
        let (disk, paper) = (Disk::default(), Paper::default());
        let stores = stores(&disk, &paper);
        let patience = Setup::new(color).claims();
        let game = Match::builder(terms(color, stones), patience, stores, wall())
            .undo(word)
            .agreed(ours, Instant::ZERO);
        let mut table = Self {
            game: game.unwrap(),
            peer,
            peer_moves: 0,
            peer_heard: Vec::new(),
            disk,
            paper,
            now: Instant::ZERO,
            events: Vec::new(),
        };
        table.run();
        table
    }

    fn run(&mut self) {
        let now = self.now;
        loop {
            let mut is_quiet = true;
            while let Some(sent) = self.game.poll_transmit(now) {
                is_quiet = false;
                self.peer.handle_bytes(now, &sent.bytes());
                self.heed_peer();
            }
            while let Some(sent) = self.peer.poll_transmit(now) {
                is_quiet = false;
                self.game.handle_bytes(now, &sent.bytes());
            }
            while let Some(event) = self.game.poll_event() {
                self.events.push(event);
            }
            self.game.keep_record();
            if is_quiet {
                return;
            }
        }
    }

    fn heed_peer(&mut self) {
        while let Some(event) = self.peer.poll_event() {
            self.peer_heard.push(event);
            match event {
                WireEvent::MoveOffered(..) => {
                    self.peer_moves += 1;
                    self.peer.accept_move(self.now).unwrap();
                }
                WireEvent::UndoOffered(moves) => {
                    self.peer_moves -= usize::from(moves);
                    let progress = self.peer_progress();
                    self.peer.accept_undo(self.now, progress).unwrap();
                }
                WireEvent::UndoGranted(moves) => {
                    self.peer_moves -= usize::from(moves);
                    self.peer.rewind(self.peer_progress());
                }
                _ => {}
            }
        }
    }

    fn peer_progress(&self) -> Progress {
        Progress {
            moves: self.peer_moves as u16,
            passes: 0,
        }
    }

    fn play(&mut self, names: &str) {
        for played in moves(names) {
            self.now = self.now + secs(1);
            if self.game.is_our_turn() {
                self.game.play(Decision::Move(played), self.now).unwrap();
            } else {
                self.peer
                    .send_move(wire_conversion::vertex(played))
                    .unwrap();
                self.peer_moves += 1;
            }
            self.run();
        }
    }

    fn names(&self) -> String {
        let moves = self.game.game().moves().iter();
        let names: Vec<String> = moves.map(|(_, mv)| mv.to_string()).collect();
        names.join(" ")
    }

    fn resumed(&self) -> Result<Match, ResumeError> {
        let terms = self.game.terms().clone();
        let config = Config {
            size: terms.size,
            dialect: terms.wire_dialect(),
            ..config(Some(terms.color), 1)
        };
        let claims = Setup::new(terms.color).claims();
        Match::builder(terms, claims, stores(&self.disk, &self.paper), wall()).resume(
            config,
            &self.disk.entries(),
            self.now,
        )
    }
}

#[test]
fn a_handicap_stands_on_the_board_and_in_the_record_and_white_begins() {
    let mut table = Table::new(Color::Black, 3, UndoPolicy::Refused);
    assert_eq!(table.game.game().to_move(), Color::White);
    assert!(table.game.is_opponents_turn());
    table.play("E5 C4");
    let text = table.paper.record().unwrap().to_sgf(Format::Ff4);
    assert!(text.contains("HA[3]"), "{text}");
    assert!(text.contains("AB["), "{text}");
    assert!(text.contains(";W[ee]") && text.contains(";B[cf]"), "{text}");
    let resumed = table.resumed().unwrap();
    assert_eq!(resumed.game(), table.game.game());
}

#[test]
fn white_begins_a_handicap_game_by_its_own_clock() {
    let mut table = Table::new(Color::White, 2, UndoPolicy::Refused);
    assert!(table.events.contains(&Event::OurTurn));
    table.now = table.now + secs(5);
    assert_eq!(table.game.used(table.now)[Color::White], secs(5));
    table.play("E5 C4 E6");
    assert_eq!(table.game.game().move_count(), 3);
}

#[test]
fn a_handicap_without_fixed_points_is_no_game() {
    let terms = Terms {
        size: BoardSize::new(8).unwrap(),
        ..terms(Color::Black, 5)
    };
    let error = terms.opening().unwrap_err();
    assert!(matches!(error, NoSuchHandicap { .. }));
    assert!(error.to_string().contains("5 stones on 8x8"), "{error}");
}

#[test]
fn the_opponent_takes_back_where_the_operator_allows_it() {
    let mut table = Table::new(Color::Black, 1, UndoPolicy::Allowed);
    table.play("E5 C4 D4 C5");
    // White wants its last move back, and Black's before it too.
    table.peer.request_undo(3).unwrap();
    table.run();
    assert_eq!(table.names(), "E5");
    assert!(table.events.contains(&Event::TakenBack {
        moves: 3,
        by: Color::White
    }));
    assert!(table.peer_heard.contains(&WireEvent::UndoGranted(3)));
    table.play("G4 D4");
    assert_eq!(table.names(), "E5 G4 D4");
    let record = table.paper.record().unwrap();
    assert_eq!(record.moves().len(), 3);
    let resumed = table.resumed().unwrap();
    assert_eq!(resumed.game(), table.game.game());
}

#[test]
fn moves_stand_where_the_operator_does_not_allow_it() {
    let mut table = Table::new(Color::White, 1, UndoPolicy::Refused);
    table.play("E5 C4 D4");
    table.peer.request_undo(1).unwrap();
    table.run();
    assert_eq!(table.names(), "E5 C4 D4");
    assert!(table.events.contains(&Event::TakingBackRefused(1)));
    assert!(table.peer_heard.contains(&WireEvent::UndoRefused));
    table.play("G4 D6");
    assert_eq!(table.game.game().move_count(), 5);
}

#[test]
fn our_operator_takes_back_and_is_asked_again() {
    let mut table = Table::new(Color::Black, 1, UndoPolicy::Refused);
    table.play("E5 C4 D4 C5");
    table.events.clear();
    table.game.take_back(2, table.now).unwrap();
    table.run();
    assert_eq!(table.names(), "E5 C4");
    assert_eq!(
        table.events,
        [
            Event::Heard(table_ok(&table), sgmp_proto::FrameVerdict::Acknowledges),
            Event::TakenBack {
                moves: 2,
                by: Color::Black
            },
            Event::OurTurn,
        ]
    );
    table.play("G4");
    let taken_back = |entry: &Entry| matches!(entry, Entry::TakenBack { moves: 2, .. });
    assert!(table.disk.entries().iter().any(taken_back));
}

/// The OK that our peer sent last.
fn table_ok(table: &Table) -> sgmp_proto::Frame {
    let heard = table.events.iter().find_map(|event| match event {
        Event::Heard(frame, _) => Some(*frame),
        _ => None,
    });
    let frame = heard.expect("a frame");
    assert_eq!(frame.message(), Message::Ok);
    frame
}

#[test]
fn the_clocks_give_nothing_back() {
    let mut table = Table::new(Color::Black, 1, UndoPolicy::Allowed);
    table.play("E5 C4 D4");
    let used = table.game.used(table.now);
    table.peer.request_undo(1).unwrap();
    table.run();
    assert_eq!(table.game.used(table.now), used);
    // Black is on move again.
    table.now = table.now + secs(3);
    assert_eq!(
        table.game.used(table.now)[Color::Black],
        used.black + secs(3)
    );
}

/// Killed while the wish waits for its answer, or right behind it: the same game either way.
#[test]
fn a_wish_to_take_back_survives_a_crash() {
    let mut table = Table::new(Color::Black, 1, UndoPolicy::Refused);
    table.play("E5 C4");
    table.game.take_back(2, table.now).unwrap();
    let sent = table.game.poll_transmit(table.now).expect("an UNDO");
    assert_eq!(sent.frame.message(), Message::Undo(2));
    table.game = table.resumed().unwrap();
    table.run();
    assert_eq!(table.names(), "");
    assert_eq!(table.peer_moves, 0);
    table.play("D5 E5");
    assert_eq!(table.names(), "D5 E5");
}

#[test]
fn a_question_in_play_does_not_stop_a_move_and_a_crash_between_them_loses_nothing() {
    let mut table = Table::new(Color::Black, 1, UndoPolicy::Refused);
    table.play("E5 C4");
    let bit = table.peer.snapshot().bit;
    let question = sgmp_proto::Frame::new(
        bit.mine().flipped(),
        bit.taken(),
        Message::Query(Query::WHO),
    );
    table.game.handle_bytes(table.now, &question.to_bytes());
    let answer = table.game.poll_transmit(table.now).expect("an answer");
    assert_eq!(answer.frame.message(), Message::Answer(0));
    assert!(table.game.is_our_turn());
    table
        .game
        .play(Decision::Move(mv("D4")), table.now)
        .unwrap();
    assert_eq!(table.game.poll_transmit(table.now), None);
    let mut resumed = table.resumed().unwrap();
    for game in [&mut table.game, &mut resumed] {
        let ok = sgmp_proto::Frame::new(question.sequence(), answer.frame.sequence(), Message::Ok);
        if game.poll_transmit(table.now).is_some() {
            // The resumed one sends its answer again.
        }
        game.handle_bytes(table.now, &ok.to_bytes());
        let sent = game.poll_transmit(table.now).expect("the move");
        assert!(matches!(sent.frame.message(), Message::Move(_)));
        assert_eq!(game.game().last_move(), Some((Color::Black, mv("D4"))));
    }
}

/// The answer of our match to a question in play; the question is its own acknowledgement of what
/// came before.
fn answer_of(table: &mut Table, query: Query) -> Option<Message> {
    let bit = table.peer.snapshot().bit;
    let question = sgmp_proto::Frame::new(bit.mine().flipped(), bit.taken(), Message::Query(query));
    table.game.handle_bytes(table.now, &question.to_bytes());
    let sent = table.game.poll_transmit(table.now)?;
    Some(sent.frame.message())
}

#[test]
fn who_asks_hears_of_the_stones_and_clocks_as_they_are() {
    for (query, answer) in [
        (Query::STONES, 4),
        (Query::BLACK_TIME, 2),
        (Query::WHITE_TIME, 5),
        (Query::LIMIT, 50),
    ] {
        let mut table = Table::new(Color::Black, 2, UndoPolicy::Refused);
        table.now = table.now + secs(5 * 60);
        table.play("E5");
        table.now = table.now + secs(2 * 60);
        table.play("C4");
        assert_eq!(answer_of(&mut table, query), Some(Message::Answer(answer)));
    }
}

/// As the one asked to play, and as the one that opened.
#[test]
fn a_match_taken_up_again_asks_for_the_stones_at_its_next_turn() {
    for (color, names) in [(Color::Black, "E5 C4"), (Color::White, "E5")] {
        let mut table = Table::new(color, 1, UndoPolicy::Refused);
        table.play(names);
        table.game = table.resumed().unwrap();
        // The other side has lost a stone meanwhile, say.
        table.peer.set_facts(GameFacts {
            stones: 1,
            ..GameFacts::default()
        });
        table.run();
        assert!(table.game.is_our_turn());
        let stones = table.game.game().move_count() as u16;
        let answered = sgmp_proto::Answered {
            query: Query::STONES,
            theirs: 1,
            ours: stones,
        };
        assert!(table.events.contains(&Event::Answered(answered)));
        assert_eq!(answered.differs(), stones != 1);
        table.play("D6 F6 G7");
        let asked = |event: &&Event| matches!(event, Event::Answered(_));
        assert_eq!(table.events.iter().filter(asked).count(), 1, "once");
    }
}

#[test]
fn at_the_opponents_turn_it_asks_after_the_move() {
    let mut table = Table::new(Color::Black, 1, UndoPolicy::Refused);
    table.play("E5");
    table.game = table.resumed().unwrap();
    table.run();
    let asked = |event: &Event| matches!(event, Event::Answered(_));
    assert!(!table.events.iter().any(asked));
    table.play("C4");
    assert!(table.events.iter().any(asked));
    table.play("D6");
    assert_eq!(table.names(), "E5 C4 D6");
}

/// Killed while the question waits, with a move decided behind it.
#[test]
fn a_question_and_the_move_behind_it_survive_a_crash() {
    let mut table = Table::new(Color::Black, 1, UndoPolicy::Refused);
    table.play("E5 C4");
    table.game = table.resumed().unwrap();
    while table.game.poll_transmit(table.now).is_some() {}
    let played = Decision::Move(mv("D6"));
    table.game.play(played, table.now).unwrap();
    table.game = table.resumed().unwrap();
    table.run();
    assert_eq!(table.names(), "E5 C4 D6");
    assert_eq!(table.peer_moves, 3);
    table.play("F6 G7");
    assert_eq!(table.names(), "E5 C4 D6 F6 G7");
}

#[test]
fn a_journal_from_before_the_handshake_is_refused() {
    let table = Table::new(Color::Black, 1, UndoPolicy::Refused);
    let resumed = Match::builder(
        terms(Color::Black, 1),
        Setup::new(Color::Black).claims(),
        stores(&table.disk, &table.paper),
        wall(),
    )
    .resume(config(Some(WireColor::Black), 1), &[], table.now);
    assert!(matches!(resumed, Err(ResumeError::NoHandshake)));
}

/// The other side was killed before its journal began, and is started again; we may be, too.
#[test]
fn a_newgame_before_the_first_move_begins_the_game_again() {
    for we_are_killed in [false, true] {
        let mut table = Table::new(Color::White, 1, UndoPolicy::Refused);
        table.now = table.now + secs(100);
        table.game.handle_timeout(table.now);
        assert_eq!(table.game.used(table.now)[Color::Black], secs(100));
        table.peer = Session::new(config(Some(WireColor::Black), 1), table.now);
        let newgame = table.peer.poll_transmit(table.now).unwrap();
        table.game.handle_bytes(table.now, &newgame.bytes());
        if we_are_killed {
            table.game = table.resumed().unwrap();
            table.peer = Session::new(config(Some(WireColor::Black), 1), table.now);
        }
        table.run();
        let begun = |event: &&Event| **event == Event::Ready;
        let beginnings = table.events.iter().filter(begun).count();
        assert_eq!(beginnings, 2);
        assert_eq!(table.game.used(table.now)[Color::Black], secs(0));
        table.play("E5 C4 D6");
        assert_eq!(table.names(), "E5 C4 D6");
        let resumed = table.resumed().unwrap();
        assert_eq!(resumed.game(), table.game.game());
    }
}

#[test]
fn a_new_beginning_with_other_terms_is_no_game() {
    let mut table = Table::new(Color::White, 1, UndoPolicy::Refused);
    table.peer = Session::new(config(Some(WireColor::Black), 3), table.now);
    table.run();
    let end = End::NoGame(NoGame::Handshake(Stop::TermsDiffer {
        query: Query::HANDICAP,
        expected: 1,
        got: 3,
    }));
    assert!(table.events.contains(&Event::Ended(end)));
}

#[test]
fn a_game_ends_and_the_wire_goes_on_to_the_next() {
    let mut table = Table::new(Color::Black, 1, UndoPolicy::Refused);
    table.play("E5 pass pass");
    assert_eq!(
        table.game.game().last_move(),
        Some((Color::Black, Move::Pass))
    );
    table.now = table.now + secs(60);
    table.game.handle_timeout(table.now);
    table.peer.handle_timeout(table.now);
    table.heed_peer();
    table.game.settle(None, table.now);
    table.run();
    assert!(table.game.is_finished());
    assert_eq!(table.peer.phase(), Phase::Finished);
    let mut session = table.game.into_session();
    session.next_game(ProposedTerms::default()).unwrap();
    assert_eq!(session.phase(), Phase::Waiting);
}
