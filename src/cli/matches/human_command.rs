//! `human`: an operator plays, move by move at a prompt.

use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use clap::{Arg, Args};

use super::local_player::LocalPlayer;
use super::match_args::{MatchArgs, is_player_option};
use super::match_command::run_with;
use super::match_hooks::MatchHooks;
use super::match_plan::{MatchPlan, MovesFrom};
use super::talk::TalkSender;
use crate::cli::exit::Exit;
use sgmp_advice::review::AdviceDesk;
use sgmp_board::failure::Failure;
use sgmp_board::picture::Picture;
use sgmp_board::rules::{ByColor, Color, Game, Move, Point};
use sgmp_faces::local_game::Atari;
use sgmp_faces::match_view::recount_lines;
use sgmp_faces::match_view::recount_lines::RecountLines;
use sgmp_faces::tables::plain_answers::{clocks, group, groups, last, typed_row};
use sgmp_faces::tables::typed_line_error::BoardQuestionError;
use sgmp_match::console::operator::{Keyboard, Menu, Typed, read_keyboard};
use sgmp_match::console::signals::Interrupts;
use sgmp_match::console::{TextStream, told_line};
use sgmp_match::play::duration::clock;
use sgmp_match::play::{Decision, Dialect, Event, Match, Terms};
use sgmp_match::port::{DriverInput, MonotonicClock, MoveSlot, Operator, Spectator};
use sgmp_match::spectators::shared_match::SharedMatch;

const HELP: &str = "type a point (Q16), pass, resign, hint, say TEXT, or nothing to see the clock; Ctrl-C asks\n\
    board, row 5, group Q16, groups, last, why, clock tell how the game stands";
const UNDO_HELP: &str = "undo asks the other side to take your last move back";

/// A match that a person plays.
#[derive(Debug, Args)]
#[command(mut_args(without_a_thinker))]
pub struct HumanArgs {
    /// The match
    #[command(flatten)]
    pub play: MatchArgs,
}

/// There is always a port.
fn without_a_thinker(arg: Arg) -> Arg {
    if is_player_option(arg.get_id().as_str()) {
        arg.hide(true).conflicts_with("port")
    } else {
        arg
    }
}

/// Plays the match with a person at the keyboard.
///
/// # Errors
/// [`Failure`], with the exit code.
pub(crate) fn run(args: &HumanArgs) -> Result<Exit, Failure> {
    let plan = MatchPlan::new(&args.play, MovesFrom::Person)?;
    let interrupts = Interrupts::listen_at_line()?;
    let mut person = Person {
        reader: PromptReader {
            slot: MoveSlot::new(),
            menu: Menu::default(),
            face: Face::default(),
            clocks: Clocks::default(),
            talk: TalkSender::default(),
            recount: RecountLines::default(),
            chair: Arc::default(),
        },
        is_seated: false,
        has_screen: plan.output.screen,
    };
    run_with(&plan, &interrupts, &mut person)
}

/// The match's side of the prompt.
struct Person {
    reader: PromptReader,
    /// True if somebody reads the keyboard already.
    is_seated: bool,
    /// True if moves are made on a screen.
    has_screen: bool,
}

impl Spectator for Person {
    fn event(&mut self, now: sgmp_proto::Instant, game: &Match, event: &Event) {
        let Some((shared, _)) = self.reader.chair() else {
            return;
        };
        if let (Event::Moved { .. }, false) = (event, self.has_screen) {
            let ours = game.terms().color;
            let before = shared.state().game;
            for atari in Atari::new_on(game.game().board(), before.board()) {
                told_line(atari.sentence(Some(ours)));
            }
        }
        self.reader.clocks.set(now, game);
        shared.update(game, event);
        if let (Event::Settled(outcome), false) = (event, self.has_screen)
            && outcome.count().is_some()
        {
            told_line(recount_lines::HELP);
        }
        if matches!(event, Event::OurTurn) && !self.has_screen {
            let left = game.our_time_left(now);
            self.reader.face.set(left);
            ask(game.terms().color, left);
        }
    }
}

impl MatchHooks for Person {
    fn local_player(&self, _: &MatchPlan<'_>, _: &Interrupts) -> Result<LocalPlayer, Failure> {
        Ok(LocalPlayer::by_hand(self.reader.slot.clone()))
    }

