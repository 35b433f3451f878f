//! A terminal of which no more is drawn than anybody can see.

use std::io::{self, Stdout};

use ratatui::backend::{Backend, ClearType, CrosstermBackend, WindowSize};
use ratatui::buffer::Cell;
use ratatui::layout::{Position, Size};

/// Most columns and rows that are drawn. A terminal may name up to 65535 of each, whose cells no memory holds.
const MAX_SIZE: Size = Size {
    width: 1000,
    height: 500,
};

/// The terminal on standard output, the upper left part of it where it is larger than [`MAX_SIZE`].
pub(super) struct BoundedBackend(CrosstermBackend<Stdout>);

impl BoundedBackend {
    /// The terminal on standard output.
    pub(super) const fn new(output: Stdout) -> Self {
        Self(CrosstermBackend::new(output))
    }
}

fn bounded(size: Size) -> Size {
    Size {
        width: size.width.min(MAX_SIZE.width),
        height: size.height.min(MAX_SIZE.height),
    }
}

impl Backend for BoundedBackend {
    type Error = io::Error;

    fn draw<'a, I>(&mut self, content: I) -> io::Result<()>
    where
        I: Iterator<Item = (u16, u16, &'a Cell)>,
    {
        self.0.draw(content)
    }

    fn hide_cursor(&mut self) -> io::Result<()> {
        self.0.hide_cursor()
    }

    fn show_cursor(&mut self) -> io::Result<()> {
        self.0.show_cursor()
    }

    fn get_cursor_position(&mut self) -> io::Result<Position> {
        self.0.get_cursor_position()
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> io::Result<()> {
        self.0.set_cursor_position(position)
    }

    fn clear(&mut self) -> io::Result<()> {
        self.0.clear()
    }

    fn clear_region(&mut self, clear_type: ClearType) -> io::Result<()> {
        self.0.clear_region(clear_type)
    }

    fn size(&self) -> io::Result<Size> {
        self.0.size().map(bounded)
    }

    fn window_size(&mut self) -> io::Result<WindowSize> {
        let window = self.0.window_size()?;
        let columns_rows = bounded(window.columns_rows);
        Ok(WindowSize {
            columns_rows,
            ..window
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        Backend::flush(&mut self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_is_drawn_than_anybody_sees() {
        for ((width, height), drawn) in [
            ((80, 24), (80, 24)),
            ((0, 0), (0, 0)),
            ((300, 60_000), (300, 500)),
            ((u16::MAX, u16::MAX), (1000, 500)),
        ] {
            let Size { width, height } = bounded(Size { width, height });
            assert_eq!((width, height), drawn);
        }
    }
}
