//! `duel`: which player is stronger.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use super::duel_options::DuelGamesOptions;
use crate::cli::exit::Exit;
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::record::write_atomically;
use sgmp_board::shared_work::share_in_order;
use sgmp_board::stop_flag::StopFlag;
use sgmp_hall::tournament::PlayerSpec;
use sgmp_hall::tournament::duel::{
    DuelGames, DuelPlan, DuelReport, FolderError, FolderHeader, GameSheet, PairResults, PlayedGame,
    RatingList, ResultsFolder, RunningStanding, Sprt, SprtVerdict, TableTerms, read_games,
    read_header,
};
use sgmp_match::console::signals::Interrupts;
use sgmp_match::console::work_progress::WorkProgress;
use sgmp_match::console::{stderr_line, stdout_line};
use sgmp_match::port::now_rfc3339;

/// The file of a folder that says what its games say.
const SUMMARY: &str = "summary.json";

/// Plays a duel of these players, or tells what games say.
///
/// # Errors
/// Words that make no sense, a folder that cannot be used.
pub(crate) fn play(players: &[PlayerSpec], args: &DuelGamesOptions) -> Result<Exit, Failure> {
    if !args.merge.is_empty() {
        return merge(args);
    }
    let plan = args.plan(players)?;
    plan.find_programs()
        .map_err(|why| Failure::new(Blame::Usage, why))?;
    let interrupts = Interrupts::listen()?;
    let halt = StopFlag::from(Arc::clone(&interrupts.flag));
    let (folder, known) = open_folder(args, &plan)?;
    let playing = Playing {
        args,
        plan: &plan,
        folder: folder.map(Mutex::new),
        known: known.clone(),
        failure: Mutex::new(None),
        halt,
    };
    let (games, is_decided) = playing.play();
    let played: usize = games.len();
    let mut all = known;
    all.extend(games);
    let report = DuelReport::new(plan.names(), all, args.sprt);
    tell(args, &report);
    // A worker knows a part of the games.
    if let Some(out) = args.out.as_ref().filter(|_| args.worker.is_none()) {
        keep_summary(out, &report)?;
    }
    if let Some(failure) = playing.take_failure() {
        return Err(failure);
    }
    let is_whole = playing.wanted().len() == played;
    if is_whole || is_decided {
        return Ok(Exit::Done);
    }
    tell_how_to_go_on(args);
    Ok(Exit::Interrupted)
}

fn tell(args: &DuelGamesOptions, report: &DuelReport) {
    if args.json {
        stdout_line(format_args!("{:#}", report.to_json()));
    } else {
        stdout_line(report.to_string().trim_end());
    }
}

fn tell_how_to_go_on(args: &DuelGamesOptions) {
    let told = match &args.out {
        None => "interrupted; with --out DIR the same words would go on".to_owned(),
        Some(_) => format!("interrupted; go on with: {}", command_line()),
    };
    stderr_line(told);
}

fn command_line() -> String {
    let words: Vec<String> = std::env::args().collect();
    shlex::try_join(words.iter().map(String::as_str)).unwrap_or_default()
}

fn folder_failure(error: FolderError) -> Failure {
    let blame = match error {
        FolderError::OtherWords { .. } | FolderError::InUse(_) | FolderError::Foreign(_) => {
            Blame::Usage
        }
        _ => Blame::Record,
    };
    Failure::new(blame, error)
}

/// The folder, if there is to be one, and the games in it.
fn open_folder(
    args: &DuelGamesOptions,
    plan: &DuelPlan,
) -> Result<(Option<ResultsFolder>, BTreeMap<u32, GameSheet>), Failure> {
    let Some(out) = &args.out else {
        return Ok((None, BTreeMap::new()));
    };
    let header = FolderHeader {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        command: command_line(),
        began: now_rfc3339(),
        names: plan.names(),
        words: plan.words(),
    };
    let opened = ResultsFolder::open(out, &header, args.worker);
    let (folder, games) = opened.map_err(folder_failure)?;
    Ok((Some(folder), games))
}

fn keep_summary(out: &Path, report: &DuelReport) -> Result<(), Failure> {
    let text = format!("{:#}\n", report.to_json());
    write_atomically(&out.join(SUMMARY), text.as_bytes())
        .map_err(|error| Failure::new(Blame::Record, error))
}

/// A duel on its way.
struct Playing<'a> {
    args: &'a DuelGamesOptions,
    plan: &'a DuelPlan,
    folder: Option<Mutex<ResultsFolder>>,
    /// Games that were there before.
    known: BTreeMap<u32, GameSheet>,
    failure: Mutex<Option<Failure>>,
    halt: StopFlag,
}

