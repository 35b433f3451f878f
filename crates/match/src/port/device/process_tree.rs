//! Processor time of a program and all its descendants, by the kernel's accounting (Linux's `/proc`).
//
// A process's own line in /proc counts its time and, apart, that of the children it has waited for; so
// the sum over all that live loses nothing when a parent reaps a child. It does lose the time of a
// child that vanishes otherwise: its parent ignores SIGCHLD, or died first and init reaped it. Such a
// loss is seen as a vanished process whose time no survivor's account of waited-for children took
// over, and is added from then on. A descendant is known by its parent, its process group, or the
// mark in its environment, so that leaving the group and losing its parent (a daemon's double fork)
// does not hide it; once known it stays known by its number and start time.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use crate::port::clock::pause;

/// The environment variable that marks a program and what it starts.
pub(super) const MARK: &str = "SGMP_GO_PROGRAM";

/// Ticks a second in `/proc`: the same in all of Linux's user space.
const TICKS_A_SECOND: u64 = 100;

/// Rounds of killing, should a program start others meanwhile.
const MAX_KILL_ROUNDS: u32 = 50;

/// Time between two of them.
const KILL_INTERVAL: Duration = Duration::from_millis(5);

/// Processor time that processes have used, not the time that passed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CpuTimes {
    /// In the program's own code.
    pub user: Duration,
    /// In the kernel on its behalf.
    pub system: Duration,
}

impl CpuTimes {
    /// The sum of user and system time.
    #[must_use]
    pub fn total(&self) -> Duration {
        self.user + self.system
    }
}

/// Ticks of user and of system time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Ticks([u64; 2]);

impl Ticks {
    fn plus(self, other: Self) -> Self {
        Self([0, 1].map(|i| self.0[i].saturating_add(other.0[i])))
    }

    fn minus(self, other: Self) -> Self {
        Self([0, 1].map(|i| self.0[i].saturating_sub(other.0[i])))
    }

    fn at_least(self, other: Self) -> Self {
        Self([0, 1].map(|i| self.0[i].max(other.0[i])))
    }
}

/// A process as its line in `/proc` has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stat {
    pid: i32,
    is_zombie: bool,
    parent: i32,
    group: i32,
    own: Ticks,
    waited_for: Ticks,
    start: u64,
}

impl Stat {
    /// Reads `/proc/PID/stat`. The program's name, in parentheses, may hold anything.
    fn parse(text: &str) -> Option<Self> {
        let (pid, rest) = text.split_once(" (")?;
        let (_, fields) = rest.rsplit_once(") ")?;
        let fields: Vec<&str> = fields.split_ascii_whitespace().collect();
        // Numbered as in proc_pid_stat(5), where the state is the third.
        let number = |at: usize| -> Option<u64> { fields.get(at - 3)?.parse().ok() };
        let id = |at: usize| -> Option<i32> { fields.get(at - 3)?.parse().ok() };
        Some(Self {
            pid: pid.parse().ok()?,
            is_zombie: matches!(*fields.first()?, "Z" | "X"),
            parent: id(4)?,
            group: id(5)?,
            own: Ticks([number(14)?, number(15)?]),
            waited_for: Ticks([number(16)?, number(17)?]),
            start: number(22)?,
        })
    }

    fn ticks(&self) -> Ticks {
        self.own.plus(self.waited_for)
    }
}

/// A program and its descendants.
#[derive(Debug)]
pub(super) struct ProcessTree {
    root: i32,
    mark: String,
    /// All that lived at the last look.
    known: BTreeMap<i32, Stat>,
    /// Orphans whose environment is another's.
    strangers: BTreeSet<(i32, u64)>,
    /// Time of vanished processes that no survivor accounts for.
    lost: Ticks,
    /// The most that was ever counted.
    most: Ticks,
}

/// A mark that no other program of this process has.
pub(super) fn new_mark() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    format!("{}-{number}", std::process::id())
}

/// A mark beside those of whoever started this process: a referee finds a program's program, too.
pub(super) fn inherited_marks(mark: &str) -> String {
    match std::env::var(MARK) {
        Ok(ours) => format!("{ours}:{mark}"),
        Err(_) => mark.to_owned(),
    }
}

