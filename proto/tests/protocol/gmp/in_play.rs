//! Taking back, questions in play, and both sides at once.

use sgmp_proto::{
    Color, Event, Frame, GameFacts, Message, Misuse, Phase, ProposedTerms, Query, Rules, Vertex,
};

use super::harness::{NO_OPINION, Table, at, proposed};

/// Black knows all of the terms, and has nothing to ask.
fn proposal() -> ProposedTerms {
    ProposedTerms {
        rules: Some(Rules::Japanese),
        ..proposed(Some(Color::Black), 9, 2)
    }
}

fn playing(moves: u8) -> Table {
    let mut table = Table::agreed(proposed(Some(Color::Black), 9, 1), NO_OPINION);
    for column in 0..moves {
        table.play(at(column, column));
    }
    table
}

#[test]
fn a_handicap_game_begins_with_white() {
    let mut table = Table::agreed(proposed(Some(Color::Black), 9, 4), NO_OPINION);
    assert!(table.b.session.is_our_turn() && !table.a.session.is_our_turn());
    table.pass(core::time::Duration::from_secs(1));
    table.play(at(4, 4));
    table.play(at(3, 3));
    assert_eq!(table.a.record[0].color(), Color::White);
    table.finish();
}

#[test]
fn moves_are_taken_back_by_either_side_at_either_turn() {
    for (moves, by_black, back) in [
        (4, true, 2),
        (4, false, 1),
        (3, true, 1),
        (3, false, 2),
        (3, true, 3),
        (1, true, 1),
    ] {
        let mut table = playing(moves);
        let side = if by_black { &mut table.a } else { &mut table.b };
        side.session.request_undo(back).unwrap();
        table.run();
        let left = usize::from(moves) - usize::from(back);
        assert_eq!(table.a.record.len(), left);
        assert_eq!(table.a.record, table.b.record);
        let to_move = if left.is_multiple_of(2) {
            Color::Black
        } else {
            Color::White
        };
        assert_eq!(table.a.session.to_move(), Some(to_move));
        assert_eq!(table.b.session.to_move(), Some(to_move));
        table.play(at(7, 1));
        table.finish();
    }
}

/// A question and its answer wait for their acknowledgement when both callers end the game (the 400th move).
#[test]
fn a_game_that_is_concluded_between_question_and_answer_ends() {
    let mut table = playing(2);
    table.a.session.ask(Query::WHO).unwrap();
    let question = table.a.poll(table.now).expect("a question").frame;
    table.b.hear_frame(table.now, question);
    table.a.session.conclude(table.now);
    table.b.session.conclude(table.now);
    table.run();
    for side in [&table.a, &table.b] {
        assert!(matches!(
            side.session.phase(),
            Phase::Over { until: Some(_) }
        ));
    }
    table.pass(core::time::Duration::from_secs(60));
    for side in [&table.a, &table.b] {
        assert_eq!(side.session.phase(), Phase::Finished);
    }
}

/// The last pass waits behind an answer, and what settles the answer is not an OK but a move.
#[test]
fn a_last_pass_behind_an_answer_goes_out_whatever_settles_it() {
    let mut table = playing(2);
    table.play(Vertex::Pass);
    let theirs = table.a.session.snapshot().bit;
    let question = Message::Query(Query::WHO);
    let question = Frame::new(theirs.mine().flipped(), theirs.taken(), question);
    table.b.hear_frame(table.now, question);
    assert!(table.b.poll(table.now).is_some());
    table.b.play(Vertex::Pass).expect("behind the answer");
    assert!(table.b.poll(table.now).is_none());
    let ours = table.b.session.snapshot().bit;
    let late = Message::Move(table.b.record[0]);
    let late = Frame::new(ours.taken().flipped(), ours.mine(), late);
    table.b.hear_frame(table.now, late);
    let sent: Vec<Message> = core::iter::from_fn(|| table.b.poll(table.now))
        .map(|transmit| transmit.frame.message())
        .collect();
    assert!(
        sent.iter()
            .any(|message| matches!(message, Message::Move(mv) if mv.number() == 0)),
        "{sent:?}"
    );
}

