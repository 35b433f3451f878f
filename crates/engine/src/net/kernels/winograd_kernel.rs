//! Convolution of 3 by 3 by Winograd's minimal filtering F(4x4, 3x3).
//!
//! Of each 4 by 4 outputs, 36 products do what 144 do in the plain sum. With the transforms of
//! Lavin and Gray, "Fast Algorithms for Convolutional Neural Networks" (2015): inputs by B, weights
//! by G (`weights.rs`), products by A.

/// Defines `convolution` over the lanes and `product_panel` in scope.
macro_rules! winograd_kernel {
    ($(#[$features:meta])*) => {
        /// Six inputs in a line, times B transposed.
        #[inline]
        $(#[$features])*
        fn transform_inputs(d: [Lanes; 6]) -> [Lanes; 6] {
            let (two, four, five) = (splat(2.0), splat(4.0), splat(5.0));
            let even = neg_mul_add(four, d[2], d[4]);
            let odd = neg_mul_add(four, d[1], d[3]);
            let second = sub(d[4], d[2]);
            let third = sub(d[3], d[1]);
            [
                mul_add(four, d[0], neg_mul_add(five, d[2], d[4])),
                add(even, odd),
                sub(even, odd),
                mul_add(two, third, second),
                neg_mul_add(two, third, second),
                mul_add(four, d[1], neg_mul_add(five, d[3], d[5])),
            ]
        }

        /// Six products in a line, times A transposed.
        #[inline]
        $(#[$features])*
        fn transform_products(m: [Lanes; 6]) -> [Lanes; 4] {
            let (sum_one, difference_one) = (add(m[1], m[2]), sub(m[1], m[2]));
            let (sum_two, difference_two) = (add(m[3], m[4]), sub(m[3], m[4]));
            [
                add(add(m[0], sum_one), sum_two),
                mul_add(splat(2.0), difference_two, difference_one),
                mul_add(splat(4.0), sum_two, sum_one),
                add(mul_add(splat(8.0), difference_two, difference_one), m[5]),
            ]
        }

        /// Transforms eight channels of a tile.
        #[inline]
        $(#[$features])*
        fn transform_tile(input: &[F32x8], row: usize, step: usize, out: &mut [F32x8], out_step: usize) {
            let mut columns = [[splat(0.0); 6]; 6];
            for (x, column) in columns.iter_mut().enumerate() {
                let mut points = [splat(0.0); 6];
                for (y, point) in points.iter_mut().enumerate() {
                    *point = load(&input[y * row + x * step]);
                }
                *column = transform_inputs(points);
            }
            for y in 0..INPUT_TILE {
                let mut line = [splat(0.0); 6];
                for x in 0..INPUT_TILE {
                    line[x] = columns[x][y];
                }
                for (x, value) in transform_inputs(line).into_iter().enumerate() {
                    store(&mut out[(y * INPUT_TILE + x) * out_step], value);
                }
            }
        }

        $(#[$features])*
        fn transform_board(layout: Layout, groups: usize, input: &[F32x8], out: &mut [F32x8]) {
            let step = layout.position_step(groups);
            for tile in 0..layout.tile_count() {
                let (y, x) = (tile / layout.tiles * TILE, tile % layout.tiles * TILE);
                for group in 0..groups {
                    let corner = &input[(y * layout.side + x) * groups + group..];
                    let out = &mut out[tile * groups + group..];
                    transform_tile(corner, layout.side * groups, groups, out, step);
                }
            }
        }

        /// Makes the outputs of eight channels of a tile from their products.
        #[inline]
        $(#[$features])*
        fn finish_tile(products: &[F32x8], step: usize) -> [[Lanes; 4]; 4] {
            let mut columns = [[splat(0.0); 4]; 6];
            for (x, column) in columns.iter_mut().enumerate() {
                let mut values = [splat(0.0); 6];
                for (y, value) in values.iter_mut().enumerate() {
                    *value = load(&products[(y * INPUT_TILE + x) * step]);
                }
                *column = transform_products(values);
            }
            let mut outputs = [[splat(0.0); 4]; 4];
            for (y, row) in outputs.iter_mut().enumerate() {
                let mut line = [splat(0.0); 6];
                for x in 0..INPUT_TILE {
                    line[x] = columns[x][y];
                }
                *row = transform_products(line);
            }
            outputs
        }

        /// Outputs of all tiles.
        $(#[$features])*
        fn finish_board(layout: Layout, products: &[F32x8], work: &mut Finish<'_>) {
            let zero = splat(0.0);
            let groups = work.bias.len();
            let step = layout.position_step(groups);
            for tile in 0..layout.tile_count() {
                let (top, left) = (tile / layout.tiles * TILE, tile % layout.tiles * TILE);
                for group in 0..groups {
                    let bias = load(&work.bias[group]);
                    let outputs = finish_tile(&products[tile * groups + group..], step);
                    for (y, row) in (top..layout.lines).zip(&outputs) {
                        let start = (layout.row(y) + left) * groups + group;
                        // Tiles reach past the board: nothing is stored there, so the border stays zero.
                        let width = (layout.lines - left).min(TILE);
                        let points = work.output[start..].iter_mut().step_by(groups);
                        for (point, output) in points.zip(row).take(width) {
                            let mut sum = add(*output, bias);
                            if work.is_sum {
                                sum = add(sum, load(point));
                            }
                            if work.is_relu {
                                sum = max(sum, zero);
                            }
                            store(point, sum);
                        }
                    }
                }
            }
        }

        $(#[$features])*
        fn convolution(work: Convolution<'_>) {
            let Convolution { layout, input, weights, transformed, products, mut finish } = work;
            let (inputs, tiles) = (weights.inputs, layout.tile_count());
            let groups = inputs / 8;
            transform_board(layout, groups, input, transformed);
            let output_groups = finish.bias.len();
            let positions = weights.panels.chunks_exact(inputs * output_groups / PANEL_GROUPS);
            let inputs_of = transformed.chunks_exact(layout.position_step(groups));
            let products_of = products.chunks_exact_mut(layout.position_step(output_groups));
            for ((panels, input), output) in positions.zip(inputs_of).zip(products_of) {
                for (number, panel) in panels.chunks_exact(inputs).enumerate() {
                    let start = &[F32x8::ZERO; PANEL_GROUPS];
                    let output = &mut output[number * PANEL_GROUPS..];
                    product_panel(tiles, input, groups, panel, start, output, output_groups);
                }
            }
            finish_board(layout, products, &mut finish);
        }
    };
}

pub(super) use winograd_kernel;
