//! Shapes within shapes.
//!
//! A large shape is rare, the smaller ones within it are not: what is known of it begins with what
//! is known of them. So a shape's weight is the product of its own, which starts from 1, and those of
//! all shapes in it.

/// The inclusion of shapes in shapes, which are numbered from 1, smaller ones first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ShapeInclusion {
    /// By the number of a shape, the next smaller one in it; 0 where there is none, as for number 0.
    parents: Vec<u32>,
    /// By the number of a shape, how many lie in it.
    depths: Vec<u8>,
}

impl ShapeInclusion {
    /// Of so many shapes; pairs of a shape and the next smaller one in it, each known before its
    /// own pair comes.
    pub(super) fn new(shapes: u32, kin: impl Iterator<Item = (u32, u32)>) -> Self {
        let mut parents = vec![0; shapes as usize + 1];
        for (shape, in_it) in kin {
            debug_assert!(in_it < shape, "{in_it} is no smaller shape than {shape}");
            parents[shape as usize] = in_it;
        }
        let mut depths = vec![0; parents.len()];
        for shape in 1..parents.len() {
            depths[shape] = match parents[shape] {
                0 => 0,
                parent => depths[parent as usize] + 1,
            };
        }
        Self { parents, depths }
    }

    /// Number of depths: the longest chain of shapes within shapes.
    pub(super) fn depths(&self) -> u8 {
        self.depths.iter().max().map_or(1, |depth| depth + 1)
    }

    /// Returns whether exactly `depth` shapes lie in this one.
    pub(super) fn is_at_depth(&self, depth: u8, shape: usize) -> bool {
        self.depths[shape] == depth
    }

    /// Adds to every shape the sums of those in which it is the next smaller one.
    pub(super) fn add_to_smaller(&self, sums: &mut [f64]) {
        for shape in (1..sums.len()).rev() {
            if let parent @ 1.. = self.parents[shape] as usize {
                sums[parent] += sums[shape];
            }
        }
    }

    /// Adds to every shape the value of the next smaller one in it, the smallest first.
    pub(super) fn add_from_smaller(&self, values: &mut [f32]) {
        for shape in 1..values.len() {
            if let parent @ 1.. = self.parents[shape] as usize {
                values[shape] += values[parent];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_go_up_and_weights_come_down() {
        // 1 and 2 are smallest; 3 and 4 lie around 1, 5 around 4.
        let inclusion = ShapeInclusion::new(5, [(3, 1), (4, 1), (5, 4)].into_iter());
        assert_eq!(inclusion.depths(), 3);
        let of: Vec<usize> = (0..6)
            .filter(|shape| inclusion.is_at_depth(0, *shape))
            .collect();
        assert_eq!(of, [0, 1, 2]);
        let mut sums = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0];
        inclusion.add_to_smaller(&mut sums);
        assert_eq!(sums, [1.0, 58.0, 4.0, 8.0, 48.0, 32.0]);
        let mut values = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0];
        inclusion.add_from_smaller(&mut values);
        assert_eq!(values, [1.0, 2.0, 4.0, 10.0, 18.0, 50.0]);
    }
}