#[test]
fn a_pass_taken_back_ends_no_game() {
    let mut table = playing(2);
    table.play(Vertex::Pass);
    table.a.session.request_undo(1).unwrap();
    table.run();
    table.play(at(5, 5));
    table.play(Vertex::Pass);
    assert!(matches!(table.a.session.phase(), Phase::Playing(_)));
    table.play(at(6, 6));
    table.finish();
}

#[test]
fn who_does_not_want_to_take_back_denies_and_the_game_goes_on() {
    let mut table = playing(3);
    table.b.grants = false;
    table.a.session.request_undo(1).unwrap();
    table.run();
    assert!(table.a.events.contains(&Event::UndoRefused));
    assert_eq!(table.a.record.len(), 3);
    assert!(table.b.sent.contains(&Message::Deny));
    table.play(at(7, 1));
    table.finish();
}

#[test]
fn more_than_there_is_cannot_be_taken_back() {
    let mut table = playing(2);
    let mut wants = |moves| table.a.session.request_undo(moves);
    assert_eq!(wants(0), Err(Misuse::CannotTakeBack));
    assert_eq!(wants(3), Err(Misuse::CannotTakeBack));
    // A peer that asks for it all the same is denied without our caller being troubled.
    let bit = table.b.session.snapshot().bit;
    let undo = Frame::new(bit.taken().flipped(), bit.mine(), Message::Undo(3));
    let now = table.now;
    table.b.hear_frame(now, undo);
    while table.b.poll(now).is_some() {}
    assert_eq!(table.b.sent.last(), Some(&Message::Deny));
    assert_eq!(table.b.record.len(), 2);
}

#[test]
fn nothing_is_taken_back_in_the_fjk_dialect() {
    let config = sgmp_proto::Config::tournament(Color::Black);
    let mut session = sgmp_proto::Session::new(config, sgmp_proto::Instant::ZERO);
    assert_eq!(session.request_undo(1), Err(Misuse::CannotTakeBack));
    assert_eq!(session.next_game(NO_OPINION), Err(Misuse::GameNotOver));
}

/// The mover moves at the moment when the other wants something back: the move stands.
#[test]
fn a_move_and_an_undo_at_once_end_with_the_move() {
    for moves in [3, 4] {
        let mut table = playing(moves);
        let (mover, other) = if moves == 4 {
            (&mut table.a, &mut table.b)
        } else {
            (&mut table.b, &mut table.a)
        };
        mover.play(at(7, 1)).unwrap();
        other.session.request_undo(1).unwrap();
        table.run();
        assert_eq!(table.a.record, table.b.record);
        assert_eq!(table.a.record.len(), usize::from(moves) + 1);
        let side = if moves == 4 { &table.b } else { &table.a };
        assert!(side.events.contains(&Event::UndoRefused));
        table.play(at(7, 2));
        table.finish();
    }
}

#[test]
fn two_undos_at_once_end_with_blacks() {
    let mut table = playing(4);
    table.a.session.request_undo(2).unwrap();
    table.b.session.request_undo(1).unwrap();
    table.run();
    assert_eq!(table.a.record, table.b.record);
    assert_eq!(table.a.record.len(), 2);
    assert!(table.b.events.contains(&Event::UndoRefused));
    table.play(at(7, 2));
    table.finish();
}

/// GNU Go 3.8 as Black asks after our OK; White's first move of a handicap game meets it.
#[test]
fn a_move_gives_way_to_a_question_and_goes_out_after_it() {
    let mut table = Table::agreed(proposal(), NO_OPINION);
    table.b.play(at(4, 4)).unwrap();
    assert_eq!(table.b.poll(table.now), None, "it listens first");
    table.now = table.now + core::time::Duration::from_secs(1);
    let sent = table.b.poll(table.now).expect("the move");
    let bit = table.a.session.snapshot().bit;
    let known = table.b.session.snapshot().bit.mine().flipped();
    let query = Frame::new(bit.mine().flipped(), known, Message::Query(Query::SIZE));
    let now = table.now;
    table.b.hear_frame(now, query);
    let answer = table.b.poll(now).expect("an answer");
    assert_eq!(answer.frame.message(), Message::Answer(9));
    assert_eq!(
        table.b.session.snapshot().unsent,
        match sent.frame.message() {
            Message::Move(mv) => Some(mv),
            _ => None,
        }
    );
    let ok = Frame::new(query.sequence(), answer.frame.sequence(), Message::Ok);
    table.b.hear_frame(now, ok);
    let again = table.b.poll(now).expect("the move again");
    assert_eq!(again.frame.message(), sent.frame.message());
    assert_eq!(table.b.record.len(), 1);
}