    fn begin(&mut self, game: &Match, sender: Sender<DriverInput>) {
        // A move that came too late for the last game is none in this one.
        let _too_late = self.reader.slot.take();
        let shared = SharedMatch::new(game.game().clone());
        self.reader.sit_down(shared, game.terms());
        self.reader.talk.open(sender);
        if self.has_screen {
            return;
        }
        told_line(HELP);
        if game.terms().dialect == Dialect::Gmp {
            told_line(UNDO_HELP);
        }
        if !std::mem::replace(&mut self.is_seated, true) {
            let reader = self.reader.clone();
            thread::spawn(move || reader.read());
        }
    }

    fn hand(&self) -> Option<MoveSlot> {
        Some(self.reader.slot.clone())
    }

    fn keyboard(&self) -> Keyboard {
        Keyboard::Shared(self.reader.menu.clone())
    }
}

/// The keyboard's side of the prompt; clones share it.
#[derive(Clone)]
struct PromptReader {
    slot: MoveSlot,
    menu: Menu,
    face: Face,
    clocks: Clocks,
    talk: TalkSender,
    recount: RecountLines,
    /// The board in front of us.
    chair: Arc<Mutex<Option<Chair>>>,
}

/// A board, our color at it, and the form of the protocol.
type Chair = (SharedMatch, (Color, Dialect));

impl PromptReader {
    /// Until the end of the input, at which the match is left. Ctrl-D at a terminal asks first.
    fn read(&self) {
        read_keyboard(&self.menu, |typed| match typed {
            Typed::Answer(Some(operator)) => self.talk.tell(operator),
            Typed::Answer(None) => {}
            Typed::Line(line) => self.heed(line.trim()),
            Typed::CtrlD if self.is_over() => self.talk.tell(Operator::Leaves),
            Typed::CtrlD => self.menu.insist(),
        });
        self.talk.tell(Operator::Leaves);
    }

    /// Returns whether there is nothing left to decide.
    fn is_over(&self) -> bool {
        self.chair()
            .is_some_and(|(shared, _)| shared.state().over.is_some())
    }

    fn sit_down(&self, shared: SharedMatch, terms: &Terms) {
        let chair = (shared, (terms.color, terms.dialect));
        *self.chair.lock().unwrap_or_else(PoisonError::into_inner) = Some(chair);
    }

    fn chair(&self) -> Option<Chair> {
        let chair = self.chair.lock().unwrap_or_else(PoisonError::into_inner);
        chair.clone()
    }

    fn heed(&self, line: &str) {
        let Some((shared, (color, dialect))) = self.chair() else {
            return;
        };
        if let Some(text) = line.strip_prefix("say ") {
            return self.talk.tell(Operator::Says(text.to_owned()));
        }
        let state = shared.state();
        if let Some((told, said)) = self.recount.take(line, &state) {
            said.into_iter().for_each(|said| self.talk.tell(said));
            return told_line(told);
        }
        if let Some(how) = state.over {
            return told_line(format_args!("the game is over: {how}"));
        }
        if let Some(told) = self.answer(line, &state.game) {
            return told_line(told.unwrap_or_else(|error| format!("not done: {error}")));
        }
        if line.is_empty() {
            return self.prompt();
        }
        if line.eq_ignore_ascii_case("undo") {
            return match dialect {
                Dialect::Gmp => self.talk.tell(Operator::TakesBack),
                Dialect::Fjk => told_line(
                    "not done: the protocol of this match has no word for taking back: moves stand",
                ),
            };
        }
        if line.eq_ignore_ascii_case("hint") && state.is_our_turn {
            told_line(AdviceDesk::own().hints(&state.game, color));
            return self.prompt();
        }
        let Some(decision) = decision(line) else {
            told_line(HELP);
            return self.prompt();
        };
        if let Decision::Move(mv) = decision
            && state.is_our_turn
            && let Err(why) = state.game.legality(color, mv)
        {
            told_line(format_args!("{mv} is illegal: {why}"));
            return self.prompt();
        }
        if shared.take_turn() {
            self.slot.put(decision);
        } else {
            told_line(format_args!("it is not your turn: {line} is not played"));
        }
    }

