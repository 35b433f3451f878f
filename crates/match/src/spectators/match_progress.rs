//! A match as a person reads it, line by line.

use std::io::Write;
use std::time::Duration;

use sgmp_proto::{Config, Frame, FrameVerdict, Instant, Message, Phase, Stop, Transmit};

use crate::console::fitted;
use crate::play::duration::clock;
use crate::play::{Count, Dispute, End, Event, Match, Outcome, Terms};
use crate::port::{HeardBytes, PortKind, Spectator};
use crate::spectators::advice;
use crate::spectators::pause_words;
use crate::spectators::peer_answers;
use sgmp_board::picture::Picture;
use sgmp_board::rules::{Color, FinalScore, Game};

/// The other side has answered our NEWGAME with DENY.
pub(super) const REFUSED: &str = "the other side refuses the game (DENY): it wants another color, board or handicap, or \
    no game now; its operator's screen may say which. NEWGAME is sent again until it takes the game (Ctrl-C: leave)";

/// Returns whether a frame that is out of its place refuses the game that we have proposed.
pub fn refuses_game(frame: Frame, game: &Match) -> bool {
    frame.message() == Message::Deny && game.phase() == Phase::NewGameSent
}

/// Returns whether a frame that is out of its place is of a game that we do not know, before ours.
pub fn is_of_another_game(frame: Frame, game: &Match) -> bool {
    matches!(frame.message(), Message::Move(_))
        && matches!(game.phase(), Phase::Waiting | Phase::NewGameSent)
}

/// NEWGAME has come in mid-game, once.
const NEWGAME_IN_GAME: &str = "NEWGAME in mid-game: noise, somebody who tries the line, or a program that was started at the \
    other end. The game goes on. One that was left there goes on by `sgmp-go --resume FILE.journal --port PORT`; a program \
    that begins another one says NEWGAME every 20 s, and at the third the judge decides";

/// The opponent's flag has fallen.
pub(super) const OVER_TIME: &str = "the opponent is over its time. The game goes on: Ctrl-C, then 3 twice stops it with our \
    claim, and the judge decides; if the other side has had a pause, Ctrl-C, then 6 takes the judge's word on the clocks";

/// Amount that is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// A line a move.
    Lines,
    /// The board after each move too.
    Boards,
    /// The sentences alone: a screen shows moves and boards by itself.
    Screen,
}

/// Writes progress to a person's screen or a log.
pub struct MatchProgress<W> {
    out: W,
    detail: Detail,
    /// The name before each line where two matches are shown at once.
    who: Option<Color>,
    port: String,
    kind: PortKind,
    heard: HeardBytes,
    /// Time for the operators' word on dead stones.
    count_offer: Duration,
}

impl<W: Write> MatchProgress<W> {
    /// A display for a match on `port`.
    pub fn new(out: W, detail: Detail, (port, kind): (&str, PortKind)) -> Self {
        Self {
            out,
            detail,
            who: None,
            port: port.to_owned(),
            kind,
            heard: HeardBytes::default(),
            count_offer: Duration::ZERO,
        }
    }

    /// The same where an operator has so much time for naming dead stones after the count.
    #[must_use]
    pub fn with_count_offer(self, count_offer: Duration) -> Self {
        Self {
            count_offer,
            ..self
        }
    }

    /// All that came over the line.
    pub const fn heard_bytes(&self) -> &HeardBytes {
        &self.heard
    }

    fn say(&mut self, text: &str) {
        let written = match self.who {
            None => writeln!(self.out, "{text}"),
            Some(color) => writeln!(self.out, "{color}: {text}"),
        };
        // A reader that went away must not end the match.
        if let Err(error) = written.and_then(|()| self.out.flush()) {
            log::debug!("progress: {error}");
        }
    }

    fn moved(&mut self, game: &Match, event: &Event) {
        let Event::Moved {
            number,
            color,
            mv,
            captured,
            used,
        } = event
        else {
            return;
        };
        if self.detail == Detail::Screen {
            return;
        }
        let captures = match captured {
            0 => String::new(),
            1 => " takes 1 stone".to_owned(),
            many => format!(" takes {many} stones"),
        };
        let main = game.terms().main_time;
        let left = |color: Color| clock(main.saturating_sub(used[color]));
        self.say(&format!(
            "{number:>3}  {color:<5} {mv:<4}  left: Black {}, White {}{captures}",
            left(Color::Black),
            left(Color::White)
        ));
        if self.detail == Detail::Boards {
            self.board(game.game());
        }
    }

    fn board(&mut self, game: &Game) {
        self.say(&Picture::from_game(game).to_string());
    }

