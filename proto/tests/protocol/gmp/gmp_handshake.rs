//! The handshake: who asks what, and what comes of it.

use core::time::Duration;

use sgmp_proto::{
    Answered, BoardSize, Color, Event, Frame, GameFacts, Handicap, Instant, Message, Phase,
    ProposedTerms, Query, Rules, Stop,
};

use super::harness::{NO_OPINION, Side, Table, proposed};

const QUESTIONS: [Query; 13] = [
    Query::GAME,
    Query::RULES,
    Query::SIZE,
    Query::HANDICAP,
    Query::COLOR,
    Query::WHO,
    Query::BUFFER,
    Query::REVISION,
    Query::STONES,
    Query::BLACK_TIME,
    Query::WHITE_TIME,
    Query::CHARACTERS,
    Query::LIMIT,
];

/// Late in a game of 50 minutes: each answer differs from the others.
const FACTS: GameFacts = GameFacts {
    stones: 123,
    black_used: Duration::from_secs(30 * 60 + 59),
    white_used: Duration::from_secs(20 * 60),
    limit: Some(Duration::from_secs(50 * 60)),
};

pub(super) fn black() -> ProposedTerms {
    proposed(Some(Color::Black), 9, 1)
}

pub(super) fn stop_of(side: &Side) -> Option<Stop> {
    match side.session.phase() {
        Phase::Stopped(stop) => Some(stop),
        _ => None,
    }
}

#[test]
fn who_is_asked_to_play_asks_everything_and_ends_with_ok() {
    let table = Table::agreed(black(), NO_OPINION);
    let asked: Vec<_> = QUESTIONS.map(Message::Query).into();
    assert_eq!(table.b.sent[..13], asked[..]);
    assert_eq!(table.b.sent[13], Message::Ok);
    let answers = [1, 0, 9, 1, 2, 0, 15, 1, 0, 0, 0, 1, 0].map(Message::Answer);
    assert_eq!(table.a.sent[0], Message::NewGame);
    assert_eq!(table.a.sent[1..14], answers);
}

/// Every number from 0 to 12, whatever it means.
#[test]
fn every_question_of_the_protocol_is_asked_once() {
    let mut numbers = QUESTIONS.map(|query| query.0);
    numbers.sort_unstable();
    let all: Vec<u16> = (0..=12).collect();
    assert_eq!(numbers[..], all[..]);
}

fn answers_heard(side: &Side) -> Vec<Answered> {
    let answered = |event: &Event| match event {
        Event::Answered(answered) => Some(*answered),
        _ => None,
    };
    side.events.iter().filter_map(answered).collect()
}

#[test]
fn both_hear_how_the_game_stands_at_the_other_side() {
    let mut table = Table::new(black(), NO_OPINION);
    table.a.session.set_facts(FACTS);
    table.b.session.set_facts(GameFacts {
        limit: Some(Duration::from_secs(60 * 60)),
        ..FACTS
    });
    table.run();
    let expected = |limits: (u16, u16)| {
        let answers = [
            (Query::WHO, 0, 0),
            (Query::BUFFER, 15, 15),
            (Query::REVISION, 1, 1),
            (Query::STONES, 123, 123),
            (Query::BLACK_TIME, 30, 30),
            (Query::WHITE_TIME, 20, 20),
            (Query::CHARACTERS, 1, 1),
            (Query::LIMIT, limits.0, limits.1),
        ];
        answers.map(|(query, theirs, ours)| Answered {
            query,
            theirs,
            ours,
        })
    };
    assert_eq!(answers_heard(&table.b), expected((50, 60)));
    assert_eq!(answers_heard(&table.a), expected((60, 50)));
    let differ = |side: &Side| -> Vec<Query> {
        let answers = answers_heard(side);
        let differing = answers.iter().filter(|answered| answered.differs());
        differing.map(|answered| answered.query).collect()
    };
    assert_eq!(differ(&table.a), [Query::LIMIT]);
    assert_eq!(differ(&table.b), [Query::LIMIT]);
    assert!(table.a.session.is_our_turn());
    table.finish();
}

