//! Work that takes longer than a request may hold up the others: done elsewhere, one after another.

use std::sync::mpsc::{self, Receiver, SyncSender};

/// Jobs that wait at most; more are refused.
const MAX_JOBS: usize = 32;

/// A piece of work for a worker.
type Job<W> = Box<dyn FnOnce(&mut W) + Send>;

/// The end of the queue where jobs are put in.
pub(super) struct JobQueue<W>(SyncSender<Job<W>>);

impl<W> Clone for JobQueue<W> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

/// The end of the queue where jobs are done, on a thread that the caller has.
pub struct Jobs<W>(Receiver<Job<W>>);

/// A queue that is full, or whose worker has gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Busy;

/// A queue's two ends.
pub(super) fn job_queue<W>() -> (JobQueue<W>, Jobs<W>) {
    let (sender, receiver) = mpsc::sync_channel(MAX_JOBS);
    (JobQueue(sender), Jobs(receiver))
}

impl<W> JobQueue<W> {
    /// Puts a job in.
    pub(super) fn put(&self, job: impl FnOnce(&mut W) + Send + 'static) -> Result<(), Busy> {
        self.0.try_send(Box::new(job)).map_err(|_| Busy)
    }
}

impl<W> Jobs<W> {
    /// Does jobs until nobody can put in more.
    pub fn run(self, worker: &mut W) {
        for job in self.0 {
            job(worker);
        }
    }
}
