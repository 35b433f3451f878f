//! A bounded share of a queue.
//!
//! The driver has one queue for all that can happen, so that it waits in one place. Its player and
//! its operator may put into it whenever they like: they say little, and nothing the peer does may
//! hold them up. What a peer sends has a share of it, [`MAX_CHUNKS`] chunks. A peer that floods us
//! fills its share, then its reader thread waits, then the buffers of the system fill, and then it
//! waits itself; we do not grow. An operator's word stands behind no more than one share.
//!
//! A share is a `sync_channel` of tokens: a token goes in before a chunk is queued and comes out
//! when it was taken from the queue. The owner closes the share before it joins the thread that
//! fills it: a thread that waits for room then goes on at once, queues the chunk in its hands and
//! sees that it is to stop. So no byte is lost, and nobody waits for one who waits for him.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

/// Bytes of a chunk at most: more than a peer says at once.
pub(super) const CHUNK_SIZE: usize = 256;

/// Chunks of a share: 256 KiB, or what 2400 baud bring in four seconds if every byte comes alone. A
/// disk that takes longer than that lets later bytes wait in the system's buffers, which lose
/// none, and be heard a little late.
pub(super) const MAX_CHUNKS: usize = 1024;

/// The producer's side of a share.
pub(super) struct Share(SyncSender<()>);

/// The consumer's side of a share; dropping it closes the share.
pub(super) struct ShareOwner(Receiver<()>);

/// Makes a share of [`MAX_CHUNKS`] chunks.
pub(super) fn bounded_share() -> (Share, ShareOwner) {
    let (sender, receiver) = sync_channel(MAX_CHUNKS);
    (Share(sender), ShareOwner(receiver))
}

impl Share {
    /// Waits until there is room for another chunk, or the share is closed.
    pub(super) fn wait_for_room(&self) {
        // An error says that the share is closed: then there is always room.
        let _ = self.0.send(());
    }
}

impl ShareOwner {
    /// Makes room: a chunk was taken from the queue.
    pub(super) fn release(&self) {
        // Nothing is in it if the chunk was queued without waiting for room.
        let _ = self.0.try_recv();
    }
}
