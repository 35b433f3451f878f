//! The looks of a drawn board, and their rules of CSS.

use std::str::FromStr;

use super::board_look::BoardColors;

/// A look of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SvgTheme {
    /// A wooden board and shaded stones.
    #[default]
    Wood,
    /// Black on white, for paper.
    Paper,
    /// Light lines on a dark board.
    Dark,
}

impl SvgTheme {
    /// All looks, in the order of their declaration.
    pub const ALL: [Self; 3] = [Self::Wood, Self::Paper, Self::Dark];

    /// The name, as it is typed.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wood => "wood",
            Self::Paper => "paper",
            Self::Dark => "dark",
        }
    }

    pub(super) const fn colors(self) -> BoardColors {
        match self {
            Self::Wood => BoardColors::WOOD,
            Self::Paper => BoardColors::PAPER,
            Self::Dark => BoardColors::NIGHT,
        }
    }

    /// Rules for the classes of a board; `id` tells its gradients from those of other boards.
    pub(super) fn rules(self, id: &str) -> String {
        let BoardColors {
            field,
            line,
            text,
            black,
            black_edge,
            white,
            white_edge,
            on_black,
            on_white,
            last: [last_on_black, last_on_white, _],
            accent,
            on_accent,
            alarm,
            ..
        } = self.colors();
        let (black, white) = match self {
            Self::Wood => (format!("url(#{id}-b)"), format!("url(#{id}-w)")),
            Self::Paper | Self::Dark => (black.to_string(), white.to_string()),
        };
        format!(
            ".go-f{{fill:{field}}}.go-l{{stroke:{line};fill:none;stroke-width:.8}}.go-s{{fill:{line}}}\
             .go-t{{fill:{text};font-family:sans-serif;text-anchor:middle}}\
             .go-b{{fill:{black};stroke:{black_edge};stroke-width:.8}}\
             .go-w{{fill:{white};stroke:{white_edge};stroke-width:.8}}\
             .go-ob{{fill:#111;stroke:#eee;stroke-width:.7}}.go-ow{{fill:#fff;stroke:#222;stroke-width:.7}}\
             .go-xb{{fill:{on_black};stroke:{on_black}}}.go-xw{{fill:{on_white};stroke:{on_white}}}\
             .go-rb{{fill:none;stroke:{last_on_black}}}.go-rw{{fill:none;stroke:{last_on_white}}}\
             .go-n{{font-family:sans-serif;text-anchor:middle;stroke:none}}\
             .go-c{{fill:{accent};stroke:{field}}}.go-ct{{fill:{on_accent}}}.go-k{{fill:none;stroke:{accent}}}\
             .go-a{{fill:{alarm};stroke:#fff;stroke-width:.8}}.go-dead{{opacity:.55}}"
        )
    }
}

/// A name that no look has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("write wood, paper or dark")]
pub struct UnknownTheme;

impl FromStr for SvgTheme {
    type Err = UnknownTheme;

    fn from_str(text: &str) -> Result<Self, UnknownTheme> {
        let named = Self::ALL.into_iter().find(|theme| theme.name() == text);
        named.ok_or(UnknownTheme)
    }
}

/// Rules that let any look print as paper does.
pub(super) const PRINT_RULES: &str = "@media print{.go-f{fill:#fff}.go-l{stroke:#000}.go-s,.go-t{fill:#000}\
    .go-b{fill:#000;stroke:#000}.go-w{fill:#fff;stroke:#000}.go-c{fill:#174a86}.go-ct{fill:#fff}}";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_look_is_read_by_its_name() {
        for theme in SvgTheme::ALL {
            assert_eq!(theme.name().parse(), Ok(theme));
        }
        assert_eq!("glass".parse::<SvgTheme>(), Err(UnknownTheme));
    }
}
