//! Known shapes and their numbers.

use super::shape_hash::{ShapeId, Shapes};

/// A set of shapes with numbers from 1. With a shape its smaller ones are known, too, so that a
/// search for the largest may stop at the first that is not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShapeDictionary {
    /// Open addressing: a name and its number, 0 where the place is free. Its length is a power of
    /// two, more than twice the number of shapes.
    places: Vec<(u64, u32)>,
    count: u32,
}

impl ShapeDictionary {
    /// The shapes in the order of their numbers, the first one's is 1. A name that comes again keeps
    /// its first number.
    #[must_use]
    pub fn new(shapes: &[ShapeId]) -> Self {
        let room = (2 * shapes.len() + 2).next_power_of_two();
        let mut dictionary = Self {
            places: vec![(0, 0); room],
            count: u32::try_from(shapes.len()).unwrap_or(u32::MAX),
        };
        for (number, shape) in (1..).zip(shapes) {
            let place = dictionary.place(*shape);
            if dictionary.places[place].1 == 0 {
                dictionary.places[place] = (shape.0, number);
            }
        }
        dictionary
    }

    /// True if no shape is known.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Number of known shapes.
    #[must_use]
    pub const fn len(&self) -> u32 {
        self.count
    }

    /// The number of the largest known shape around a point; 0 where none is.
    #[must_use]
    pub fn largest(&self, shapes: Shapes<'_>) -> u32 {
        self.known(shapes).last().unwrap_or(0)
    }

    /// The numbers of the known shapes around a point, the smallest first.
    pub fn known(&self, shapes: Shapes<'_>) -> impl Iterator<Item = u32> {
        shapes.map_while(|shape| self.number(shape))
    }

    fn number(&self, shape: ShapeId) -> Option<u32> {
        let (_, number) = self.places[self.place(shape)];
        (number > 0).then_some(number)
    }

    /// Place of a shape, or the free one that it would get.
    fn place(&self, shape: ShapeId) -> usize {
        let mask = self.places.len() - 1;
        let mut place = shape.0 as usize & mask;
        // At least half of the places are free.
        while self.places[place].1 != 0 && self.places[place].0 != shape.0 {
            place = (place + 1) & mask;
        }
        place
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_put_in_is_found_and_nothing_else() {
        // Names that fall on the same places.
        let shapes: Vec<ShapeId> = (0..100).map(|n| ShapeId((n << 40) | (n % 3))).collect();
        let dictionary = ShapeDictionary::new(&shapes);
        for (number, shape) in (1..).zip(&shapes) {
            assert_eq!(dictionary.number(*shape), Some(number));
            assert_eq!(dictionary.number(ShapeId(shape.0 + 7)), None);
        }
        assert_eq!(dictionary.len(), 100);
        assert_eq!(ShapeDictionary::new(&[]).number(ShapeId(0)), None);
    }
}