    fn doubted(&mut self, what: &str) {
        self.say(&format!(
            "perhaps noise; believed if it comes again, or nothing else does: {what}"
        ));
    }

    fn taken_back(&mut self, game: &Match, moves: u16, by: Color) {
        let left = game.game().move_count();
        self.say(&format!(
            "{by} takes back {moves}: {left} moves stand, {} to move",
            game.game().to_move()
        ));
        if self.detail == Detail::Boards {
            self.board(game.game());
        }
    }

    fn silence(&mut self, game: &Match, seconds: u64) {
        // What it answers to each NEWGAME has been told, and nothing else is amiss.
        if self.heard.ends_with_deny() && game.phase() == Phase::NewGameSent {
            return;
        }
        self.say(&format!("no frame heard for {seconds} s; likely causes:"));
        let causes = match self.heard.is_check() {
            true => vec![advice::CHECKED.to_owned()],
            false => advice::causes(game.phase(), game.terms().color, &self.heard, &self.port),
        };
        for cause in causes {
            self.say(&format!("  - {cause}"));
        }
    }

    /// The end may be one that the other program cannot know of.
    fn remains_to_be_done(&mut self, game: &Match, outcome: &Outcome, now: Instant) {
        if let Some(advice) = advice::untold_end(&outcome.end, game.terms().color, self.kind) {
            self.say(advice);
        }
        let offer = std::mem::take(&mut self.count_offer);
        if outcome.count().is_some() && !offer.is_zero() {
            let seconds = offer.as_secs();
            self.say(&format!(
                "staying on the line for {seconds} s, for the operators' word on dead stones (Enter or Ctrl-C: leave now)"
            ));
        } else if self.kind.is_cable() || !outcome.end.is_unseen() {
            self.lingering(game.phase(), now);
        }
    }

    /// After the end nothing moves on the screen for a while.
    fn lingering(&mut self, phase: Phase, now: Instant) {
        if let Phase::Over { until: Some(until) } = phase {
            let seconds = until.since(now).as_secs();
            self.say(&format!(
                "staying on the line for {seconds} s, in case the other side did not hear our last \
                 frame (Ctrl-C: leave now)"
            ));
        }
    }

    fn heard_frame(&mut self, game: &Match, frame: Frame, verdict: FrameVerdict) {
        match verdict {
            FrameVerdict::OutOfPlace if refuses_game(frame, game) => self.say(REFUSED),
            FrameVerdict::OutOfPlace => {
                self.say(&format!("{frame:?} is not in its place: ignored"));
            }
            FrameVerdict::Missed => {
                self.say(&format!("{frame:?} does not know our last frame: ignored"));
            }
            FrameVerdict::Refused(sentence) => {
                self.say(&format!("{frame:?} is refused: {sentence}"));
            }
            _ => log::debug!("heard {frame:?}: {verdict:?}"),
        }
    }
}

fn line_is_down(phase: Phase, what: &str) -> String {
    match phase {
        Phase::Waiting | Phase::NewGameSent | Phase::ColorAnswered => format!(
            "the line is down ({what}) before a game began; it is waited for. Is the other side's program still \
             running, with the other color?"
        ),
        _ => format!(
            "the line is down ({what}). Has the other side resigned? Then Ctrl-C, and 2 twice (3 twice: the judge \
             ends the game). If not, it is waited for"
        ),
    }
}

impl<W: Write> Spectator for MatchProgress<W> {
    fn heard(&mut self, _: Instant, bytes: &[u8]) {
        for &byte in bytes {
            self.heard.take(byte);
        }
    }

    fn sent(&mut self, _: Instant, transmit: &Transmit) {
        self.heard.note_sent(transmit.frame);
    }