/// 0 is no contradiction.
#[test]
fn who_does_not_know_is_not_contradicted() {
    let mut table = Table::new(black(), NO_OPINION);
    table.a.session.set_facts(FACTS);
    table.run();
    for side in [&table.a, &table.b] {
        assert!(answers_heard(side).iter().all(|told| !told.differs()));
    }
}

/// White would move at once after its OK, and its MOVE would meet a question.
#[test]
fn who_opens_a_handicap_game_asks_for_nothing_beside_the_terms() {
    let table = Table::agreed(proposed(Some(Color::Black), 9, 2), NO_OPINION);
    assert_eq!(answers_heard(&table.a), []);
    assert_eq!(answers_heard(&table.b).len(), 8);
}

/// OK and DENY are no answers, and no refusals either.
#[test]
fn who_does_not_want_to_say_is_played_with() {
    for by_ok in [true, false] {
        let mut opener = Side::new(ProposedTerms {
            rules: Some(Rules::Japanese),
            ..black()
        });
        let mut script = Script::new(&mut opener);
        script.ok();
        for extra in &QUESTIONS[5..] {
            // Size, handicap, color and rules were ours to say: the terms are asked for.
            while script.last() != Some(Message::Query(*extra)) {
                script.new_frame(Message::Answer(0));
            }
            script.evade(by_ok);
        }
        assert!(opener.events.contains(&Event::Ready), "{by_ok}");
        assert!(opener.session.is_our_turn(), "{by_ok}");

        let mut asked = Side::new(NO_OPINION);
        let mut script = Script::new(&mut asked);
        script.new_frame(Message::NewGame);
        for _ in &QUESTIONS[..5] {
            script.new_frame(Message::Answer(0));
        }
        for extra in &QUESTIONS[5..] {
            assert_eq!(script.last(), Some(Message::Query(*extra)));
            script.evade(by_ok);
        }
        assert_eq!(script.last(), Some(Message::Ok));
        assert!(asked.events.contains(&Event::Ready), "{by_ok}");
    }
}

#[test]
fn either_side_brings_the_size_and_the_handicap() {
    for lines in BoardSize::MIN..=BoardSize::MAX {
        for stones in [1, 2, 5, 9] {
            let bare = proposed(Some(Color::Black), 0, 0);
            for (a, b) in [
                (proposed(Some(Color::Black), lines, stones), NO_OPINION),
                (bare, proposed(None, lines, stones)),
                (bare, proposed(Some(Color::White), lines, stones)),
            ] {
                let table = Table::agreed(a, b);
                let (a, b) = (table.a.agreement.unwrap(), table.b.agreement.unwrap());
                assert_eq!(a.size.lines(), lines);
                assert_eq!((a.size, a.handicap, a.rules), (b.size, b.handicap, b.rules));
                assert_eq!(a.handicap, Handicap::new(stones).unwrap());
                assert_eq!((a.color, b.color), (Color::Black, Color::White));
                assert_eq!(table.a.session.to_move(), Some(a.handicap.first()));
                assert_eq!(table.b.session.to_move(), Some(a.handicap.first()));
            }
        }
    }
}

#[test]
fn either_side_brings_the_rules() {
    for rules in [Rules::Japanese, Rules::Chinese] {
        let with = |proposed: ProposedTerms| ProposedTerms {
            rules: Some(rules),
            ..proposed
        };
        for (a, b) in [
            (with(black()), NO_OPINION),
            (black(), with(NO_OPINION)),
            (with(black()), with(NO_OPINION)),
        ] {
            let table = Table::agreed(a, b);
            assert_eq!(table.a.agreement.unwrap().rules, rules);
            assert_eq!(table.b.agreement.unwrap().rules, rules);
        }
    }
}

