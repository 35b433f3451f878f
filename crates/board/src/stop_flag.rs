//! The flag that ends a search.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A request to stop thinking; its clones share it, across threads. Once made it stays.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// A flag that is not requested yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks everything that holds this flag to stop soon.
    pub fn request(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns whether stopping was asked for.
    #[must_use]
    pub fn is_requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl From<Arc<AtomicBool>> for StopFlag {
    /// A flag that somebody else raises.
    fn from(flag: Arc<AtomicBool>) -> Self {
        Self(flag)
    }
}

impl AsRef<AtomicBool> for StopFlag {
    /// The flag itself, for waits that look at it alone.
    fn as_ref(&self) -> &AtomicBool {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clones_share_the_request() {
        let (halt, fresh) = (StopFlag::new(), StopFlag::new());
        let other = halt.clone();
        other.request();
        assert!(halt.is_requested());
        assert!(!fresh.is_requested());
    }
}
