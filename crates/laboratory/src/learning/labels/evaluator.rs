//! The teacher: judges positions a batch at a time.
//!
//! Requests and replies are bytes, the same that go through the pipes of a teacher in another process
//! (`training/teacher_server.py`; the form is in `training/README.md`).

use std::io::{self, Read, Write};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use super::labelled_game::{Label, MAX_POLICY};
use sgmp_board::rules::BoardSize;
use sgmp_engine::net::inputs::{Plane, TEACHER_GLOBALS, TEACHER_PLANES, TeacherInputs};

/// Bytes of a plane.
const PLANE: usize = 46;

/// Bytes of a position: the planes, the legal points, the numbers.
pub(crate) const REQUEST_BYTES: usize = (TEACHER_PLANES + 1) * PLANE + 4 * TEACHER_GLOBALS;

/// Bytes of a judgment: moves, roots of their probabilities, win, score, lead, owners.
pub(crate) const REPLY_BYTES: usize = 3 * MAX_POLICY + 6 + 361;

/// The first bytes that a teacher in another process writes.
const GREETING: &[u8; 8] = b"SGMPEV01";

/// Positions in a batch at most.
const MAX_BATCH: u32 = 1 << 17;

/// An unused place of a policy.
const UNUSED: u16 = u16::MAX;

/// The reason why a teacher does not answer.
#[derive(Debug, thiserror::Error)]
pub enum EvaluatorError {
    /// It has gone, or its pipe is broken.
    #[error("the teacher has gone: {0}")]
    Gone(#[from] io::Error),
    /// It says something else than is expected.
    #[error("the teacher does not speak as it should: {0}")]
    Garbled(&'static str),
}

/// Judges batches. Answers come in the order of the questions; one batch may wait while another is asked.
pub trait Evaluator {
    /// Positions that it likes in a batch.
    fn batch_size(&self) -> usize;

    /// Hands a batch over: requests one behind the other.
    ///
    /// # Errors
    /// [`EvaluatorError`].
    fn ask(&mut self, requests: Vec<u8>) -> Result<(), EvaluatorError>;

    /// The replies to the oldest batch that has none.
    ///
    /// # Errors
    /// [`EvaluatorError`].
    fn replies(&mut self) -> Result<Vec<u8>, EvaluatorError>;
}

/// A teacher behind two pipes. A thread writes to it, so that it is never waited for in both directions.
pub struct PipedEvaluator<R> {
    reader: R,
    requests: Option<SyncSender<Vec<u8>>>,
    failures: Receiver<io::Error>,
    batch: usize,
}

impl<R: Read> PipedEvaluator<R> {
    /// Waits for the greeting.
    ///
    /// # Errors
    /// [`EvaluatorError`].
    pub fn greet(
        mut reader: R,
        mut writer: impl Write + Send + 'static,
    ) -> Result<Self, EvaluatorError> {
        let mut greeting = [0; 12];
        reader.read_exact(&mut greeting)?;
        let (word, batch) = greeting.split_at(8);
        let batch = batch.first_chunk().map_or(0, |b| u32::from_le_bytes(*b));
        if word != GREETING || batch == 0 || batch > MAX_BATCH {
            return Err(EvaluatorError::Garbled("its greeting"));
        }
        let (requests, queue) = sync_channel::<Vec<u8>>(2);
        let (failed, failures) = sync_channel(1);
        thread::spawn(move || {
            for request in queue {
                let count = (request.len() / REQUEST_BYTES) as u32;
                let sent = writer
                    .write_all(&count.to_le_bytes())
                    .and_then(|()| writer.write_all(&request))
                    .and_then(|()| writer.flush());
                if let Err(error) = sent {
                    // Nobody listens any more if the run has ended.
                    let _ = failed.send(error);
                    return;
                }
            }
        });
        Ok(Self {
            reader,
            requests: Some(requests),
            failures,
            batch: batch as usize,
        })
    }
}

impl<R: Read> Evaluator for PipedEvaluator<R> {
    fn batch_size(&self) -> usize {
        self.batch
    }

    fn ask(&mut self, requests: Vec<u8>) -> Result<(), EvaluatorError> {
        let sent = self.requests.as_ref().map(|queue| queue.send(requests));
        match sent {
            Some(Ok(())) => Ok(()),
            _ => Err(match self.failures.try_recv() {
                Ok(error) => error.into(),
                Err(_) => EvaluatorError::Garbled("it takes no more questions"),
            }),
        }
    }

    fn replies(&mut self) -> Result<Vec<u8>, EvaluatorError> {
        let mut count = [0; 4];
        self.reader.read_exact(&mut count)?;
        let count = u32::from_le_bytes(count);
        if count > MAX_BATCH {
            return Err(EvaluatorError::Garbled("a number of replies"));
        }
        let mut replies = vec![0; count as usize * REPLY_BYTES];
        self.reader.read_exact(&mut replies)?;
        Ok(replies)
    }
}

/// Writes a position as a request.
pub(super) fn put_request(out: &mut [u8], inputs: &TeacherInputs, legal: &Plane) {
    let (planes, globals) = out.split_at_mut((TEACHER_PLANES + 1) * PLANE);
    let all = inputs.planes.iter().chain([legal]);
    for (room, plane) in planes.chunks_exact_mut(PLANE).zip(all) {
        room.copy_from_slice(&plane.bytes());
    }
    for (room, number) in globals.chunks_exact_mut(4).zip(inputs.globals) {
        room.copy_from_slice(&number.to_le_bytes());
    }
}

/// Reads a reply; `with_owners`: the owners are wanted, too.
pub(super) fn read_reply(reply: &[u8], size: BoardSize, with_owners: bool) -> Option<Label> {
    let (places, rest) = reply.split_at_checked(2 * MAX_POLICY)?;
    let (roots, rest) = rest.split_at_checked(MAX_POLICY)?;
    let (numbers, owners) = rest.split_at_checked(6)?;
    let places = places.as_chunks::<2>().0.iter();
    let places = places.map(|pair| u16::from_le_bytes(*pair));
    let policy = places
        .zip(roots.iter().copied())
        .take_while(|(place, root)| *place != UNUSED && *root > 0)
        .collect();
    let word = |at: usize| u16::from_le_bytes([numbers[at], numbers[at + 1]]);
    let lines = usize::from(size.lines());
    let owners = with_owners.then(|| {
        let rows = owners.chunks(19).take(lines);
        rows.flat_map(|row| row[..lines.min(row.len())].iter().map(|owner| *owner as i8))
            .collect()
    });
    Some(Label {
        policy,
        win: word(0),
        score: word(2) as i16,
        lead: word(4) as i16,
        ownership: owners,
    })
}
