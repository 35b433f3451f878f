//! A short first-in first-out queue without a heap.

/// At most `N` items; what does not fit is not taken.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Queue<T, const N: usize> {
    items: [Option<T>; N],
    first: usize,
    len: usize,
}

impl<T: Copy, const N: usize> Queue<T, N> {
    pub(crate) const fn new() -> Self {
        Self {
            items: [None; N],
            first: 0,
            len: 0,
        }
    }

    /// Adds an item at the end; returns whether there was room.
    pub(crate) fn push(&mut self, item: T) -> bool {
        let fits = self.len < N;
        if fits {
            // The place behind the last item is free: fewer than `N` are taken, in one run round the array.
            self.items[(self.first + self.len) % N] = Some(item);
            self.len += 1;
        }
        fits
    }

    pub(crate) fn pop(&mut self) -> Option<T> {
        // A `None` leaves here with `first` and `len` untouched; an item that was there has been counted by `push`.
        let item = self.items[self.first].take()?;
        self.first = (self.first + 1) % N;
        self.len -= 1;
        Some(item)
    }

    /// The item that `pop` would return.
    pub(crate) const fn first(&self) -> Option<T> {
        self.items[self.first]
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub(crate) fn clear(&mut self) {
        *self = Self::new();
    }
}
