//! A drawing in SVG as PNG.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::{Family, Query};
use resvg::usvg::{Options, Tree};

/// A reason why there is no image.
#[derive(Debug, thiserror::Error)]
pub(super) enum PngError {
    #[error("the drawing cannot be read: {0}")]
    Svg(#[from] resvg::usvg::Error),
    #[error(
        "no font is installed, and coordinates need one: install one (fonts-dejavu-core), or write .svg"
    )]
    NoFont,
    #[error("the image is too large")]
    TooLarge,
    #[error("the image cannot be encoded: {0}")]
    Encoding(String),
}

/// The image, as large as the drawing says; its letters are those of the system's fonts. Rules for print are nothing
/// that the reader of SVG knows: it warns of them.
pub(super) fn png(svg: &str) -> Result<Vec<u8>, PngError> {
    let mut options = Options::default();
    let fonts = options.fontdb_mut();
    fonts.load_system_fonts();
    let is_there = |family| {
        let families = &[family];
        fonts
            .query(&Query {
                families,
                ..Query::default()
            })
            .is_some()
    };
    if !is_there(Family::SansSerif) {
        let first = fonts
            .faces()
            .find_map(|face| Some(face.families.first()?.0.clone()));
        fonts.set_sans_serif_family(first.ok_or(PngError::NoFont)?);
    }
    let tree = Tree::from_str(svg, &options)?;
    let size = tree.size().to_int_size();
    let mut image = Pixmap::new(size.width(), size.height()).ok_or(PngError::TooLarge)?;
    resvg::render(&tree, Transform::identity(), &mut image.as_mut());
    image
        .encode_png()
        .map_err(|error| PngError::Encoding(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::picture::{Picture, SvgBoard, SvgTheme};
    use sgmp_board::rules::{Board, BoardSize};

    #[test]
    fn an_image_has_the_size_of_its_drawing() {
        let picture = Picture::new(&Board::new(BoardSize::NINETEEN));
        for theme in SvgTheme::ALL {
            let svg = SvgBoard::new(&picture).theme(theme).pixels(200);
            let svg = svg.without_print_rules().to_string();
            match png(&svg) {
                Ok(bytes) => {
                    assert!(bytes.starts_with(b"\x89PNG"));
                    assert_eq!(bytes[16..24], [0, 0, 0, 200, 0, 0, 0, 200]);
                }
                // A bare machine has no fonts.
                Err(PngError::NoFont) => {}
                Err(error) => panic!("{error}"),
            }
        }
        assert!(matches!(
            png("<svg"),
            Err(PngError::Svg(_) | PngError::NoFont)
        ));
    }
}
