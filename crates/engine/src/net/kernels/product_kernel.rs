//! The product of rows with a matrix: most of the time goes by here.

/// Most rows of a block.
const MAX_ROWS: usize = 5;

/// The blocks that rows are cut into: large ones, then such with a row less.
pub(super) struct Blocks {
    pub(super) large: usize,
    pub(super) large_rows: usize,
    pub(super) small: usize,
}

impl Blocks {
    pub(super) fn new(rows: usize) -> Self {
        let blocks = rows.div_ceil(MAX_ROWS).max(1);
        let large_rows = rows.div_ceil(blocks);
        // `large_rows` is the mean rounded up: fewer rows are missing than there are blocks, one from each small one.
        let small = blocks * large_rows - rows;
        Self {
            large: blocks - small,
            large_rows,
            small,
        }
    }
}

/// Defines `product` over the lanes in scope, with the attributes of its functions.
///
/// A block of at most six rows and sixteen columns stays in registers: twelve sums, two groups of the
/// matrix, one number of a row. Sums grow in the order of the rows' elements.
macro_rules! product_kernel {
    ($(#[$features:meta])*) => {
        $(#[$features])*
        fn product_rows<const ROWS: usize>(
            input: &[F32x8],
            stride: usize,
            panel: &[[F32x8; 2]],
            start: &[F32x8; 2],
            output: &mut [F32x8],
            output_stride: usize,
        ) {
            let groups = panel.len() / 8;
            let mut rows = [&input[..groups]; ROWS];
            for (row, elements) in rows.iter_mut().enumerate() {
                *elements = &input[row * stride..][..groups];
            }
            let mut sums = [[load(&start[0]), load(&start[1])]; ROWS];
            for (group, columns) in panel.as_chunks::<8>().0.iter().enumerate() {
                for (element, [left, right]) in columns.iter().enumerate() {
                    let (left, right) = (load(left), load(right));
                    for row in 0..ROWS {
                        let number = splat(rows[row][group].0[element]);
                        sums[row][0] = mul_add(number, left, sums[row][0]);
                        sums[row][1] = mul_add(number, right, sums[row][1]);
                    }
                }
            }
            for (row, [left, right]) in sums.into_iter().enumerate() {
                let [to_left, to_right] = &mut output[row * output_stride..][..2] else {
                    return;
                };
                store(to_left, left);
                store(to_right, right);
            }
        }

        /// Blocks of so many rows each, times a panel.
        $(#[$features])*
        fn product_blocks<const ROWS: usize>(
            blocks: usize,
            input: &[F32x8],
            stride: usize,
            panel: &[[F32x8; 2]],
            start: &[F32x8; 2],
            output: &mut [F32x8],
            output_stride: usize,
        ) {
            for block in 0..blocks {
                let input = &input[block * ROWS * stride..];
                let output = &mut output[block * ROWS * output_stride..];
                product_rows::<ROWS>(input, stride, panel, start, output, output_stride);
            }
        }

        /// Rows times a panel of sixteen columns, in blocks that are as equal as can be.
        $(#[$features])*
        fn product_panel(
            rows: usize,
            input: &[F32x8],
            stride: usize,
            panel: &[[F32x8; 2]],
            start: &[F32x8; 2],
            output: &mut [F32x8],
            step: usize,
        ) {
            let blocks = Blocks::new(rows);
            let (count, done) = (blocks.large, blocks.large * blocks.large_rows);
            match blocks.large_rows {
                1 => product_blocks::<1>(count, input, stride, panel, start, output, step),
                2 => product_blocks::<2>(count, input, stride, panel, start, output, step),
                3 => product_blocks::<3>(count, input, stride, panel, start, output, step),
                4 => product_blocks::<4>(count, input, stride, panel, start, output, step),
                _ => product_blocks::<5>(count, input, stride, panel, start, output, step),
            }
            if blocks.small == 0 {
                return;
            }
            let (input, output) = (&input[done * stride..], &mut output[done * step..]);
            match blocks.large_rows {
                2 => product_blocks::<1>(blocks.small, input, stride, panel, start, output, step),
                3 => product_blocks::<2>(blocks.small, input, stride, panel, start, output, step),
                4 => product_blocks::<3>(blocks.small, input, stride, panel, start, output, step),
                5 => product_blocks::<4>(blocks.small, input, stride, panel, start, output, step),
                _ => {}
            }
        }

        $(#[$features])*
        fn product(work: Product<'_>) {
            let Product { rows, input, stride, matrix, start, is_relu, output, output_stride } = work;
            let panels = matrix.panels.chunks_exact(matrix.inputs);
            for ((column, panel), start) in (0..).step_by(2).zip(panels).zip(start.as_chunks::<2>().0) {
                product_panel(rows, input, stride, panel, start, &mut output[column..], output_stride);
            }
            if is_relu {
                let zero = splat(0.0);
                for row in output.chunks_mut(output_stride).take(rows) {
                    for group in &mut row[..start.len()] {
                        store(group, max(load(group), zero));
                    }
                }
            }
        }
    };
}

pub(super) use product_kernel;
