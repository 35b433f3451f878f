//! Work at each point: the stem, pooling, heads, scaling.

/// Defines `stem`, `pooling`, `dots`, `scaling` and `chains` over the lanes in scope.
macro_rules! point_kernels {
    ($(#[$features:meta])*) => {
        /// Sum of the taps' rows of weights, in `GROUPS` groups of channels.
        #[inline]
        $(#[$features])*
        fn sum_taps<const GROUPS: usize>(taps: &[u32], weights: &[F32x8], start: &[F32x8], output: &mut [F32x8], is_relu: bool) {
            let mut sums = [splat(0.0); GROUPS];
            for (sum, start) in sums.iter_mut().zip(start) {
                *sum = load(start);
            }
            for tap in taps {
                let Some(row) = weights[*tap as usize..].first_chunk::<GROUPS>() else { return };
                for (sum, weight) in sums.iter_mut().zip(row) {
                    *sum = add(*sum, load(weight));
                }
            }
            for (output, sum) in output.iter_mut().zip(sums) {
                store(output, if is_relu { max(sum, splat(0.0)) } else { sum });
            }
        }

        /// Taps of a point: where the weights of the planes begin that are set around it.
        $(#[$features])*
        fn collect_taps<'a>(work: &Stem<'_>, x: usize, y: usize, taps: &'a mut [u32; MAX_TAPS]) -> &'a [u32] {
            let (lines, reach) = (work.layout.lines, work.side / 2);
            let groups = work.start.len();
            let mut count = 0;
            for dy in 0..work.side {
                for dx in 0..work.side {
                    let (Some(y), Some(x)) = ((y + dy).checked_sub(reach), (x + dx).checked_sub(reach)) else {
                        continue;
                    };
                    if y >= lines || x >= lines {
                        continue;
                    }
                    let first = (dy * work.side + dx) * work.planes;
                    let mut planes = work.points[y * lines + x];
                    while planes != 0 {
                        let plane = planes.trailing_zeros() as usize;
                        planes &= planes - 1;
                        taps[count] = ((first + plane) * groups) as u32;
                        count += 1;
                    }
                }
            }
            &taps[..count]
        }

        /// The first convolution. Its inputs are bits, few of them set: weights are added where they are.
        $(#[$features])*
        fn stem(work: Stem<'_>) {
            let groups = work.start.len();
            let mut taps = [0; MAX_TAPS];
            for y in 0..work.layout.lines {
                for x in 0..work.layout.lines {
                    let taps = collect_taps(&work, x, y, &mut taps);
                    let place = (work.layout.row(y) + x) * groups;
                    let output = &mut work.output[place..place + groups];
                    let mut done = 0;
                    while done < groups {
                        let (weights, start) = (&work.weights[done..], &work.start[done..]);
                        let output = &mut output[done..];
                        // Channels come by sixteen, two groups each: the number left is even, and not 0 here.
                        let count = (groups - done).min(8) & !1;
                        match count {
                            8 => sum_taps::<8>(taps, weights, start, output, work.is_relu),
                            6 => sum_taps::<6>(taps, weights, start, output, work.is_relu),
                            4 => sum_taps::<4>(taps, weights, start, output, work.is_relu),
                            _ => sum_taps::<2>(taps, weights, start, output, work.is_relu),
                        }
                        done += count;
                    }
                }
            }
        }

        /// Mean and maximum of each channel, the points in their order.
        $(#[$features])*
        fn pooling(work: Pooling<'_>) {
            let Pooling { rows, row_points, row_step, stride, input, means, maxima } = work;
            let share = splat(1.0 / (rows * row_points) as f32);
            for (group, (mean, maximum)) in means.iter_mut().zip(maxima).enumerate() {
                let mut sum = splat(0.0);
                let mut greatest = load(&input[group]);
                for row in 0..rows {
                    let row = &input[row * row_step + group..];
                    for point in row.iter().step_by(stride).take(row_points) {
                        let value = load(point);
                        sum = add(sum, value);
                        greatest = max(greatest, value);
                    }
                }
                store(mean, mul(sum, share));
                store(maximum, greatest);
            }
        }

        /// One number a point: channels, with a bias and a rectifier, times weights.
        $(#[$features])*
        fn dots(work: Dots<'_>) {
            let Dots { input, stride, bias, weights, output } = work;
            let zero = splat(0.0);
            for (point, output) in input.chunks(stride).zip(output) {
                let mut sum = zero;
                for ((channels, bias), weights) in point.iter().zip(bias).zip(weights) {
                    let channels = max(add(load(channels), load(bias)), zero);
                    sum = mul_add(channels, load(weights), sum);
                }
                let mut lanes = F32x8::ZERO;
                store(&mut lanes, sum);
                let [a, b, c, d, e, f, g, h] = lanes.0;
                *output = ((a + e) + (c + g)) + ((b + f) + (d + h));
            }
        }

        /// As many multiply-adds as go at once, over and over.
        $(#[$features])*
        fn chains(work: Chains<'_>) {
            let (factor, term) = (splat(0.999), splat(0.001));
            let mut sums = [splat(0.0); CHAINS];
            for _ in 0..work.steps {
                for sum in &mut sums {
                    *sum = mul_add(*sum, factor, term);
                }
            }
            for (output, sum) in work.output.iter_mut().zip(sums) {
                store(output, sum);
            }
        }

        /// A factor and a bias for each channel, and a rectifier.
        $(#[$features])*
        fn scaling(work: Scaling<'_>) {
            let Scaling { layout, groups, input, scale, bias, output } = work;
            let zero = splat(0.0);
            for y in 0..layout.lines {
                for point in layout.row(y)..layout.row(y) + layout.lines {
                    let input = &input[point * groups..][..groups];
                    let output = &mut output[point * groups..][..groups];
                    for ((output, input), (scale, bias)) in output.iter_mut().zip(input).zip(scale.iter().zip(bias)) {
                        store(output, max(mul_add(load(input), load(scale), load(bias)), zero));
                    }
                }
            }
        }
    };
}

pub(super) use point_kernels;
