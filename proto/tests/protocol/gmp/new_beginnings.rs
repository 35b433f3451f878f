//! A handshake that begins anew: one side was started again, or the line was dead for long.

use core::time::Duration;

use sgmp_proto::{BoardSize, Color, Event, Frame, Instant, Message, Query, Stop};

use super::gmp_handshake::{black, stop_of};
use super::harness::{NO_OPINION, Side, Table, proposed};

/// Black is gone after each number of frames of the handshake, the last of them included, and is
/// started again.
#[test]
fn a_newgame_before_the_first_move_is_a_new_beginning() {
    let mut begun = 0;
    for frames in 0..60 {
        let mut table = Table::losing(black(), NO_OPINION, move |frame| frame >= frames);
        table.run();
        begun += u32::from(table.b.events.contains(&Event::Ready));
        table.is_good = true;
        table.a = Side::new(black());
        table.run();
        for side in [&table.a, &table.b] {
            let agreement = side.agreement.expect("a game");
            assert_eq!(agreement.size, BoardSize::new(9).unwrap(), "{frames}");
        }
        table.finish();
    }
    assert!(begun > 10, "White had begun {begun} times");
}

/// White has named its files after the terms by then.
#[test]
fn a_new_beginning_keeps_to_the_terms_of_the_first() {
    for (terms, stop) in [(proposed(Some(Color::Black), 0, 0), None), {
        let stop = Stop::TermsDiffer {
            query: Query::SIZE,
            expected: 9,
            got: 13,
        };
        (proposed(Some(Color::Black), 13, 1), Some(stop))
    }] {
        let mut table = Table::agreed(black(), NO_OPINION);
        table.a = Side::new(terms);
        table.run();
        assert_eq!(stop_of(&table.b), stop);
        if stop.is_none() {
            assert_eq!(table.a.agreement.unwrap().size.lines(), 9);
            table.finish();
        }
    }
}

#[test]
fn a_newgame_of_a_program_that_goes_on_is_a_new_beginning_too() {
    let mut table = Table::agreed(black(), NO_OPINION);
    let bit = table.b.session.snapshot().bit;
    let newgame = Frame::new(bit.taken().flipped(), bit.mine(), Message::NewGame);
    table.b.hear_frame(table.now, newgame);
    let sent = table.b.poll(table.now).map(|sent| sent.frame.message());
    assert_eq!(sent, Some(Message::Query(Query::GAME)));
}

/// White is gone after each number of frames of its handshake, and is started again: it waits for a
/// NEWGAME.
#[test]
fn a_white_that_was_started_again_in_the_handshake_gets_a_newgame() {
    let mut begun_again = 0;
    for frames in 0..27 {
        let mut table = Table::losing(black(), NO_OPINION, move |frame| frame >= frames);
        table.run();
        assert_eq!(table.a.agreement, None, "{frames}");
        table.is_good = true;
        table.b = Side::new(NO_OPINION);
        table.pass(Duration::from_secs(85));
        for side in [&table.a, &table.b] {
            let agreement = side.agreement.expect("a game");
            assert_eq!(agreement.size, BoardSize::new(9).unwrap(), "{frames}");
        }
        let newgames = table.a.sent.iter().filter(|m| **m == Message::NewGame);
        begun_again += u32::from(newgames.count() > 1);
        table.finish();
    }
    assert!(begun_again > 20, "{begun_again}");
}

/// The line is dead in both directions for longer than Black waits, and White has stayed: what it
/// repeats meets Black's NEWGAME.
#[test]
fn a_white_that_is_still_there_begins_again_too() {
    for frames in 0..60 {
        for dead in [70, 79, 80, 81, 99, 100, 120] {
            let mut table = Table::losing(black(), NO_OPINION, move |frame| frame >= frames);
            table.pass(Duration::from_secs(dead));
            table.is_good = true;
            table.pass(Duration::from_secs(100));
            for side in [&table.a, &table.b] {
                assert!(
                    side.agreement.is_some(),
                    "{frames} {dead}: {:?}",
                    stop_of(side)
                );
            }
            table.finish();
        }
    }
}

/// A question of the handshake before may be under way when Black begins again.
#[test]
fn a_question_from_before_the_new_beginning_is_believed_at_its_second_copy() {
    use sgmp_proto::Bit::{One, Zero};
    let question = |query| Frame::new(One, One, Message::Query(query));
    for (heard, answered) in [
        (vec![Query::RULES], true),
        (vec![Query::SIZE], false),
        (vec![Query::SIZE, Query::RULES], true),
        (vec![Query::SIZE, Query::HANDICAP], false),
        (vec![Query::SIZE, Query::SIZE], true),
    ] {
        let mut side = Side::new(black());
        assert!(side.poll(Instant::ZERO).is_some());
        side.hear_frame(Instant::ZERO, question(Query::RULES));
        let mut now = Instant::ZERO;
        let newgame = loop {
            while side.poll(now).is_some() {}
            now = side.session.poll_timeout().expect("a resend");
            side.session.handle_timeout(now);
            let (pending, resends) = side.session.pending().expect("a frame");
            if pending.message() == Message::NewGame {
                break pending;
            }
            assert!(resends <= 3);
        };
        assert_eq!(newgame, Frame::new(One, Zero, Message::NewGame));
        assert_eq!(now, Instant::ZERO + Duration::from_secs(80));
        for query in heard {
            side.hear_frame(now, question(query));
        }
        let (pending, _) = side.session.pending().expect("a frame");
        assert_eq!(pending.message() != Message::NewGame, answered);
    }
}

/// Black's questions after White's OK are no reason: White has ended its handshake.
#[test]
fn who_has_said_ok_gets_no_second_newgame() {
    let mut table = Table::losing(black(), NO_OPINION, |frame| frame >= 30);
    table.run();
    assert!(table.b.agreement.is_some() && table.a.agreement.is_none());
    table.pass(Duration::from_secs(300));
    let newgames = table.a.sent.iter().filter(|m| **m == Message::NewGame);
    assert_eq!(newgames.count(), 1);
    table.is_good = true;
    table.pass(Duration::from_secs(30));
    table.finish();
}
