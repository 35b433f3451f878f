//! The look of a screen: its characters and its colors. No color says what no sign says.

use ratatui::style::{Color as Hue, Modifier, Style};

use sgmp_board::picture::{BoardColors, Cell, CellMeaning, Charset, Life, Rgb, Tint};
use sgmp_board::rules::Color;

/// The colors that a terminal has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Palette {
    /// None: bold, faint and reversed alone.
    #[default]
    Plain,
    /// Sixteen, whose tones nobody knows: for signs, not for the board.
    Sixteen,
    /// A table of 256.
    Indexed,
    /// Any color, by red, green and blue.
    True,
}

impl Palette {
    /// The colors of a terminal by its environment; `variable` reads a variable of it.
    pub fn from_environment(variable: impl Fn(&str) -> Option<String>) -> Self {
        let value = |name: &str| variable(name).unwrap_or_default();
        if !value("NO_COLOR").is_empty() {
            return Self::Plain;
        }
        let (depth, terminal) = (value("COLORTERM"), value("TERM"));
        if depth == "truecolor" || depth == "24bit" {
            Self::True
        } else if terminal.contains("256color") {
            Self::Indexed
        } else {
            Self::Sixteen
        }
    }

    /// A color where it can be had: of 24 bits, of the table, of the sixteen.
    fn hue(self, rgb: Rgb, sixteen: Hue) -> Option<Hue> {
        match self {
            Self::Plain => None,
            Self::Sixteen => Some(sixteen),
            Self::Indexed => Some(Hue::Indexed(rgb.indexed())),
            Self::True => Some(Hue::Rgb(rgb.0, rgb.1, rgb.2)),
        }
    }

    /// Returns whether boards have a ground of wood.
    const fn has_wood(self) -> bool {
        matches!(self, Self::Indexed | Self::True)
    }
}

/// The look of a screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScreenLook {
    /// The characters that the terminal can show.
    pub charset: Charset,
    /// The colors that the terminal can show.
    pub palette: Palette,
}

const BOLD: Modifier = Modifier::BOLD;

/// The colors of a board on the screen.
const WOOD: BoardColors = BoardColors::WOOD;
/// Its ground below the cursor.
const CURSOR_FIELD: Rgb = Rgb(250, 240, 170);
/// Its ground below dead stones.
const DEAD_FIELD: Rgb = Rgb(205, 150, 110);

impl ScreenLook {
    /// The sign of a color's stones.
    pub(super) const fn stone(self, color: Color) -> char {
        match (self.charset, color) {
            (Charset::Ascii, Color::Black) => 'X',
            (Charset::Ascii, Color::White) => 'O',
            (Charset::Unicode, Color::Black) => '●',
            (Charset::Unicode, Color::White) => '○',
        }
    }

    /// A line across, as a character.
    pub(super) const fn rule(self) -> char {
        match self.charset {
            Charset::Ascii => '-',
            Charset::Unicode => '─',
        }
    }

    pub(super) fn title(self) -> Style {
        Style::new().add_modifier(BOLD)
    }

    /// Something beside the point.
    pub(super) fn faint(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    /// A key in a line of keys.
    pub(super) fn key(self) -> Style {
        let style = Style::new().add_modifier(BOLD);
        self.colored(style, Rgb(110, 180, 255), Hue::Cyan)
    }

    /// Something to look at: an atari, an error.
    pub(super) fn warning(self) -> Style {
        let style = Style::new().add_modifier(BOLD);
        self.colored(style, Rgb(255, 110, 90), Hue::Red)
    }

    /// The chosen one of several.
    pub(super) fn chosen(self) -> Style {
        Style::new().add_modifier(BOLD | Modifier::REVERSED)
    }

    fn colored(self, style: Style, rgb: Rgb, sixteen: Hue) -> Style {
        match self.palette.hue(rgb, sixteen) {
            Some(hue) => style.fg(hue),
            None => style,
        }
    }

    /// The style of a cell of a board.
    pub(super) fn cell(self, cell: &Cell) -> Style {
        let mut style = self.on_board(cell);
        if cell.is_cursor {
            style = match self.palette.has_wood() {
                true => self.ground(style, CURSOR_FIELD),
                false => style.add_modifier(Modifier::REVERSED),
            };
        }
        style
    }

    fn ground(self, style: Style, rgb: Rgb) -> Style {
        match self.palette.hue(rgb, Hue::Reset) {
            Some(hue) => style.bg(hue),
            None => style,
        }
    }

    fn on_board(self, cell: &Cell) -> Style {
        let bold = Style::new().add_modifier(BOLD);
        if !self.palette.has_wood() {
            return match cell.meaning {
                CellMeaning::Coordinate | CellMeaning::Line | CellMeaning::Star => self.faint(),
                CellMeaning::Atari | CellMeaning::Life(_) => self.warning(),
                CellMeaning::Candidate(_) | CellMeaning::Label => self.key(),
                CellMeaning::Margin | CellMeaning::Leaning(_) => Style::new(),
                _ => bold,
            };
        }
        let wood = match cell.tint {
            Some(Tint::Life(Life::Dead | Life::ProbablyDead)) => self.ground(bold, DEAD_FIELD),
            _ => self.ground(bold, WOOD.field),
        };
        let on = |rgb| self.colored(wood, rgb, Hue::Reset);
        match cell.meaning {
            CellMeaning::Stone(color)
            | CellMeaning::DeadStone(color)
            | CellMeaning::StoneLabel(color)
            | CellMeaning::Territory(color)
            | CellMeaning::Leaning(color) => match color {
                Color::Black => on(WOOD.black),
                Color::White => on(WOOD.white),
            },
            CellMeaning::LastMove => on(WOOD.last[2]),
            CellMeaning::Atari | CellMeaning::Life(_) => on(WOOD.alarm),
            CellMeaning::Candidate(_) | CellMeaning::Label | CellMeaning::Cursor => on(WOOD.accent),
            CellMeaning::Mark(_) => on(WOOD.on_white),
            CellMeaning::Margin
            | CellMeaning::Coordinate
            | CellMeaning::Line
            | CellMeaning::Star => on(WOOD.grain).remove_modifier(BOLD),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_says_which_colors_there_are() {
        let palette = |known: &[(&str, &str)]| {
            Palette::from_environment(|name| {
                let found = known.iter().find(|(known, _)| *known == name);
                found.map(|(_, value)| (*value).to_owned())
            })
        };
        let rich = ("COLORTERM", "truecolor");
        assert_eq!(palette(&[rich]), Palette::True);
        assert_eq!(palette(&[rich, ("NO_COLOR", "1")]), Palette::Plain);
        assert_eq!(palette(&[("NO_COLOR", ""), rich]), Palette::True);
        assert_eq!(palette(&[("TERM", "xterm-256color")]), Palette::Indexed);
        assert_eq!(palette(&[("TERM", "linux")]), Palette::Sixteen);
    }
}