#[test]
fn where_nobody_has_an_opinion_it_is_an_even_game_on_19_lines() {
    let table = Table::agreed(proposed(Some(Color::Black), 0, 0), NO_OPINION);
    for side in [&table.a, &table.b] {
        let agreement = side.agreement.unwrap();
        assert_eq!(agreement.size, BoardSize::NINETEEN);
        assert_eq!(agreement.handicap, Handicap::EVEN);
        assert_eq!(agreement.rules, Rules::Japanese);
    }
}

#[test]
fn every_contradiction_stops_and_names_both_values() {
    let rules = |proposed: ProposedTerms, rules| ProposedTerms {
        rules: Some(rules),
        ..proposed
    };
    let cases = [
        (black(), proposed(None, 13, 1), Query::SIZE, 13, 9),
        (black(), proposed(None, 9, 3), Query::HANDICAP, 3, 1),
        (
            rules(black(), Rules::Japanese),
            rules(NO_OPINION, Rules::Chinese),
            Query::RULES,
            2,
            1,
        ),
    ];
    for (a, b, query, expected, got) in cases {
        let mut table = Table::new(a, b);
        table.run();
        let stop = Stop::TermsDiffer {
            query,
            expected,
            got,
        };
        assert_eq!(stop_of(&table.b), Some(stop));
        let text = stop.to_string();
        assert!(text.contains(&got.to_string()), "{text}");
        assert!(text.contains(&expected.to_string()), "{text}");
    }
}

/// Both want Black, and one comes later: its NEWGAME is a question like any other.
#[test]
fn both_black_is_a_contradiction_about_the_color() {
    let mut side = Side::new(black());
    let mut script = Script::new(&mut side);
    script.new_frame(Message::NewGame);
    for answer in [1, 1, 9, 1] {
        script.new_frame(Message::Answer(answer));
    }
    script.new_frame(Message::Answer(2));
    let stop = Stop::TermsDiffer {
        query: Query::COLOR,
        expected: 1,
        got: 2,
    };
    assert_eq!(stop_of(&side), Some(stop));
}

#[test]
fn an_ok_to_newgame_is_enough_and_then_we_ask() {
    let mut side = Side::new(proposed(Some(Color::Black), 0, 0));
    let mut script = Script::new(&mut side);
    script.ok();
    for (query, answer) in [
        (Query::RULES, 2),
        (Query::SIZE, 13),
        (Query::HANDICAP, 4),
        (Query::COLOR, 1),
    ] {
        assert_eq!(script.last(), Some(Message::Query(query)));
        script.new_frame(Message::Answer(answer));
    }
    assert_eq!(script.last(), Some(Message::Ok), "a handicap: White moves");
    let agreement = side.agreement.unwrap();
    assert_eq!(agreement.size.lines(), 13);
    assert_eq!(agreement.handicap.stones(), 4);
    assert_eq!(agreement.rules, Rules::Chinese);
}

/// The frames of GNU Go 3.8 as White in a handicap game.
#[test]
fn a_move_may_stand_for_the_ok_that_ends_the_handshake() {
    let all = ProposedTerms {
        rules: Some(Rules::Japanese),
        ..proposed(Some(Color::Black), 9, 2)
    };
    let mut side = Side::new(all);
    let mut script = Script::new(&mut side);
    for query in [Query::RULES, Query::SIZE, Query::HANDICAP, Query::COLOR] {
        script.new_frame(Message::Query(query));
    }
    assert_eq!(script.last(), Some(Message::Answer(2)));
    let size = BoardSize::new(9).unwrap();
    let mv = sgmp_proto::WireMove::new(Color::White, super::harness::at(4, 4), size);
    script.new_frame(Message::Move(mv));
    assert_eq!(side.record, [mv]);
    assert_eq!(side.sent.last(), Some(&Message::Ok));
}

#[test]
fn every_number_of_a_question_has_an_answer() {
    let mut side = Side::new(black());
    side.session.set_facts(FACTS);
    let mut script = Script::new(&mut side);
    for number in 0..1024 {
        script.new_frame(Message::Query(Query(number)));
        let answer = match number {
            0 | 2 | 6 | 8 => 1,
            1 => 15,
            3 => 123,
            4 => 30,
            5 => 20,
            9 => 9,
            10 => 50,
            11 => 2,
            _ => 0,
        };
        assert_eq!(script.last(), Some(Message::Answer(answer)), "{number}");
    }
}

