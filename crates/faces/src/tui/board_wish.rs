//! Wishes at a board, and the keys of a review that tell them.

use super::screen_keys::Key;
use sgmp_board::rules::Point;

/// Something wished for by a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// A move here; in a count, the string here dead or alive.
    Point(Point),
    /// A pass of the side to move.
    Pass,
    /// The latest move back.
    TakeBack,
    /// The end of the game.
    Resign,
    /// Moves with reasons shown, or no more.
    Hint,
    /// The reasons for the latest move.
    Why,
    /// The case against the latest move, of a person's where one plays.
    WhyNot,
    /// Territory shown, or no more.
    Territory,
    /// The life of groups shown, or no more.
    Groups,
    /// The curve shown, or no more; in a review the next of the curves, or none.
    Curve,
    /// A bell at an atari, or no more.
    Bell,
    /// The count taken as it stands.
    Accept,
    /// More moves after a count; over a line, the count as it was.
    PlayOn,
    /// Other dead stones named after a match over a line.
    Recount,
    /// Another game after the one that is over.
    Again,
    /// A look at the game that is over.
    Review,
    /// The next pane beside the board.
    NextPane,
    /// The pane scrolled by pages.
    Scroll(i8),
    /// A line that was typed: `BoardKeys::take_line`.
    Typed(LineKind),
    /// The comment of the position written: `BoardKeys::edit`.
    Comment,
    /// The game written to a file whose name is typed: `BoardKeys::edit`.
    Save,
    /// A move on along the chosen variation.
    Forward,
    /// A move back in the line that is shown.
    Back,
    /// The position before the first move.
    First,
    /// The last position of the line.
    Last,
    /// Another one of the variations that begin here: the next (1) or the one before (-1).
    Variation(i8),
    /// The main line again.
    Main,
    /// The list of the moves on which the game turned.
    Turns,
    /// The position before one of these moves, from 1.
    Turn(u8),
    /// A problem made of the move that lost much.
    TryAgain,
    /// The arrows for the cursor, to try a move, or no more.
    Try,
    /// The screen left, but not the program.
    Leave,
    /// Everything stopped at once.
    Interrupt,
    /// The program stopped until the shell lets it go on.
    Suspend,
    /// The screen drawn anew.
    Redraw,
}

/// The use of a line that is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// Talk for the other side's operator.
    Say,
    /// The comment of a position; `\n` begins a line.
    Comment,
    /// The name of a file.
    Save,
}

impl LineKind {
    /// Its name before what is typed.
    pub(super) const fn label(self) -> &'static str {
        match self {
            Self::Say => "Message",
            Self::Comment => "Comment",
            Self::Save => "Save as",
        }
    }

    /// The use of Enter, in a word.
    pub(super) const fn done(self) -> &'static str {
        match self {
            Self::Say => "send",
            Self::Comment | Self::Save => "keep",
        }
    }

    pub(super) const fn max_length(self) -> usize {
        match self {
            Self::Say => 200,
            Self::Comment | Self::Save => 4000,
        }
    }
}

/// The wish of a key that walks through a game; `is_free` if no point is being typed.
pub(super) fn walk(key: Key, is_free: bool) -> Option<Wish> {
    Some(match key {
        Key::Arrow(1, _) => Wish::Forward,
        Key::Arrow(-1, _) => Wish::Back,
        Key::Arrow(_, up) => Wish::Variation(-up),
        Key::Home => Wish::First,
        Key::End => Wish::Last,
        Key::Enter if is_free => Wish::Forward,
        Key::Backspace if is_free => Wish::Back,
        Key::Char(digit @ '1'..='9') if is_free => {
            Wish::Turn(u8::try_from(digit.to_digit(10)?).ok()?)
        }
        _ => return None,
    })
}

/// The wish of a letter where a game is walked through.
pub(super) const fn review_wish(letter: char) -> Option<Wish> {
    Some(match letter {
        'l' => Wish::Turns,
        'x' => Wish::Try,
        'f' => Wish::TryAgain,
        'i' => Wish::Comment,
        'h' => Wish::Hint,
        'w' => Wish::Why,
        'z' => Wish::WhyNot,
        't' => Wish::Territory,
        'g' => Wish::Groups,
        'e' => Wish::Curve,
        'q' => Wish::Leave,
        _ => return None,
    })
}
