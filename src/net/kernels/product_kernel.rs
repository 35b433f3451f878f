//! The product of rows with a matrix: most of the time goes by here.

/// Most rows of a block.
pub(super) const MAX_ROWS: usize = 6;

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

        /// Rows times a panel of sixteen columns, in blocks that are as equal as can be.
        $(#[$features])*
        fn product_panel(
            rows: usize,
            input: &[F32x8],
            stride: usize,
            panel: &[[F32x8; 2]],
            start: &[F32x8; 2],
            output: &mut [F32x8],
            output_stride: usize,
        ) {
            let blocks = rows.div_ceil(MAX_ROWS);
            let mut done = 0;
            for block in 0..blocks {
                let end = rows * (block + 1) / blocks;
                let input = &input[done * stride..];
                let output = &mut output[done * output_stride..];
                let step = output_stride;
                match end - done {
                    1 => product_rows::<1>(input, stride, panel, start, output, step),
                    2 => product_rows::<2>(input, stride, panel, start, output, step),
                    3 => product_rows::<3>(input, stride, panel, start, output, step),
                    4 => product_rows::<4>(input, stride, panel, start, output, step),
                    5 => product_rows::<5>(input, stride, panel, start, output, step),
                    _ => product_rows::<6>(input, stride, panel, start, output, step),
                }
                done = end;
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