/// The side that was asked to play listens for a second behind its OK, and GNU Go asks at once.
#[test]
fn the_first_move_waits_for_the_openers_questions() {
    let mut table = Table::agreed(proposal(), NO_OPINION);
    table.b.play(at(4, 4)).unwrap();
    assert_eq!(table.b.poll(table.now), None);
    assert_eq!(
        table.b.session.poll_timeout(),
        Some(table.now + core::time::Duration::from_secs(1))
    );
    let bit = table.a.session.snapshot().bit;
    let known = table.b.session.snapshot().bit.mine().flipped();
    let query = Frame::new(bit.mine().flipped(), known, Message::Query(Query::SIZE));
    table.b.hear_frame(table.now, query);
    let answer = table.b.poll(table.now).expect("an answer at once");
    assert_eq!(answer.frame.message(), Message::Answer(9));
    let ok = Frame::new(query.sequence(), answer.frame.sequence(), Message::Ok);
    table.b.hear_frame(table.now, ok);
    let sent = table.b.poll(table.now).map(|sent| sent.frame.message());
    assert!(matches!(sent, Some(Message::Move(_))), "{sent:?}");
}

#[test]
fn a_question_in_play_is_answered_and_a_move_may_be_decided_meanwhile() {
    let mut table = playing(4);
    let bit = table.a.session.snapshot().bit;
    let query = Frame::new(bit.taken().flipped(), bit.mine(), Message::Query(Query(12)));
    let now = table.now;
    table.a.hear_frame(now, query);
    assert_eq!(
        table.a.poll(now).map(|sent| sent.frame.message()),
        Some(Message::Answer(0))
    );
    assert!(table.a.session.is_our_turn());
    table.a.play(at(7, 7)).unwrap();
    assert_eq!(table.a.poll(now), None);
    assert!(!table.a.session.is_our_turn());
    let mine = table.a.session.snapshot().bit.mine();
    table
        .a
        .hear_frame(now, Frame::new(query.sequence(), mine, Message::Ok));
    let sent = table.a.poll(now).map(|sent| sent.frame.message());
    assert!(matches!(sent, Some(Message::Move(_))), "{sent:?}");
}

/// The answer of a program that was killed meanwhile, and the move behind it, go out again.
#[test]
fn a_move_that_waits_survives_a_crash() {
    let mut table = playing(4);
    let bit = table.a.session.snapshot().bit;
    let query = Frame::new(bit.taken().flipped(), bit.mine(), Message::Query(Query(12)));
    table.a.hear_frame(table.now, query);
    table.a.play(at(7, 7)).unwrap();
    let snapshot = table.a.session.snapshot();
    let agreement = table.a.agreement.unwrap();
    let config = sgmp_proto::Config {
        size: agreement.size,
        ..super::harness::config(agreement.into())
    };
    table.a.session = sgmp_proto::Session::resume(config, snapshot, table.now);
    let answer = table.a.poll(table.now).expect("the answer again");
    assert_eq!(answer.frame.message(), Message::Answer(0));
    let ok = Frame::new(query.sequence(), answer.frame.sequence(), Message::Ok);
    table.a.hear_frame(table.now, ok);
    let sent = table.a.poll(table.now).map(|sent| sent.frame.message());
    assert!(matches!(sent, Some(Message::Move(_))), "{sent:?}");
}

