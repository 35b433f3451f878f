//! The look of a board: its colors and the sizes of what is drawn on it, once for drawings, pages and terminals.

use std::fmt::{self, Write};

/// A color of 24 bits: red, green, blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// The color that a number like `0xdfb763` says.
    pub(super) const fn hex(number: u32) -> Self {
        let [_, red, green, blue] = number.to_be_bytes();
        Self(red, green, blue)
    }

    /// Its nearest color in the cube of a terminal's table of 256.
    #[must_use]
    pub fn indexed(self) -> u8 {
        let Self(red, green, blue) = self;
        let [red, green, blue] = [red, green, blue].map(nearest_level);
        16 + 36 * red + 6 * green + blue
    }
}

/// The place of the nearest of the six levels of a terminal's cube.
fn nearest_level(value: u8) -> u8 {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let distance = |place: &u8| LEVELS[usize::from(*place)].abs_diff(value);
    (0..6).min_by_key(distance).unwrap_or(0)
}

impl fmt::Display for Rgb {
    /// In the form of CSS, short where it can be.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = [self.0, self.1, self.2];
        f.write_char('#')?;
        if all.iter().all(|value| value % 17 == 0) {
            return all
                .iter()
                .try_for_each(|value| write!(f, "{:x}", value / 17));
        }
        all.iter().try_for_each(|value| write!(f, "{value:02x}"))
    }
}

/// The colors of a board.
#[derive(Clone, Copy, Debug)]
pub struct BoardColors {
    /// The ground between the lines.
    pub field: Rgb,
    /// The grain of the wood on pages; lines of characters in a terminal.
    pub grain: Rgb,
    /// Lines and star points.
    pub line: Rgb,
    /// Coordinates, notes, and labels on empty points.
    pub text: Rgb,
    /// The face of a black stone.
    pub black: Rgb,
    /// The edge of a black stone.
    pub black_edge: Rgb,
    /// The face of a white stone.
    pub white: Rgb,
    /// The edge of a white stone.
    pub white_edge: Rgb,
    /// Labels and marks on black stones.
    pub on_black: Rgb,
    /// Labels and marks on white stones.
    pub on_white: Rgb,
    /// The mark of the last move on a black stone, on a white one, and beside a stone on the field.
    pub last: [Rgb; 3],
    /// Candidates and the cursor.
    pub accent: Rgb,
    /// Text on candidates and on the cursor.
    pub on_accent: Rgb,
    /// Atari, death, and life in doubt.
    pub alarm: Rgb,
}

const LIGHT: Rgb = Rgb::hex(0xff_ffff);
const DARK: Rgb = Rgb::hex(0x11_1111);

impl BoardColors {
    /// A wooden board with black lines.
    pub const WOOD: Self = Self {
        field: Rgb::hex(0xdf_b763),
        grain: Rgb::hex(0x8a_5a20),
        line: Rgb::hex(0x3f_2d14),
        text: Rgb::hex(0x3a_2910),
        black: Rgb::hex(0x1b_1b1b),
        black_edge: Rgb::hex(0),
        white: Rgb::hex(0xf7_f5ef),
        white_edge: Rgb::hex(0x6e_6a60),
        on_black: LIGHT,
        on_white: DARK,
        last: [LIGHT, DARK, Rgb::hex(0xaa_0000)],
        accent: Rgb::hex(0x1f_5fa8),
        on_accent: LIGHT,
        alarm: Rgb::hex(0xb3_261e),
    };

    /// The same in a dark room.
    pub const DIM_WOOD: Self = Self {
        field: Rgb::hex(0xb9_8e50),
        grain: Rgb::hex(0x5d_3b12),
        line: Rgb::hex(0x3b_2a13),
        ..Self::WOOD
    };

    /// Black on white, as it is printed.
    pub const PAPER: Self = Self {
        field: LIGHT,
        grain: LIGHT,
        line: Rgb::hex(0),
        text: Rgb::hex(0),
        black: Rgb::hex(0),
        white: LIGHT,
        white_edge: Rgb::hex(0),
        accent: Rgb::hex(0x17_4a86),
        alarm: Rgb::hex(0xa3_160e),
        ..Self::WOOD
    };

    /// Light lines on a dark board.
    pub const NIGHT: Self = Self {
        field: Rgb::hex(0x23_272c),
        grain: Rgb::hex(0x23_272c),
        line: Rgb::hex(0x7d_8791),
        text: Rgb::hex(0xc9_d1d8),
        black: Rgb::hex(0x05_0505),
        black_edge: Rgb::hex(0x9a_a4ad),
        white: Rgb::hex(0xeb_ebe8),
        white_edge: Rgb::hex(0xeb_ebe8),
        accent: Rgb::hex(0x7a_b5f5),
        on_accent: Rgb::hex(0x0a_1826),
        alarm: Rgb::hex(0xc5_221f),
        ..Self::WOOD
    };

    /// The colors as variables of CSS: `--field` and so on.
    #[must_use]
    pub fn css_variables(&self) -> String {
        let [last_on_black, last_on_white, _] = self.last;
        let named = [
            ("field", self.field),
            ("grain", self.grain),
            ("line", self.line),
            ("label", self.text),
            ("on-black", self.on_black),
            ("on-white", self.on_white),
            ("last-on-black", last_on_black),
            ("last-on-white", last_on_white),
            ("alarm", self.alarm),
        ];
        let mut css = String::new();
        for (name, color) in named {
            let _ = write!(css, "--{name}:{color};");
        }
        css
    }
}

/// The sizes of what is drawn, in units of which [`BoardSizes::STEP`] lie between two lines.
#[derive(Clone, Copy, Debug)]
pub struct BoardSizes;

impl BoardSizes {
    /// Between two lines, in units of the drawing.
    pub const STEP: f32 = 24.0;
    /// Between the edge of the drawing and the outermost line: room for half a stone and a coordinate.
    pub const MARGIN: f32 = 34.0;
    /// Radius of a stone.
    pub const STONE: f32 = 11.4;
    /// Radius of the ring on the last move's stone, where no label stands there.
    pub const LAST: f32 = 6.0;
    /// Width of the line of that ring and of marks.
    pub const MARK_WIDTH: f32 = 1.7;
    /// Radius of a star point.
    pub const STAR: f32 = 2.4;
    /// Side of the square on a point that is as good as certain to be a color's.
    pub const SURE: f32 = 9.0;
    /// The same on a point that is likely to be.
    pub const LIKELY: f32 = 4.6;
    /// Radius of the ground behind a label on an empty point.
    pub const CLEARING: f32 = 9.5;

    /// The sizes as a module of JavaScript that exports `SIZES`.
    #[must_use]
    pub fn script() -> String {
        format!(
            "export const SIZES = {{ step: {}, stone: {}, last: {}, markWidth: {}, star: {}, sure: {}, likely: {}, \
             clearing: {} }};\n",
            Self::STEP,
            Self::STONE,
            Self::LAST,
            Self::MARK_WIDTH,
            Self::STAR,
            Self::SURE,
            Self::LIKELY,
            Self::CLEARING
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_are_written_as_css_and_found_in_a_terminals_table() {
        for (color, css, indexed) in [
            (Rgb(0, 0, 0), "#000", 16),
            (Rgb(255, 255, 255), "#fff", 231),
            (Rgb(0x1b, 0x1b, 0x1b), "#1b1b1b", 16),
            (Rgb(222, 184, 110), "#deb86e", 179),
            (Rgb(170, 0, 0), "#a00", 124),
        ] {
            assert_eq!(
                (color.to_string().as_str(), color.indexed()),
                (css, indexed)
            );
        }
    }
}