impl ProcessTree {
    /// The tree of a child that leads a process group and was started with this mark in
    /// [`MARK`].
    pub(super) fn new(root: u32, mark: String) -> Self {
        Self {
            root: root.try_into().unwrap_or(0),
            mark,
            known: BTreeMap::new(),
            strangers: BTreeSet::new(),
            lost: Ticks::default(),
            most: Ticks::default(),
        }
    }

    /// Looks, and returns the time used so far; `None` on systems without such an account.
    ///
    /// The child may have ended, but must not have been reaped for its time to be complete.
    pub(super) fn look(&mut self) -> Option<CpuTimes> {
        let all = all_processes()?;
        self.take(&all);
        let seconds = |ticks: u64| Duration::from_millis(ticks * (1000 / TICKS_A_SECOND));
        let [user, system] = self.most.0.map(seconds);
        Some(CpuTimes { user, system })
    }

    /// Takes what was seen of all processes.
    fn take(&mut self, all: &BTreeMap<i32, Stat>) {
        let living = self.members(all);
        let waited_for = |tree: &BTreeMap<i32, Stat>, pid| {
            tree.get(&pid)
                .map_or_else(Ticks::default, |stat| stat.waited_for)
        };
        let mut vanished = Ticks::default();
        let mut taken_over = Ticks::default();
        for (pid, before) in &self.known {
            match living.get(pid).filter(|now| now.start == before.start) {
                None => vanished = vanished.plus(before.ticks()),
                Some(now) => taken_over = taken_over.plus(now.waited_for.minus(before.waited_for)),
            }
        }
        for pid in living.keys().filter(|pid| !self.known.contains_key(pid)) {
            taken_over = taken_over.plus(waited_for(&living, *pid));
        }
        self.lost = self.lost.plus(vanished.minus(taken_over));
        let sum = living.values().map(Stat::ticks);
        let sum = sum.fold(self.lost, Ticks::plus);
        self.most = self.most.at_least(sum);
        self.known = living;
    }

    /// The processes of the tree among all.
    fn members(&mut self, all: &BTreeMap<i32, Stat>) -> BTreeMap<i32, Stat> {
        let mut members = BTreeMap::new();
        let mut children: BTreeMap<i32, Vec<i32>> = BTreeMap::new();
        let mut found = Vec::new();
        for stat in all.values() {
            children.entry(stat.parent).or_default().push(stat.pid);
            let known = self.known.get(&stat.pid);
            let is_known = known.is_some_and(|known| known.start == stat.start);
            if is_known || stat.pid == self.root || stat.group == self.root || self.has_mark(stat) {
                found.push(stat.pid);
            }
        }
        while let Some(pid) = found.pop() {
            let Some(stat) = all.get(&pid) else { continue };
            if members.insert(pid, *stat).is_none() {
                found.extend(children.get(&pid).into_iter().flatten());
            }
        }
        members
    }

    /// Returns whether an orphan carries the mark: others are found by their parents.
    fn has_mark(&mut self, stat: &Stat) -> bool {
        let us = std::process::id().try_into().unwrap_or(0);
        if stat.parent == us || stat.parent != 1 || stat.is_zombie {
            return false;
        }
        if self.strangers.contains(&(stat.pid, stat.start)) {
            return false;
        }
        let environment = fs::read(format!("/proc/{}/environ", stat.pid)).unwrap_or_default();
        let is_ours = environment.split(|byte| *byte == 0).any(|entry| {
            let marks = entry.strip_prefix(MARK.as_bytes());
            let marks = marks.and_then(|marks| marks.strip_prefix(b"="));
            let mut marks = marks
                .into_iter()
                .flat_map(|marks| marks.split(|byte| *byte == b':'));
            marks.any(|mark| mark == self.mark.as_bytes())
        });
        if !is_ours {
            self.strangers.insert((stat.pid, stat.start));
        }
        is_ours
    }

    /// Kills all that is left of it but its root, which its own guard ends.
    pub(super) fn kill_rest(&mut self) {
        for _ in 0..MAX_KILL_ROUNDS {
            let Some(all) = all_processes() else { return };
            self.take(&all);
            let living = self.known.values().filter(|stat| !stat.is_zombie);
            let rest: Vec<i32> = living
                .map(|stat| stat.pid)
                .filter(|pid| *pid != self.root)
                .collect();
            if rest.is_empty() {
                return;
            }
            rest.into_iter().for_each(kill);
            pause(KILL_INTERVAL);
        }
        log::warn!("a program goes on starting others faster than they are killed");
    }
}

