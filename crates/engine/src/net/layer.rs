//! Matrices with a bias, and pooling: what the trunk and the heads have in common.

use super::kernels::{Backend, F32x8, Matrix, Pooling, Product, Work, grouped};

/// A matrix with a bias, perhaps with a rectifier behind it.
pub(super) struct Layer {
    matrix: Matrix,
    bias: Vec<F32x8>,
    is_relu: bool,
}

impl Layer {
    /// From weights `[output][input]`.
    pub(super) fn new(weights: &[f32], bias: &[f32], is_relu: bool) -> Self {
        let matrix = Matrix::new(weights, weights.len() / bias.len());
        let mut bias = grouped(bias);
        bias.resize(matrix.output_groups(), F32x8::ZERO);
        Self {
            matrix,
            bias,
            is_relu,
        }
    }

    /// From weights `[output][input]` alone.
    pub(super) fn unbiased(weights: &[f32], outputs: usize) -> Self {
        Self::new(weights, &vec![0.0; outputs], false)
    }

    /// Groups of the outputs, filled up to an even number.
    pub(super) const fn outputs(&self) -> usize {
        self.bias.len()
    }

    /// Multiply-adds of one vector.
    pub(super) const fn multiply_adds(&self) -> usize {
        self.matrix.multiply_adds()
    }

    /// Output of one vector.
    pub(super) fn apply(&self, backend: Backend, input: &[F32x8], output: &mut [F32x8]) {
        self.apply_rows(backend, 1, input, output);
    }

    /// Outputs of vectors that lie side by side.
    pub(super) fn apply_rows(
        &self,
        backend: Backend,
        rows: usize,
        input: &[F32x8],
        output: &mut [F32x8],
    ) {
        backend.run(Work::Product(Product {
            rows,
            input,
            stride: self.matrix.input_groups(),
            matrix: &self.matrix,
            start: &self.bias,
            is_relu: self.is_relu,
            output,
            output_stride: self.outputs(),
        }));
    }
}

/// Activations of a board to pool, point by point.
pub(super) struct Pooled<'a> {
    pub(super) activations: &'a [F32x8],
    /// Groups of a point.
    pub(super) groups: usize,
    /// Points from a row to the next.
    pub(super) side: usize,
    /// Lines of the board.
    pub(super) lines: usize,
}

/// Lines beyond those of the middle board, in tens.
pub(super) fn relative_size(lines: usize) -> f32 {
    (lines as f32 - 14.0) * 0.1
}

impl Pooled<'_> {
    /// Writes means, means by size, and maxima: three times the groups of a point.
    pub(super) fn with_maxima(&self, backend: Backend, output: &mut [F32x8]) {
        self.pool(backend, output);
        let factor = relative_size(self.lines);
        self.scale_means(output, 1, factor);
    }

    /// Writes means, means by size, and means by its square: three times the groups of a point.
    pub(super) fn with_squares(&self, backend: Backend, output: &mut [F32x8]) {
        self.pool(backend, output);
        let factor = relative_size(self.lines);
        self.scale_means(output, 1, factor);
        self.scale_means(output, 2, factor * factor - 0.1);
    }

    fn pool(&self, backend: Backend, output: &mut [F32x8]) {
        let (means, rest) = output.split_at_mut(self.groups);
        backend.run(Work::Pooling(Pooling {
            rows: self.lines,
            row_points: self.lines,
            row_step: self.side * self.groups,
            stride: self.groups,
            input: self.activations,
            means,
            maxima: &mut rest[self.groups..][..self.groups],
        }));
    }

    fn scale_means(&self, output: &mut [F32x8], part: usize, factor: f32) {
        let (means, rest) = output.split_at_mut(self.groups);
        let scaled = &mut rest[(part - 1) * self.groups..][..self.groups];
        for (scaled, mean) in scaled.iter_mut().zip(means) {
            *scaled = F32x8(mean.0.map(|mean| mean * factor));
        }
    }
}