#[test]
fn impossible_answers_are_contradictions() {
    for (query, bad) in [
        (Query::GAME, 2),
        (Query::RULES, 3),
        (Query::SIZE, 1),
        (Query::SIZE, 20),
        (Query::SIZE, 1000),
        (Query::HANDICAP, 10),
        (Query::COLOR, 3),
    ] {
        let mut side = Side::new(NO_OPINION);
        let mut script = Script::new(&mut side);
        script.new_frame(Message::NewGame);
        while let Some(Message::Query(asked)) = script.last()
            && asked != query
        {
            script.new_frame(Message::Answer(0));
        }
        script.new_frame(Message::Answer(bad));
        let stop = stop_of(&side);
        assert!(
            matches!(stop, Some(Stop::TermsDiffer { got, .. }) if got == bad),
            "{query} {bad}: {stop:?}"
        );
    }
}

#[test]
fn who_denies_newgame_does_not_want_to_play() {
    let mut side = Side::new(black());
    Script::new(&mut side).new_frame(Message::Deny);
    assert_eq!(stop_of(&side), Some(Stop::NewGameDenied));
}

#[test]
fn an_echoing_line_is_told_from_a_peer() {
    let mut side = Side::new(black());
    for _ in 0..4 {
        let Some(transmit) = side.poll(Instant::ZERO) else {
            break;
        };
        side.hear_frame(Instant::ZERO, transmit.frame);
    }
    assert_eq!(stop_of(&side), Some(Stop::Echo));
}

#[test]
fn a_repeated_newgame_gets_the_identical_question_and_a_new_program_begins_anew() {
    let mut side = Side::new(NO_OPINION);
    let mut script = Script::new(&mut side);
    script.new_frame(Message::NewGame);
    script.again();
    assert_eq!(script.side.sent, [Message::Query(Query::GAME); 2]);
    script.new_frame(Message::Answer(1));
    assert_eq!(script.last(), Some(Message::Query(Query::RULES)));
    let mut other = Script::new(script.side);
    other.new_frame(Message::NewGame);
    assert_eq!(other.last(), Some(Message::Query(Query::GAME)));
    assert!(!side.events.contains(&Event::Ready));
}

/// A peer that keeps to the alternating bit and says what the test wants.
struct Script<'a> {
    side: &'a mut Side,
    mine: sgmp_proto::Bit,
    last: Option<Frame>,
}

impl<'a> Script<'a> {
    fn new(side: &'a mut Side) -> Self {
        while side.poll(Instant::ZERO).is_some() {}
        Self {
            side,
            mine: sgmp_proto::Bit::Zero,
            last: None,
        }
    }

    fn new_frame(&mut self, message: Message) {
        self.mine = match self.mine {
            sgmp_proto::Bit::Zero => sgmp_proto::Bit::One,
            sgmp_proto::Bit::One => sgmp_proto::Bit::Zero,
        };
        let known = match message {
            Message::NewGame => sgmp_proto::Bit::Zero,
            _ => self.side.session.snapshot().bit.mine(),
        };
        self.send(Frame::new(self.mine, known, message));
    }

    fn ok(&mut self) {
        let known = self.side.session.snapshot().bit.mine();
        self.send(Frame::new(self.mine, known, Message::Ok));
    }

    /// No answer to the last question.
    fn evade(&mut self, by_ok: bool) {
        if by_ok {
            self.ok();
        } else {
            self.new_frame(Message::Deny);
        }
    }

    fn again(&mut self) {
        let last = self.last.expect("something was sent");
        self.send(last);
    }

    fn send(&mut self, frame: Frame) {
        self.last = Some(frame);
        self.side.hear_frame(Instant::ZERO, frame);
        while self.side.poll(Instant::ZERO).is_some() {}
    }

    fn last(&self) -> Option<Message> {
        self.side.sent.last().copied()
    }
}