#[cfg(unix)]
fn kill(pid: i32) {
    use rustix::process::{Pid, Signal, kill_process};
    let killed = Pid::from_raw(pid).map(|pid| kill_process(pid, Signal::KILL));
    if let Some(Err(error)) = killed {
        log::debug!("signal to process {pid}: {error}");
    }
}

/// Without `/proc` no process is known; the job takes all with it.
#[cfg(not(unix))]
const fn kill(_: i32) {}

/// All processes by number, from `/proc`; `None` where there is none.
fn all_processes() -> Option<BTreeMap<i32, Stat>> {
    let entries = fs::read_dir("/proc").ok()?;
    let stats = entries.filter_map(|entry| {
        let name = entry.ok()?.file_name();
        let name = name
            .to_str()
            .filter(|name| name.bytes().all(|b| b.is_ascii_digit()))?;
        let text = fs::read(Path::new("/proc").join(name).join("stat")).ok()?;
        let stat = Stat::parse(&String::from_utf8_lossy(&text))?;
        Some((stat.pid, stat))
    });
    let stats: BTreeMap<_, _> = stats.collect();
    (!stats.is_empty()).then_some(stats)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stat(pid: i32, parent: i32, own: u64, waited_for: u64) -> Stat {
        Stat {
            pid,
            is_zombie: false,
            parent,
            group: 0,
            own: Ticks([own, 0]),
            waited_for: Ticks([waited_for, 0]),
            start: 7,
        }
    }

    fn tree() -> ProcessTree {
        ProcessTree::new(10, "mark".to_owned())
    }

    /// User ticks after each of these looks.
    fn counted(looks: &[&[Stat]]) -> Vec<u64> {
        let mut tree = tree();
        let looks = looks.iter().map(|look| {
            let all = look.iter().map(|stat| (stat.pid, *stat)).collect();
            tree.take(&all);
            tree.most.0[0]
        });
        looks.collect()
    }

    #[test]
    fn a_line_of_proc_is_read_whatever_the_program_is_called() {
        let line = "42 (a) b (c) R 10 11 12 0 -1 4194304 90 0 0 0 5 6 7 8 20 0 1 0 999 1000 1";
        let read = Stat::parse(line).unwrap();
        assert_eq!((read.pid, read.parent, read.group), (42, 10, 11));
        assert_eq!(read.own, Ticks([5, 6]));
        assert_eq!(read.waited_for, Ticks([7, 8]));
        assert_eq!((read.start, read.is_zombie), (999, false));
        for odd in ["", "x", "42 (a)", "42 (a) R 1", "42 (a R 1 2 3"] {
            assert_eq!(Stat::parse(odd), None, "{odd}");
        }
    }

    #[test]
    fn children_count_while_they_run_and_once_they_are_reaped() {
        let (root, child, other) = (stat(10, 1, 5, 0), stat(11, 10, 20, 0), stat(12, 3, 99, 0));
        let grandchild = stat(13, 11, 4, 0);
        let reaped = stat(10, 1, 6, 24);
        assert_eq!(
            counted(&[
                &[root, other],
                &[root, child, grandchild, other],
                &[reaped, other],
            ]),
            [5, 29, 30]
        );
    }

    #[test]
    fn a_child_that_nobody_waits_for_is_not_forgotten() {
        let (root, child) = (stat(10, 1, 5, 0), stat(11, 10, 20, 0));
        let later = stat(10, 1, 9, 0);
        let again = stat(14, 10, 1, 0);
        assert_eq!(
            counted(&[&[root, child], &[root], &[later, again]]),
            [25, 25, 30]
        );
        // Its number given to somebody else meanwhile.
        let stranger = Stat {
            start: 8,
            ..stat(11, 1, 70, 0)
        };
        assert_eq!(counted(&[&[root, child], &[root, stranger]]), [25, 25]);
    }

    #[test]
    fn an_orphan_that_was_seen_stays_ours() {
        let (root, child) = (stat(10, 1, 5, 0), stat(11, 10, 20, 0));
        let orphan = stat(11, 1, 30, 0);
        assert_eq!(counted(&[&[root, child], &[root, orphan]]), [25, 35]);
    }

    #[test]
    fn this_process_is_among_all() {
        // Where there is no /proc there is no account.
        if let Some(all) = all_processes() {
            let us = i32::try_from(std::process::id()).unwrap();
            assert!(all.contains_key(&us));
        }
    }
}
