//! A board that is studied, on a screen: what stands beside it, and the loop of keys.

use std::sync::mpsc::channel;

use crate::study::StudyWish;
use crate::terminal::screen_terminal::ScreenTerminal;
use crate::tui::{
    Bottom, GameView, Key, KeyHelp, MoveEntry, Note, Pane, PlayerView, StudyInput, StudyKeys,
    TextPane,
};
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::picture::Picture;
use sgmp_board::rules::{Board, BoardSize, ByColor, Color, Move, Point};
use sgmp_match::console::Leaving;
use sgmp_match::console::operator::{CtrlZ, Signals};

/// The contents of the screen.
pub(super) struct StudyPage {
    /// The board, without the cursor.
    pub(super) picture: Picture,
    /// The line above the board.
    pub(super) title: String,
    /// The names of the two sides.
    pub(super) names: ByColor<String>,
    /// The side to move.
    pub(super) to_move: Color,
    /// Sentences beside the board.
    pub(super) notes: Vec<Note>,
    pub(super) text: Option<TextPane>,
    /// The moves so far.
    pub(super) moves: Vec<(Color, Move)>,
}

/// Something that is studied on a screen.
pub(super) trait Studied {
    /// The contents of the screen now.
    fn page(&self) -> StudyPage;

    /// The keys that mean something now.
    fn keys(&self) -> &'static [KeyHelp];

    /// The point at which the cursor begins; `None` for the middle.
    fn first_cursor(&self) -> Option<Point> {
        None
    }

    /// Carries a wish out; false once nothing more is asked.
    fn grant(&mut self, wish: StudyWish) -> bool;
}

enum ScreenInput {
    Key(Key),
    Interrupt,
}

/// Shows it until the learner leaves.
///
/// # Errors
/// Signals that cannot be heard.
pub(super) fn run_on_screen(
    screen: &mut ScreenTerminal,
    studied: &mut impl Studied,
    commands: &'static [(char, StudyInput)],
) -> Result<Leaving, Failure> {
    let (sender, inputs) = channel();
    let heard = sender.clone();
    let signals = Signals::listen(CtrlZ::Stops, move |_| {
        // When the board is left nobody listens.
        let _gone = heard.send(ScreenInput::Interrupt);
    });
    let _signals = signals.map_err(|error| Failure::new(Blame::Port, error))?;
    screen.send_keys(sender, ScreenInput::Key);
    let mut keys = StudyKeys::new(studied.page().picture.size(), commands);
    keys.go_to(studied.first_cursor());
    let mut scroll = 0;
    let mut title = String::new();
    loop {
        let page = studied.page();
        keys.turn_to(page.picture.size());
        if page.title != title {
            title.clone_from(&page.title);
            keys.leave_stones(|point| page.picture.stone(point).is_none());
        }
        let view = view(page, &keys, studied.keys(), scroll);
        screen.draw(|look, frame| view.draw(look, frame));
        let Ok(ScreenInput::Key(key)) = inputs.recv() else {
            return Ok(Leaving::Interrupted);
        };
        let clicked = key
            .place()
            .and_then(|place| view.point_at(screen.look(), screen.size(), place));
        match keys.wish(key, clicked) {
            None => {}
            Some(StudyInput::Interrupt) => return Ok(Leaving::Interrupted),
            Some(StudyInput::Suspend) => screen.suspend(),
            Some(StudyInput::Redraw) => screen.clear(),
            Some(StudyInput::Scroll(pages)) => {
                scroll = usize::saturating_add_signed(scroll, isize::from(pages)).min(99);
            }
            Some(StudyInput::Leave) => return Ok(Leaving::Done),
            Some(StudyInput::Wish(wish)) => {
                scroll = 0;
                if wish == StudyWish::WhyNot {
                    let mut page = studied.page();
                    page.notes.push(Note::plain("A moment ..."));
                    let waiting = self::view(page, &keys, studied.keys(), scroll);
                    screen.draw(|look, frame| waiting.draw(look, frame));
                }
                if !studied.grant(wish) {
                    return Ok(Leaving::Done);
                }
            }
        }
    }
}

fn view(page: StudyPage, keys: &StudyKeys, help: &'static [KeyHelp], scroll: usize) -> GameView {
    let player = |color: Color| PlayerView {
        name: page.names[color].clone(),
        captures: 0,
        clock: None,
        has_turn: page.to_move == color,
    };
    GameView {
        players: ByColor::new(player(Color::Black), player(Color::White)),
        picture: page.picture.cursor(Some(keys.cursor())),
        title: page.title,
        health: None,
        notes: page.notes,
        pane: if page.text.is_some() {
            Pane::Text
        } else {
            Pane::Moves
        },
        text: page.text,
        moves: MoveEntry::all(&page.moves),
        curve: None,
        scroll,
        bottom: keys.prompt().map_or(Bottom::Keys(help), Bottom::Prompt),
        help: keys.help(help),
        focus: Some(keys.cursor()),
    }
}

/// Takes a snapshot of what is studied at each size of the screen.
#[cfg(test)]
pub(super) fn check_screens(name: &str, studied: &impl Studied) {
    use crate::tui::snapshot::{drawn_by, on_all_screens};

    let draw = |charset, size| {
        let page = studied.page();
        let mut keys = StudyKeys::new(page.picture.size(), &[]);
        keys.leave_stones(|point| page.picture.stone(point).is_none());
        let view = view(page, &keys, studied.keys(), 0);
        drawn_by(charset, size, |look, frame| view.draw(look, frame))
    };
    on_all_screens(draw, |ending, drawn| {
        insta::assert_snapshot!(format!("{name}-{ending}"), drawn);
    });
}

/// The stones of a board in two sentences, for those who do not see it.
pub(super) fn stones_in_words(board: &Board) -> String {
    let side = |color: Color| {
        let stones: Vec<String> = board.stones(color).map(|stone| stone.to_string()).collect();
        match stones.len() {
            0 => format!("{color} has no stones."),
            1 => format!("{color}'s stone: {}.", stones.concat()),
            _ => format!("{color}'s stones: {}.", stones.join(", ")),
        }
    };
    format!(
        "{}: {} {}",
        size_in_words(board.size()),
        side(Color::Black),
        side(Color::White)
    )
}

fn size_in_words(size: BoardSize) -> String {
    format!("A board of {} lines", size.lines())
}