/// A question of ours at our turn; the move that is decided meanwhile waits for the answer.
#[test]
fn how_the_game_stands_is_asked_at_our_turn_and_the_move_follows() {
    for query in (0..=12).map(Query) {
        let mut table = playing(4);
        let facts = |stones| GameFacts {
            stones,
            ..GameFacts::default()
        };
        table.a.session.set_facts(facts(4));
        table.b.session.set_facts(facts(3));
        table.a.session.ask(query).unwrap();
        // The position is that of the question.
        table.a.session.set_facts(facts(5));
        assert_eq!(table.a.session.ask(query), Err(Misuse::CannotAsk));
        assert!(table.a.session.is_our_turn());
        table.a.play(at(7, 7)).unwrap();
        table.run();
        assert!(table.a.sent.contains(&Message::Query(query)));
        let Some(Event::Answered(answered)) =
            table.a.events.iter().rev().find(
                |event| matches!(event, Event::Answered(answered) if answered.query == query),
            )
        else {
            panic!("{query} is not answered");
        };
        if query == Query::STONES {
            assert_eq!((answered.theirs, answered.ours), (3, 4));
            assert!(answered.differs());
        }
        assert_eq!(table.a.record.len(), 5);
        table.play(at(7, 8));
        table.finish();
    }
}

#[test]
fn nothing_is_asked_out_of_turn_or_in_the_fjk_dialect() {
    let mut table = playing(3);
    assert_eq!(table.a.session.ask(Query::STONES), Err(Misuse::CannotAsk));
    let config = sgmp_proto::Config::tournament(Color::Black);
    let mut session = sgmp_proto::Session::new(config, sgmp_proto::Instant::ZERO);
    assert_eq!(session.ask(Query::STONES), Err(Misuse::CannotAsk));
}

/// Answers of a program that does not know the question: OK, DENY, or none and a move.
#[test]
fn a_question_in_play_that_gets_no_answer_holds_up_nothing() {
    for message in [Message::Ok, Message::Deny] {
        let mut table = playing(4);
        table.a.session.ask(Query::LIMIT).unwrap();
        let asked = table.a.poll(table.now).expect("a question").frame;
        table.a.play(at(7, 7)).unwrap();
        let bit = table.a.session.snapshot().bit;
        let sequence = match message {
            Message::Ok => bit.taken(),
            _ => bit.taken().flipped(),
        };
        let frame = Frame::new(sequence, asked.sequence(), message);
        table.a.hear_frame(table.now, frame);
        let mut sent = core::iter::from_fn(|| table.a.poll(table.now));
        let last = sent.by_ref().last().expect("the move");
        assert!(matches!(last.frame.message(), Message::Move(_)), "{last:?}");
    }
}

/// Killed while its question waits, with the move behind it decided: both go out again.
#[test]
fn a_question_survives_a_crash() {
    let mut table = playing(4);
    table.a.session.ask(Query::STONES).unwrap();
    table.a.play(at(7, 7)).unwrap();
    let snapshot = table.a.session.snapshot();
    let agreement = table.a.agreement.unwrap();
    let config = sgmp_proto::Config {
        size: agreement.size,
        ..super::harness::config(agreement.into())
    };
    table.a.session = sgmp_proto::Session::resume(config, snapshot, table.now);
    table.run();
    assert_eq!(table.a.record, table.b.record);
    assert_eq!(table.b.record.len(), 5);
    table.finish();
}

#[test]
fn an_extension_is_denied_and_a_newgame_in_mid_game_is_not_taken() {
    let mut table = playing(4);
    let now = table.now;
    let bit = table.a.session.snapshot().bit;
    let new = |message| Frame::new(bit.taken().flipped(), bit.mine(), message);
    table.a.hear_frame(now, new(Message::NewGame));
    assert_eq!(table.a.poll(now), None);
    assert!(matches!(table.a.session.phase(), Phase::Playing(_)));
    table.a.hear_frame(now, new(Message::Extended(3)));
    let sent = table.a.poll(now).map(|sent| sent.frame.message());
    assert_eq!(sent, Some(Message::Deny));
}
