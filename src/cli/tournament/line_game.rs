//! A game with at least one side on a line: a process of ours plays the other side, or stands between the two.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::own_command::{own_program, quoted};
use crate::port::CommandLine;
use crate::record::{GameResult, read_bytes, read_sgf};
use crate::rules::{ByColor, Color};
use crate::search::StopFlag;
use crate::tournament::event::{EndKind, EventPlan, EventState, GameEnd, UsedTimes, time_text};
use crate::tournament::{PlayerKind, PlayerSpec};

/// Time for the handshake, and after the end of a game, beside the clocks.
const LINE_GRACE: Duration = Duration::from_secs(180);

/// Most characters of a reason.
const MAX_WORDS: usize = 200;

/// Longest wait for a line of the process.
const LINE_INTERVAL: Duration = Duration::from_millis(200);

/// A game on a line.
pub(super) struct LineGame {
    command: String,
    /// The side at the line that a process of ours plays against; `None` where both are at lines.
    line_side: Option<Color>,
    record: PathBuf,
    longest: Duration,
}

impl LineGame {
    /// The game of two players of whom at least one is at a line.
    pub(super) fn new(
        state: &EventState,
        round: u32,
        board: u32,
        [black, white]: [&PlayerSpec; 2],
        penalties: ByColor<Duration>,
        record: PathBuf,
    ) -> Self {
        let plan = &state.plan;
        let time = plan.time;
        let ours = own_program();
        let facts = format!(
            "--size {} --komi {} --rules {} --time {} --event {} --round {round} --sgf {}",
            plan.size.lines(),
            plan.komi,
            plan.rules.name(),
            time_text(time),
            quoted(&plan.name),
            quoted(&record.display().to_string()),
        );
        let port = |spec: &PlayerSpec, color: Color| {
            let words = spec.words().trim_start_matches("sgmp:").trim().to_owned();
            quoted(&filled(&words, plan, color))
        };
        let is_line = |spec: &PlayerSpec| matches!(spec.kind(), PlayerKind::Sgmp(_));
        let names = [black.name(), white.name()].map(quoted);
        let mut line_side = None;
        let command = if is_line(black) && is_line(white) {
            format!(
                "{ours} proxy --port {} --port {} {facts} --black {} --white {} --reconnect 30s --linger 2s --quiet",
                port(black, Color::Black),
                port(white, Color::White),
                names[0],
                names[1],
            )
        } else {
            let (line, line_color, own, own_color) = if is_line(black) {
                (black, Color::Black, white, Color::White)
            } else {
                (white, Color::White, black, Color::Black)
            };
            line_side = Some(line_color);
            let side = |color| usize::from(color == Color::White);
            format!(
                "{ours} match --port {} --color {} {facts} --name {} --opponent {} --linger 2s --reconnect 30s --opponent-grace 60s \
                 --used {} --quiet --json {}",
                port(line, line_color),
                color_word(own_color),
                names[side(own_color)],
                names[side(line_color)],
                time_text(penalties[own_color]),
                own_words(own, state, round, board, own_color),
            )
        };
        Self {
            command,
            line_side,
            record,
            longest: 2 * time + LINE_GRACE,
        }
    }

    /// Plays it; `None` if it was halted.
    pub(super) fn play(&self, halt: &StopFlag) -> Option<GameEnd> {
        let judge =
            |kind: EndKind, why: &str| GameEnd::without_game(GameResult::Unknown, kind, why);
        if let Some(folder) = self.record.parent()
            && let Err(error) = std::fs::create_dir_all(folder)
        {
            return Some(judge(
                EndKind::LineLost,
                &format!("{}: {error}", folder.display()),
            ));
        }
        self.clear();
        let mut heard = Heard::default();
        let why = match run_process(&self.command, self.longest, halt, |line| {
            heard.take(line);
            true
        }) {
            Ok(None) => return None,
            Ok(Some(how)) => heard.reason.clone().or(heard.words.clone()).unwrap_or(how),
            Err(why) => return Some(judge(EndKind::LineLost, &why)),
        };
        let (result, moves) = read_result(&self.record).unwrap_or_default();
        let (result, kind) = match result {
            GameResult::Score { .. } | GameResult::Draw => (result, EndKind::Counted),
            GameResult::Resignation { .. } => (result, EndKind::Resigned),
            GameResult::Time { .. } => (result, EndKind::Time),
            GameResult::Forfeit { .. } => (result, EndKind::RuleBroken),
            GameResult::Void => (result, EndKind::Cycle),
            GameResult::Win { .. } => (result, EndKind::Reported),
            GameResult::Unknown => self.fault(&why),
        };
        let why = if kind.is_failure() || kind == EndKind::RuleBroken {
            why
        } else {
            String::new()
        };
        Some(GameEnd {
            moves,
            used: heard.used,
            ..GameEnd::without_game(result, kind, &why)
        })
    }

    /// Takes away the files of a game that is over, or that begins anew.
    pub(super) fn clear(&self) {
        for extension in ["sgf", "journal"] {
            // There may be none.
            let _ = std::fs::remove_file(self.record.with_extension(extension));
        }
    }

