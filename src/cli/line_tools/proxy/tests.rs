//! The referee, frame by frame: games that are joined later, and frames that pass while it is away.

use std::time::Duration;

use sgmp_proto::{Bit, Frame, Instant, Message, Query, Vertex, WireMove};

use sgmp_board::rules::{BoardSize, ByColor, Color, Game, Komi, Rules};
use sgmp_match::line_judge::judged_piece::Observation;
use sgmp_match::line_judge::referee::Referee;
use sgmp_match::play::{Dialect, PauseCharge, Terms};
use sgmp_match::port::CableEnd;

const NINE: Option<BoardSize> = BoardSize::new(9);

/// Two sides that send right frames, and a referee that sees them unless it is told to look away.
struct Line {
    referee: Referee,
    bits: [Bit; 2],
    now: Instant,
    looks: bool,
    told: Vec<String>,
}

fn terms() -> Terms {
    Terms {
        color: Color::Black,
        size: NINE.unwrap(),
        komi: Komi::from_half_points(11),
        rules: Rules::Japanese.into(),
        main_time: Duration::from_secs(600),
        used: Duration::ZERO,
        names: ByColor::new("Kuro".to_owned(), "Shiro".to_owned()),
        event: String::new(),
        place: String::new(),
        round: "1".to_owned(),
        date: "2000-11-03".to_owned(),
        handicap: sgmp_proto::Handicap::EVEN,
        dialect: Dialect::Fjk,
    }
}

fn flipped(bit: Bit) -> Bit {
    match bit {
        Bit::Zero => Bit::One,
        Bit::One => Bit::Zero,
    }
}

impl Line {
    fn new() -> Self {
        let size = NINE.unwrap();
        let game = Game::new(size, Komi::from_half_points(11));
        Self {
            referee: Referee::new(game, size.into(), Duration::from_secs(600), false),
            bits: [Bit::Zero; 2],
            now: Instant::ZERO,
            looks: true,
            told: Vec::new(),
        }
    }

    fn pass(&mut self, by: Color, message: Message, is_new: bool) {
        let at = by as usize;
        if is_new {
            self.bits[at] = flipped(self.bits[at]);
        }
        let frame = Frame::new(self.bits[at], self.bits[1 - at], message);
        self.now = self.now + Duration::from_millis(100);
        if !self.looks {
            return;
        }
        let end = match by {
            Color::Black => CableEnd::A,
            Color::White => CableEnd::B,
        };
        for told in self.referee.watch(end, self.now, &frame.to_bytes()) {
            let words = told.observations.iter().map(ToString::to_string);
            self.told.extend(words);
        }
    }

    fn opening(&mut self) {
        self.bits = [Bit::Zero; 2];
        for (by, message) in [
            (Color::Black, Message::NewGame),
            (Color::White, Message::Query(Query(11))),
            (Color::Black, Message::Answer(2)),
            (Color::White, Message::Query(Query(8))),
            (Color::Black, Message::Answer(1)),
        ] {
            self.pass(by, message, true);
        }
        self.pass(Color::White, Message::Ok, false);
    }

    /// A move of this side, and the other's OK.
    fn play(&mut self, by: Color, column: u8, row: u8) {
        let vertex = Vertex::Point { column, row };
        let mv = WireMove::new(by, vertex, NINE.unwrap());
        self.pass(by, Message::Move(mv), true);
        self.pass(!by, Message::Ok, false);
    }

    /// Moves of both sides on a row.
    fn row(&mut self, row: u8, columns: std::ops::Range<u8>) {
        for column in columns {
            let by = match column % 2 {
                0 => Color::Black,
                _ => Color::White,
            };
            self.play(by, column, row);
        }
    }

    /// The comment on the record as it stands.
    fn comment(&self) -> String {
        let record = self.referee.record(&terms(), None);
        record.info.comment.unwrap_or_default()
    }

    fn was_told(&self, text: &str) -> bool {
        self.told.iter().any(|line| line.contains(text))
    }

    #[track_caller]
    fn accuses_nobody(&self) {
        assert_eq!(self.referee.faults(), 0, "{:?}", self.told);
        assert!(!self.was_told("violation"), "{:?}", self.told);
    }
}

