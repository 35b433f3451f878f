//! Colors of a drawn board.

use std::str::FromStr;

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
    /// All looks.
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

    pub(super) const fn colors(self) -> Colors {
        match self {
            Self::Wood => Colors {
                field: "#dfb763",
                line: "#3f2d14",
                text: "#3a2910",
                black: "#1b1b1b",
                black_edge: "#000",
                white: "#f7f5ef",
                white_edge: "#6e6a60",
                accent: "#1f5fa8",
                on_accent: "#fff",
                alarm: "#b3261e",
            },
            Self::Paper => Colors {
                field: "#fff",
                line: "#000",
                text: "#000",
                black: "#000",
                black_edge: "#000",
                white: "#fff",
                white_edge: "#000",
                accent: "#174a86",
                on_accent: "#fff",
                alarm: "#a3160e",
            },
            Self::Dark => Colors {
                field: "#23272c",
                line: "#7d8791",
                text: "#c9d1d8",
                black: "#050505",
                black_edge: "#9aa4ad",
                white: "#ebebe8",
                white_edge: "#ebebe8",
                accent: "#7ab5f5",
                on_accent: "#0a1826",
                alarm: "#c5221f",
            },
        }
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

/// Colors in the form of CSS.
#[derive(Clone, Copy, Debug)]
pub(super) struct Colors {
    pub(super) field: &'static str,
    pub(super) line: &'static str,
    /// Coordinates, notes, and labels on empty points.
    pub(super) text: &'static str,
    pub(super) black: &'static str,
    pub(super) black_edge: &'static str,
    pub(super) white: &'static str,
    pub(super) white_edge: &'static str,
    /// Candidates and the cursor.
    pub(super) accent: &'static str,
    /// Text on them.
    pub(super) on_accent: &'static str,
    /// Atari and life in doubt.
    pub(super) alarm: &'static str,
}

impl Colors {
    /// Rules for the classes of a board; `id` tells its gradients from those of other boards.
    pub(super) fn rules(&self, theme: SvgTheme, id: &str) -> String {
        let (black, white) = match theme {
            SvgTheme::Wood => (format!("url(#{id}-b)"), format!("url(#{id}-w)")),
            SvgTheme::Paper | SvgTheme::Dark => (self.black.to_owned(), self.white.to_owned()),
        };
        let Self {
            field,
            line,
            text,
            black_edge,
            white_edge,
            accent,
            on_accent,
            alarm,
            ..
        } = self;
        format!(
            ".go-f{{fill:{field}}}.go-l{{stroke:{line};fill:none;stroke-width:.8}}.go-s{{fill:{line}}}\
             .go-t{{fill:{text};font-family:sans-serif;text-anchor:middle}}\
             .go-b{{fill:{black};stroke:{black_edge};stroke-width:.8}}\
             .go-w{{fill:{white};stroke:{white_edge};stroke-width:.8}}\
             .go-ob{{fill:#111;stroke:#eee;stroke-width:.7}}.go-ow{{fill:#fff;stroke:#222;stroke-width:.7}}\
             .go-xb{{fill:#fff;stroke:#fff}}.go-xw{{fill:#111;stroke:#111}}\
             .go-n{{font-family:sans-serif;text-anchor:middle;stroke:none}}\
             .go-c{{fill:{accent};stroke:{field}}}.go-ct{{fill:{on_accent}}}.go-k{{fill:none;stroke:{accent}}}\
             .go-a{{fill:{alarm};stroke:#fff;stroke-width:.8}}.go-dead{{opacity:.55}}"
        )
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