    fn event(&mut self, now: Instant, game: &Match, event: &Event) {
        match event {
            Event::Heard(frame, verdict) => self.heard_frame(game, *frame, *verdict),
            Event::Garbled(bytes, error) => {
                self.say(&format!("garbled: {} ({error})", sgmp_proto::Hex(*bytes)));
            }
            // A screen counts them: said, they would push the causes of a silence out of sight.
            Event::Resent { .. } if self.detail == Detail::Screen => {}
            Event::Resent { frame, count } => {
                self.say(&format!("no answer yet, sent again ({count}): {frame:?}"));
            }
            Event::Nudged => {
                self.say(
                    "the opponent has been silent for long: in case its move was lost, our last OK \
                     again, byte by byte (--nudge)",
                );
            }
            Event::Ready => self.say(&ready(game.terms())),
            Event::Moved { .. } => self.moved(game, event),
            Event::Doubted(Dispute::PeerRestarted) => self.say(NEWGAME_IN_GAME),
            Event::Doubted(what) => self.doubted(&what.to_string()),
            Event::OpeningDoubted(what @ Stop::BothBlack) => self.say(&format!(
                "perhaps noise, or somebody who tries the line; believed if it comes again within 25 s: {what}"
            )),
            Event::OpeningDoubted(what) => self.doubted(&what.to_string()),
            Event::TakenBack { moves, by } => self.taken_back(game, *moves, *by),
            Event::TakingBackRefused(moves) => self.say(&format!(
                "the other side wished to take back {moves}; told that the moves stand (--undo deny)"
            )),
            Event::TakingBackDenied => {
                self.say("the other side does not take back: the moves stand");
            }
            Event::Answered(answered) => {
                if let Some(what) = peer_answers::warning(*answered) {
                    self.say(&what);
                }
            }
            Event::Silence(time) => self.silence(game, time.as_secs()),
            Event::OpponentOverTime(_) => self.say(OVER_TIME),
            Event::LongSilence(time) => self.say(&long_silence(*time)),
            Event::Noise(bytes) => self.say(&format!(
                "{bytes} bytes came since the last frame, none of them a frame: a loose cable, another speed \
                 (--baud), or another program on the line?"
            )),
            Event::PauseCharged(pause) => self.say(&pause_words::charged(pause, game.terms())),
            Event::PauseRuled(pause) => self.say(&pause_words::ruled(pause, game.terms())),
            Event::NothingCharged(why) => self.say(&why.to_string()),
            Event::JournalFailed(error) => {
                self.say(&format!(
                    "{error}; the match waits until the journal can be written"
                ));
            }
            Event::JournalMended => self.say("the journal is written again; the match goes on"),
            Event::RecordFailed(error) => {
                self.say(&format!(
                    "{error}; the match plays on, the journal has every move"
                ));
            }
            Event::LinkDown(what) => self.say(&line_is_down(game.phase(), what)),
            Event::LinkUp => self.say("the line is back; the match goes on"),
            Event::Ended(End::NoGame(_)) => {}
            Event::Ended(end) => self.say(&format!("the game is over: {end}")),
            Event::Settled(outcome) => {
                let text = match self.detail {
                    Detail::Screen => format!("result: {} ({})", outcome.result(), outcome.comment()),
                    Detail::Lines | Detail::Boards => fitted(&final_board(game.game(), outcome)),
                };
                self.say(&text);
                self.remains_to_be_done(game, outcome, now);
            }
            Event::OurTurn | Event::Acknowledged => {}
        }
    }
}

fn ready(terms: &Terms) -> String {
    format!(
        "the game begins: {} (Black) against {} (White), {}, {}komi {}, {} rules, {} a side",
        terms.names.black,
        terms.names.white,
        terms.size,
        match terms.handicap.stones() {
            0 => String::new(),
            stones => format!("{stones} stones, "),
        },
        terms.komi,
        terms.rules.name(),
        clock(terms.main_time)
    )
}

/// The board at the end, dead stones marked, with the count and the result (call, section 14).
pub fn final_board(game: &Game, outcome: &Outcome) -> String {
    let mut text = String::new();
    if let Some(count) = outcome.count() {
        text += &counted(game, count);
    } else if outcome.outlook().is_some() {
        text += &format!("{}\n", Picture::from_game(game));
    }
    text + &format!("result: {} ({})", outcome.result(), outcome.comment())
}

fn counted(game: &Game, count: &Count) -> String {
    let board = Picture::from_game(game)
        .dead(count.status.dead())
        .territory(count.status.territory());
    let side = |color: Color| match &count.score {
        FinalScore::Territory(score) => {
            let tally = score.tally[color];
            format!(
                "{color}: territory {}, prisoners {}, dead stones {}: {} points",
                tally.territory,
                tally.prisoners,
                tally.dead,
                tally.points()
            )
        }
        FinalScore::Area(score) => format!("{color}: area {} points", score.points[color]),
    };
    format!(
        "{board}\n{}\n{} + komi {}\n",
        side(Color::Black),
        side(Color::White),
        game.komi()
    )
}
/// The causes that a long silence may have of an opponent that is to move.
fn long_silence(time: Duration) -> String {
    format!(
        "the opponent is to move and has been silent for more than {}: it thinks, or its move was lost. GNU Go alone does not send a \
         lost move again by itself: if that is the other program, leave (Ctrl-C, 5) and go on with the printed command and \
         --nudge {}m",
        clock(time),
        Config::LONG_SILENCE.as_secs() / 60
    )
}