#[test]
fn a_game_is_joined_at_any_frame_and_nobody_is_accused() {
    // Of the last frame alone, an OK, nobody knows whose it is.
    for frames_before in 0..21 {
        let mut line = Line::new();
        line.looks = false;
        let mut sent = 0;
        let mut step = |line: &mut Line, by, message, is_new| {
            line.looks = sent >= frames_before;
            sent += 1;
            line.pass(by, message, is_new);
        };
        for (by, message) in [
            (Color::Black, Message::NewGame),
            (Color::White, Message::Query(Query(11))),
            (Color::Black, Message::Answer(2)),
            (Color::White, Message::Query(Query(8))),
            (Color::Black, Message::Answer(1)),
        ] {
            step(&mut line, by, message, true);
        }
        step(&mut line, Color::White, Message::Ok, false);
        for column in 0..8 {
            let by = if column % 2 == 0 {
                Color::Black
            } else {
                Color::White
            };
            let vertex = Vertex::Point { column, row: 3 };
            let mv = WireMove::new(by, vertex, NINE.unwrap());
            step(&mut line, by, Message::Move(mv), true);
            step(&mut line, !by, Message::Ok, false);
        }
        line.accuses_nobody();
        let is_whole = frames_before < 5;
        assert_eq!(line.referee.knows_board(), is_whole, "{frames_before}");
        assert_eq!(
            line.was_told("joined in mid-game"),
            !is_whole,
            "{frames_before}"
        );
        let moves = if is_whole { 8 } else { 0 };
        assert_eq!(line.referee.game().move_count(), moves, "{frames_before}");
    }
}

/// Another game on the same line is a whole one.
#[test]
fn a_newgame_after_a_joined_game_begins_one_that_is_recorded() {
    let mut line = Line::new();
    line.looks = false;
    line.opening();
    line.row(2, 0..4);
    line.looks = true;
    line.row(4, 0..4);
    assert!(!line.referee.knows_board());
    line.opening();
    line.row(6, 0..4);
    line.accuses_nobody();
    assert!(line.referee.knows_board());
    assert_eq!(line.referee.game().move_count(), 4);
}

#[test]
fn moves_that_passed_while_it_was_away_end_the_record_and_accuse_nobody() {
    for unseen in [0_u8, 1, 2, 3, 5, 6, 7] {
        let mut line = away(unseen);
        line.row(6, unseen..8);
        line.accuses_nobody();
        assert_eq!(line.referee.knows_board(), unseen == 0, "{unseen}");
        let moves = if unseen == 0 { 12 } else { 4 };
        assert_eq!(line.referee.game().move_count(), moves, "{unseen}");
        assert_eq!(
            line.was_told("the record ends with move 4"),
            unseen != 0,
            "{unseen}"
        );
    }
}

/// A game that the watch was away from after four moves, while so many passed.
fn away(unseen: u8) -> Line {
    let mut line = Line::new();
    line.opening();
    line.row(2, 0..4);
    line.looks = false;
    line.row(4, 0..unseen);
    line.looks = true;
    line.referee.resume(line.now, None);
    line
}

/// Of four moves the bits say nothing: the record says so, and a move that cannot be shows it at last.
#[test]
fn four_moves_that_passed_unseen_are_doubted_until_a_move_shows_them() {
    // By the first move behind them, or by a later one.
    for seen in [0_u8, 3] {
        let mut line = away(4);
        let standing = line.referee.standing().expect("a game").to_string();
        assert!(
            standing.contains(
                "after move 4. Moves that passed meanwhile in multiples of four cannot be noticed"
            ),
            "{standing}"
        );
        line.row(6, 0..seen);
        line.accuses_nobody();
        assert!(line.referee.knows_board());
        assert_eq!(
            line.comment()
                .contains("Not known to be the game from move 5 on: the proxy was away before it"),
            seen > 0,
            "{}",
            line.comment()
        );
        let by = if seen % 2 == 0 {
            Color::Black
        } else {
            Color::White
        };
        line.play(by, 1, 2);
        line.accuses_nobody();
        assert!(
            line.was_told(&format!(
                "{by} B3 cannot be on this board: it is illegal, or frames passed"
            )),
            "{:?}",
            line.told
        );
        assert!(
            line.was_told("the record ends with move 4"),
            "{:?}",
            line.told
        );
        assert_eq!(line.referee.game().move_count(), 4);
        assert!(!line.referee.knows_board());
        let comment = line.comment();
        assert!(
            comment.contains("Not the whole game: frames passed unseen after move 4"),
            "{comment}"
        );
        assert!(!comment.contains("Not known"), "{comment}");
        // Away once more, it says again what is not known.
        line.referee.resume(line.now, None);
        let standing = line.referee.standing().expect("a game").to_string();
        assert!(standing.contains("board and clocks unknown"), "{standing}");
        line.play(!by, 8, 8);
        assert_eq!(
            line.told
                .iter()
                .filter(|told| told.contains("unknown from here"))
                .count(),
            1
        );
        line.accuses_nobody();
    }
}

