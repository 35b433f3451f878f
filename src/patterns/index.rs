//! Which images to try at a point: those that its four neighbors do not rule out.

use std::collections::HashSet;

use super::image::Image;
use super::library::Library;
use super::windows::{Offset, Windows};
use crate::joseki::Frame;
use crate::rules::{Color, Point};

/// A point with its four neighbors, each of four kinds.
const KEYS: usize = 4_usize.pow(5);

/// The images of all patterns.
#[derive(Clone, Debug)]
pub(super) struct Index {
    /// Those that reach furthest first, so that a change far away concerns the first ones only.
    pub(super) images: Vec<Image>,
    /// The images that each key allows, in their order.
    by_key: Vec<Vec<u16>>,
}

impl Index {
    pub(super) fn new(library: &Library) -> Self {
        let mut images: Vec<Image> = Vec::new();
        for (place, pattern) in (0..).zip(library.patterns()) {
            let mut seen = HashSet::new();
            for frame in Frame::ALL {
                let Some(image) = Image::new(place, &pattern.picture, frame) else {
                    continue;
                };
                let facts = pattern.attributes.iter();
                let named = facts
                    .flat_map(|fact| [Some(fact.cell), fact.other()])
                    .flatten();
                if seen.insert(image.sameness(&pattern.tree, named)) {
                    images.push(image);
                }
            }
        }
        images.sort_by_key(|image| std::cmp::Reverse(image.reach));
        let mut by_key = vec![Vec::new(); KEYS];
        for (number, image) in (0..).zip(&images) {
            for (key, list) in by_key.iter_mut().enumerate() {
                let allowed = |place: usize| image.key[place][key >> (2 * place) & 3];
                if (0..5).all(allowed) {
                    list.push(number);
                }
            }
        }
        Self { images, by_key }
    }

    /// How far the image reaches that reaches furthest: 0 to 7.
    pub(super) fn reach(&self) -> u8 {
        self.images.first().map_or(0, |image| image.reach)
    }

    /// Adds the images that lie with their anchor on a point, and reach at least so far, in their
    /// order.
    pub(super) fn find(
        &self,
        windows: &Windows,
        at: Point,
        mover: Color,
        reach: u8,
        found: &mut Vec<u16>,
    ) {
        let candidates = &self.by_key[key(windows, at, mover)];
        for number in candidates {
            let image = &self.images[usize::from(*number)];
            if image.reach < reach {
                return;
            }
            let window = image.window(at);
            if image.fits(window, windows.size())
                && image.shows(windows.view(window.0, window.1, mover))
            {
                found.push(*number);
            }
        }
    }
}

/// What lies on a point and on its left, on its right, below and above it, two bits each.
fn key(windows: &Windows, at: Point, mover: Color) -> usize {
    let view = windows.view(at.column() as Offset - 1, at.row() as Offset - 1, mover);
    // Bits of the window's second point in its second row, and of its neighbors.
    const PLACES: [u32; 5] = [9, 8, 10, 1, 17];
    let kinds = [view.mine, view.theirs, view.empty(), view.off];
    let kind = |place: u32| {
        kinds
            .iter()
            .position(|mask| mask >> place & 1 != 0)
            .unwrap_or(0)
    };
    let bits = PLACES.into_iter().enumerate();
    bits.map(|(number, place)| kind(place) << (2 * number))
        .sum()
}