impl Playing<'_> {
    /// Games of this process, in order: with a worker's number its part of them.
    fn wanted(&self) -> Vec<u32> {
        let all = 0..self.plan.all_games();
        let is_ours = |game: &u32| {
            let worker = self.args.worker;
            worker.is_none_or(|worker| worker.plays(DuelPlan::pair_of(*game)))
        };
        all.filter(is_ours).collect()
    }

    /// Plays what is missing; gives all games of this process, and whether the test is decided.
    ///
    /// The test looks at the pairs in the order of their numbers, whenever they were played. A worker
    /// sees too few of them: its games are tested when they are merged.
    fn play(&self) -> (BTreeMap<u32, GameSheet>, bool) {
        let wanted = self.wanted();
        let is_known = |game: &&u32| self.known.contains_key(game);
        let before = wanted.iter().filter(is_known).count();
        let progress =
            WorkProgress::new("games", before as u64, wanted.len() as u64, self.args.quiet);
        let sprt = self.args.sprt.filter(|_| self.args.worker.is_none());
        let mut progress = RunningProgress {
            standing: RunningStanding::new(self.plan.names(), sprt),
            progress,
        };
        self.known.values().for_each(|sheet| progress.take(sheet));
        let progress = Mutex::new(progress);
        let mut test = sprt.map(SequentialTest::new);
        let mut games = BTreeMap::new();
        let mut is_decided = false;
        share_in_order(
            self.args.jobs(),
            &wanted,
            &self.halt,
            || |game: &u32| self.play_one(*game, &progress),
            |sheet: GameSheet| {
                let decided = test.as_mut().is_some_and(|test| test.take(&sheet));
                games.insert(sheet.game, sheet);
                is_decided |= decided;
                if decided {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            },
        );
        let progress = progress
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        progress.progress.finish();
        (games, is_decided)
    }

    /// The game of a number, from the folder or from the board; `None` if it was halted or could not be
    /// kept.
    fn play_one(&self, game: u32, progress: &Mutex<RunningProgress>) -> Option<GameSheet> {
        if let Some(known) = self.known.get(&game) {
            return Some(known.clone());
        }
        let terms = TableTerms {
            keeps_talk: self.args.talk,
            ..TableTerms::default()
        };
        let played = self.plan.play_at(game, &self.halt, terms)?;
        if let Err(error) = self.keep(&played) {
            *self.failure.lock().unwrap_or_else(PoisonError::into_inner) =
                Some(folder_failure(error));
            self.halt.request();
            return None;
        }
        progress
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .step(&played.sheet);
        tell_game(&played.sheet);
        Some(played.sheet)
    }

    fn keep(&self, played: &PlayedGame) -> Result<(), FolderError> {
        match &self.folder {
            None => Ok(()),
            Some(folder) => {
                let mut folder = folder.lock().unwrap_or_else(PoisonError::into_inner);
                folder.add(played)
            }
        }
    }

    fn take_failure(&self) -> Option<Failure> {
        let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        failure.take()
    }
}

/// The progress of a duel, with the standing so far.
struct RunningProgress {
    progress: WorkProgress,
    standing: RunningStanding,
}

impl RunningProgress {
    /// Takes a game that was there before.
    fn take(&mut self, sheet: &GameSheet) {
        self.standing.take(sheet);
        self.progress.note(self.standing.to_string());
    }

    /// Takes a game that was played now, and tells it.
    fn step(&mut self, sheet: &GameSheet) {
        self.take(sheet);
        self.progress.step();
    }
}

/// Tells the curious of a game.
fn tell_game(sheet: &GameSheet) {
    let [black, white] = &sheet.names;
    let detail = sheet.detail.as_deref().unwrap_or_default();
    log::info!(
        "game {}: {black} (B) - {white} (W): {}, {} moves, {} {detail}",
        sheet.game,
        sheet.result,
        sheet.moves,
        sheet.end.duel_word()
    );
}

/// The sequential test while games come in.
struct SequentialTest {
    sprt: Sprt,
    results: PairResults,
    first: Option<u32>,
}

impl SequentialTest {
    fn new(sprt: Sprt) -> Self {
        Self {
            sprt,
            results: PairResults::default(),
            first: None,
        }
    }

    /// Takes the next game; returns whether the test is decided.
    fn take(&mut self, sheet: &GameSheet) -> bool {
        let points = sheet.half_points(0);
        match self.first.take() {
            None => {
                self.first = Some(points);
                false
            }
            Some(first) => {
                self.results.add([first, points]);
                self.results.verdict(self.sprt) != SprtVerdict::Open
            }
        }
    }
}

/// Tells what the games of folders say: those of one duel as its report, those of several as a rating list.
fn merge(args: &DuelGamesOptions) -> Result<Exit, Failure> {
    let mut duels: Vec<DuelGames> = Vec::new();
    for path in &args.merge {
        let header = read_header(path).map_err(folder_failure)?;
        let games = read_games(path).map_err(folder_failure)?;
        match duels
            .iter_mut()
            .find(|duel| duel.header.words == header.words)
        {
            Some(known) => games.into_iter().for_each(|(game, sheet)| {
                known.games.entry(game).or_insert(sheet);
            }),
            None => duels.push(DuelGames {
                folder: path.display().to_string(),
                header,
                games,
            }),
        }
    }
    if let [_, _, ..] = duels[..] {
        return tell_ratings(args, &duels);
    }
    let Some(duel) = duels.pop() else {
        return Err(Failure::new(Blame::Usage, "no folder is named"));
    };
    if args.sprt.is_some() && duel.header.names.len() != 2 {
        let what = "--sprt tells two players apart: these are games of more";
        return Err(Failure::new(Blame::Usage, what));
    }
    let report = DuelReport::new(duel.header.names, duel.games, args.sprt);
    tell(args, &report);
    Ok(Exit::Done)
}

/// Tells the rating list of several duels.
fn tell_ratings(args: &DuelGamesOptions, duels: &[DuelGames]) -> Result<Exit, Failure> {
    if args.sprt.is_some() {
        let what = "--sprt tells two players of one duel apart: these are folders of several";
        return Err(Failure::new(Blame::Usage, what));
    }
    let list = RatingList::new(duels).map_err(|why| Failure::new(Blame::Usage, why))?;
    if args.json {
        stdout_line(format_args!("{:#}", list.to_json()));
    } else {
        stdout_line(list.to_string().trim_end());
    }
    Ok(Exit::Done)
}