/// A side that plays on a stone in a game that was seen from its beginning is told of.
#[test]
fn an_illegal_move_is_one_where_nothing_can_have_passed_unseen() {
    let mut line = Line::new();
    line.opening();
    line.row(2, 0..4);
    line.play(Color::Black, 1, 2);
    assert_eq!(line.referee.faults(), 1);
    assert!(line.was_told("illegal: Black B3"), "{:?}", line.told);
    assert_eq!(line.referee.doubts(), Vec::<String>::new());
}

#[test]
fn what_was_sent_again_while_it_was_away_is_no_gap() {
    let mut line = Line::new();
    line.opening();
    line.row(2, 0..4);
    let vertex = Vertex::Point { column: 0, row: 5 };
    let mv = WireMove::new(Color::Black, vertex, NINE.unwrap());
    line.pass(Color::Black, Message::Move(mv), true);
    line.referee.resume(line.now, None);
    line.pass(Color::Black, Message::Move(mv), false);
    line.pass(Color::White, Message::Ok, false);
    line.play(Color::White, 1, 5);
    assert!(line.referee.knows_board());
    assert_eq!(line.referee.game().move_count(), 6);
}

/// White's line was cut; back again, White says its last OK once more before it hears the MOVE that waited for it.
#[test]
fn an_ok_said_again_when_a_line_is_back_accuses_nobody() {
    for is_known in [true, false] {
        let mut line = Line::new();
        line.opening();
        line.row(2, 0..4);
        let vertex = Vertex::Point { column: 0, row: 5 };
        let before = line.bits[Color::Black as usize];
        if is_known {
            line.referee.line_is_back();
        }
        line.pass(
            Color::Black,
            Message::Move(WireMove::new(Color::Black, vertex, NINE.unwrap())),
            true,
        );
        let moved = std::mem::replace(&mut line.bits[Color::Black as usize], before);
        line.pass(Color::White, Message::Ok, false);
        line.bits[Color::Black as usize] = moved;
        line.pass(Color::White, Message::Ok, false);
        line.play(Color::White, 1, 5);
        assert_eq!(line.referee.game().move_count(), 6, "{:?}", line.told);
        // On a line that was never cut it is a fault.
        assert_eq!(line.referee.faults() == 0, is_known, "{:?}", line.told);
    }
}

#[test]
fn a_pause_is_charged_to_the_side_on_move_and_the_judge_may_say_otherwise() {
    let second = Duration::from_secs(1);
    let mut line = Line::new();
    line.opening();
    line.row(2, 0..3);
    let since = line.now;
    let before = line.referee.clocks(since).0;
    let pause = line
        .referee
        .pause_of(Some(400 * second), since)
        .expect("a clock runs");
    let known = pause.known;
    assert_eq!((known.to, known.used.white), (Color::White, before.white));
    line.now = since + 400 * second;
    line.referee
        .resume(line.now, Some((pause, PauseCharge::All.into())));
    let used = |line: &Line| line.referee.clocks(line.now).0;
    assert_eq!(used(&line).white, before.white + 400 * second);
    line.play(Color::White, 3, 2);
    let word = PauseCharge::Time(60 * second);
    let pause = line.referee.charge(word.into(), line.now).expect("a pause");
    assert_eq!((pause.to, pause.length), (Color::White, 400 * second));
    let thought = used(&line).white - before.white - 60 * second;
    assert!(thought < second, "{thought:?}");
    assert!(
        line.referee
            .charge(PauseCharge::Nothing.into(), line.now)
            .is_ok()
    );
    assert!(used(&line).white - before.white < second);
}