    /// The answer to a question about the position; `None` where the line is none.
    fn answer(&self, line: &str, game: &Game) -> Option<Result<String, HumanQuestionError>> {
        let line = line.to_ascii_lowercase();
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        let (board, to_move) = (game.board(), game.to_move());
        Some(match word {
            "board" => Ok(Picture::from_game(game).to_string()),
            "row" => typed_row(board, rest).map_err(HumanQuestionError::from),
            "group" => match Point::parse(rest.trim()).filter(|point| point.is_on(game.size())) {
                Some(point) => {
                    let groups = AdviceDesk::own().groups(game, to_move);
                    group(board, &groups, point).map_err(HumanQuestionError::from)
                }
                None => Err(HumanQuestionError::NoPoint(rest.to_owned())),
            },
            "groups" => Ok(groups(&AdviceDesk::own().groups(game, to_move))),
            "last" => Ok(last(game)),
            "clock" => Ok(self.clocks.in_words()),
            "why" => {
                let told = AdviceDesk::own().explain(game, game.move_count());
                Ok(told.map_or_else(
                    || "no move was made yet".to_owned(),
                    |told| told.to_string(),
                ))
            }
            _ => return None,
        })
    }

    fn prompt(&self) {
        match (self.face.left(), self.chair()) {
            (Some(left), Some((shared, (color, _)))) if shared.state().is_our_turn => {
                ask(color, left);
            }
            _ => told_line(format_args!("it is not your turn")),
        }
    }
}

/// The reason why a question about the position has no answer.
#[derive(Debug, thiserror::Error)]
enum HumanQuestionError {
    /// A row that there is not, or a point without a stone.
    #[error(transparent)]
    Board(#[from] BoardQuestionError),
    /// A word that is no point of this board.
    #[error("{0:?} is no point of the board")]
    NoPoint(String),
}

/// Our clock at the beginning of our turn, and what has passed since.
#[derive(Clone, Default)]
struct Face(Arc<Mutex<Option<(Duration, MonotonicClock)>>>);

impl Face {
    fn set(&self, left: Duration) {
        *self.lock() = Some((left, MonotonicClock::start()));
    }

    fn left(&self) -> Option<Duration> {
        let (left, since) = (*self.lock())?;
        Some(left.saturating_sub(since.now().since(sgmp_proto::Instant::ZERO)))
    }

    fn lock(&self) -> MutexGuard<'_, Option<(Duration, MonotonicClock)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Both clocks at the latest event.
#[derive(Clone, Default)]
struct Clocks(Arc<Mutex<Option<ClocksSeen>>>);

/// The time left of each side, the side whose clock runs, and what has passed since.
type ClocksSeen = (ByColor<Duration>, Option<Color>, MonotonicClock);

impl Clocks {
    fn set(&self, now: sgmp_proto::Instant, game: &Match) {
        let (used, main) = (game.used(now), game.terms().main_time);
        let left = |color: Color| main.saturating_sub(used[color]);
        let left = ByColor::new(left(Color::Black), left(Color::White));
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) =
            Some((left, game.running_clock(), MonotonicClock::start()));
    }

    fn in_words(&self) -> String {
        let known = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some((mut left, running, since)) = known else {
            return "no clock runs yet".to_owned();
        };
        if let Some(color) = running {
            let passed = since.now().since(sgmp_proto::Instant::ZERO);
            left[color] = left[color].saturating_sub(passed);
        }
        clocks(left)
    }
}

/// Decision in a typed line; a slip of the finger means nothing.
fn decision(line: &str) -> Option<Decision> {
    if line.eq_ignore_ascii_case("resign") {
        return Some(Decision::Resign);
    }
    if line.eq_ignore_ascii_case("pass") {
        return Some(Decision::Move(Move::Pass));
    }
    Point::parse(line).map(|point| Decision::Move(Move::Play(point)))
}

fn ask(color: Color, left: Duration) {
    TextStream::Stdout.text(&format!("{color}, {} left> ", clock(left)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_moves_mean_anything() {
        let q16 = Point::parse("Q16").map(|point| Decision::Move(Move::Play(point)));
        assert_eq!(decision("q16"), q16);
        assert_eq!(decision("PASS"), Some(Decision::Move(Move::Pass)));
        assert_eq!(decision("resign"), Some(Decision::Resign));
        for slip in [
            "p",
            "q",
            "hint",
            "row 5",
            "group Q16",
            "last",
            "16",
            "I5",
            "Q16 R16",
            "quit",
            "resign?",
        ] {
            assert_eq!(decision(slip), None, "{slip}");
        }
    }
}