    /// The side at fault, by what our process says of the end; the judge decides where it does not say.
    fn fault(&self, why: &str) -> (GameResult, EndKind) {
        const FAULTS: [(&str, EndKind, bool); 7] = [
            ("it has not answered", EndKind::Hang, false),
            ("--engine", EndKind::Crash, false),
            ("our player failed", EndKind::Crash, false),
            ("the opponent's program ended", EndKind::Crash, true),
            ("no answer from the opponent", EndKind::Hang, true),
            ("illegal move by the opponent", EndKind::RuleBroken, true),
            ("the opponent ran out of time", EndKind::Time, true),
        ];
        let found = FAULTS.iter().find(|(words, _, _)| why.contains(words));
        match (found, self.line_side) {
            (Some((_, kind, is_line)), Some(line)) => {
                let loser = if *is_line { line } else { !line };
                let winner = !loser;
                let result = match kind {
                    EndKind::Time => GameResult::Time { winner },
                    _ => GameResult::Forfeit { winner },
                };
                (result, *kind)
            }
            _ => (GameResult::Unknown, EndKind::LineLost),
        }
    }
}

/// Words of our process while it plays.
#[derive(Default)]
struct Heard {
    /// The reason of the end, by its events.
    reason: Option<String>,
    /// Its last line that is no event.
    words: Option<String>,
    used: UsedTimes,
}

impl Heard {
    fn take(&mut self, line: &str) {
        let Ok(event) = serde_json::from_str::<serde_json::Value>(line) else {
            self.words = Some(line.trim().chars().take(MAX_WORDS).collect());
            return;
        };
        if event["event"] == "ended" {
            let reason = event["reason"].as_str().unwrap_or_default();
            self.reason = Some(reason.chars().take(MAX_WORDS).collect());
        }
        let used = |key: &str| event[key].as_u64();
        if let (Some(black), Some(white)) = (used("black_used_ms"), used("white_used_ms")) {
            self.used = UsedTimes { black, white };
        }
    }
}

/// Runs a process of ours to its end and returns how it ended; `None` if it was halted, or if `hear`, which is handed each
/// line that it says, wants no more.
///
/// # Errors
/// A process that cannot be started, or that takes too long.
#[cfg(unix)]
pub(super) fn run_process(
    command: &str,
    longest: Duration,
    halt: &StopFlag,
    mut hear: impl FnMut(&str) -> bool,
) -> Result<Option<String>, String> {
    use crate::gtp::{Input, Peer};
    use crate::port::EngineProcess;

    // What it says on standard error is heard, too. It ends when the hall is gone, which the end of its input tells:
    // else it would go on with a game that the next hall begins anew.
    let both = format!(
        "sh -c 'exec 3<&0; \"$0\" \"$@\" <&3 2>&1 & game=$!; \
         (cat <&3; kill \"$game\") >/dev/null 2>&1 & wait \"$game\"' {command}"
    );
    let line: CommandLine = both.parse().map_err(|error| format!("{error}"))?;
    log::info!("{command}");
    let mut process = EngineProcess::start(&line).map_err(|error| error.to_string())?;
    let begun = process.now();
    loop {
        if halt.is_requested() {
            return Ok(None);
        }
        if process.now().saturating_sub(begun) > longest {
            return Err(format!("it took longer than {}", time_text(longest)));
        }
        match process.receive(LINE_INTERVAL) {
            Ok(Some(Input::Line(line))) => {
                if !hear(&line) {
                    return Ok(None);
                }
            }
            Ok(_) => {}
            Err(gone) => return Ok(Some(gone.to_string())),
        }
    }
}

#[cfg(not(unix))]
pub(super) fn run_process(
    command: &str,
    _: Duration,
    _: &StopFlag,
    _: impl FnMut(&str) -> bool,
) -> Result<Option<String>, String> {
    let _: Result<CommandLine, _> = command.parse();
    let _ = LINE_INTERVAL;
    Err("games on lines need a Unix system".to_owned())
}

const fn color_word(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// A command with the game's facts in it.
pub(super) fn filled(words: &str, plan: &EventPlan, color: Color) -> String {
    words
        .replace("{color}", color_word(color))
        .replace("{size}", &plan.size.lines().to_string())
        .replace("{komi}", &plan.komi.to_string())
        .replace("{time}", &plan.time.as_secs().to_string())
}

/// Our side of a match, in the words of `match`.
fn own_words(own: &PlayerSpec, state: &EventState, round: u32, board: u32, color: Color) -> String {
    let ours = own_program();
    let words = own.words();
    let engine =
        |command: &str| format!("--engine {}", quoted(&filled(command, &state.plan, color)));
    match own.kind() {
        PlayerKind::Ours(own) => match own.level_alone() {
            Some(level) => format!("--level {level}"),
            None => engine(&format!("{ours} tournament gtp-player {}", quoted(words))),
        },
        PlayerKind::Random => {
            let seed = state.game_seed(round, board);
            engine(&format!(
                "{ours} tournament gtp-player random --seed {seed}"
            ))
        }
        _ => engine(words.trim_start_matches("gtp:")),
    }
}

/// The result of a record, and its moves.
fn read_result(record: &Path) -> Option<(GameResult, u32)> {
    let bytes = read_bytes(record).ok()?;
    let record = read_sgf(&bytes).ok()?;
    let moves = u32::try_from(record.moves().len()).unwrap_or(u32::MAX);
    Some((record.info.result, moves))
}