#[test]
fn a_move_that_is_said_again_and_again_is_no_exchange() {
    let second = Duration::from_secs(1);
    let mut line = Line::new();
    line.opening();
    line.row(2, 0..2);
    let (since, before) = (line.now, line.referee.clocks(line.now).0);
    // White is killed while Black thinks.
    line.now = line.now + 5 * second;
    let vertex = Vertex::Point { column: 2, row: 2 };
    let mv = Message::Move(WireMove::new(Color::Black, vertex, NINE.unwrap()));
    let known = line.bits[Color::Black as usize];
    line.pass(Color::Black, mv, true);
    for _ in 0..4 {
        line.now = line.now + 20 * second;
        line.pass(Color::Black, mv, false);
    }
    let (used, runs) = line.referee.clocks(line.now);
    assert_eq!((used.white, runs), (before.white, None));

    let away = line.now.since(since);
    let pause = line
        .referee
        .charge(PauseCharge::All.into(), line.now)
        .unwrap();
    assert_eq!((pause.to, pause.length), (Color::Black, away));
    let used = line.referee.clocks(line.now).0;
    assert_eq!(
        (used.black, used.white),
        (before.black + away, before.white)
    );
    let too_much = PauseCharge::Time(away + 61 * second);
    assert!(line.referee.charge(too_much.into(), line.now).is_err());

    // The word holds for what is still to come of the pause.
    line.referee
        .charge(PauseCharge::Nothing.into(), line.now)
        .unwrap();
    line.now = line.now + 30 * second;
    // White goes on: its last OK, and then that to what it has read.
    let moved = std::mem::replace(&mut line.bits[Color::Black as usize], known);
    line.bits[Color::White as usize] = flipped(line.bits[Color::White as usize]);
    line.pass(Color::White, Message::Ok, false);
    line.bits = [moved, flipped(line.bits[Color::White as usize])];
    line.pass(Color::White, Message::Ok, false);
    line.accuses_nobody();
    let (used, runs) = line.referee.clocks(line.now);
    assert_eq!((used.black, runs), (before.black, Some(Color::White)));
    let pause = line
        .referee
        .charge(PauseCharge::Nothing.into(), line.now)
        .unwrap();
    assert_eq!(pause.to, Color::Black);
    let used = line.referee.clocks(line.now).0;
    assert_eq!(used.black, before.black);
}

#[test]
fn a_clock_that_a_pause_empties_is_for_the_judge_by_the_record_too() {
    let hour = Duration::from_secs(3600);
    let mut line = Line::new();
    line.opening();
    line.row(2, 0..3);
    let pause = line
        .referee
        .pause_of(Some(hour), line.now)
        .expect("a clock runs");
    line.now = line.now + hour;
    line.referee
        .resume(line.now, Some((pause, PauseCharge::All.into())));
    let told = "White is over time by the pause: the judge decides";
    assert!(line.comment().contains(told), "{}", line.comment());
    line.play(Color::White, 3, 2);
    assert!(line.comment().contains(told), "{}", line.comment());
    // The judge says otherwise, and otherwise again.
    line.referee
        .charge(PauseCharge::Nothing.into(), line.now)
        .unwrap();
    assert!(!line.comment().contains(told), "{}", line.comment());
    line.referee
        .charge(PauseCharge::All.into(), line.now)
        .unwrap();
    assert!(line.comment().contains(told), "{}", line.comment());
}

/// The names of what is told to programs are in `proxy_events`; these are its words for people.
#[test]
fn a_move_without_a_board_has_no_number() {
    let mv = sgmp_board::rules::Move::Pass;
    let color = Color::White;
    let told = Observation::Seen { color, mv }.to_string();
    assert_eq!(told, "  ?  White pass");
}
