//! A game of an event by the rules of USENIX 1984, under the same referee as `sgmp-go referee`.

use crate::tournament::duel::GameWatch;
use crate::tournament::event::{EventPlan, EventState, GameEnd};
use crate::tournament::referee::Refereed;
use crate::tournament::{PlayerKind, PlayerSpec};
use sgmp_board::record::{GameRecord, Player};
use sgmp_board::rules::{ByColor, Color};
use sgmp_board::stop_flag::StopFlag;
use sgmp_match::port::ProgramWords;

use crate::hall::hall_error::UnrefereedError;
use crate::hall::own_command::{own_program, quoted};

/// A game that is played under the referee.
pub(super) struct RefereedGame {
    plan: EventPlan,
    /// Commands of programs that read and write moves.
    commands: ByColor<String>,
}

impl RefereedGame {
    /// The game of two players, each as a program by the referee's rules.
    ///
    /// # Errors
    /// A player that cannot be such a program.
    pub(super) fn new(
        state: &EventState,
        seed: u64,
        [black, white]: [&PlayerSpec; 2],
    ) -> Result<Self, UnrefereedError> {
        let command = |spec: &PlayerSpec| program(&state.plan, seed, spec);
        Ok(Self {
            plan: state.plan.clone(),
            commands: ByColor::new(command(black)?, command(white)?),
        })
    }

    /// Plays it; `None` if it was halted.
    pub(super) fn play(
        &self,
        names: &[String; 2],
        halt: &StopFlag,
        watch: Option<GameWatch<'_>>,
    ) -> Option<(GameEnd, GameRecord, ByColor<ProgramWords>)> {
        use crate::tournament::referee::{RefereeEvent, RefereeTerms, referee};
        use sgmp_board::record::GameResult;
        use sgmp_match::play::{EndKind, FaultKind};

        let plan = &self.plan;
        let broken = |why: &dyn std::error::Error| {
            let (kind, why) = (EndKind::Fault(FaultKind::Crash), why.to_string());
            let end = GameEnd::without_game(GameResult::Unknown, kind, &why);
            (end, GameRecord::new(plan.size), ByColor::default())
        };
        let commands = match (self.commands.black.parse(), self.commands.white.parse()) {
            (Ok(black), Ok(white)) => ByColor::new(black, white),
            (Err(error), _) | (_, Err(error)) => return Some(broken(&error)),
        };
        let terms = RefereeTerms {
            size: plan.size,
            komi: plan.komi,
            rules: plan.rules,
            user_limit: plan.time,
            move_limit: plan.move_limit,
            allows_resigning: true,
            max_moves: plan.max_moves as usize,
            ..RefereeTerms::default()
        };
        let refereed = referee(&terms, &commands, halt, |_, rules, event| {
            if let (RefereeEvent::Moved { .. }, Some(watch)) = (event, watch) {
                let left = |color| Some(plan.time.saturating_sub(rules.user_time(color)));
                watch(
                    rules.game(),
                    ByColor::new(left(Color::Black), left(Color::White)),
                );
            }
        });
        let refereed = match refereed {
            Ok(refereed) => refereed,
            Err(error) => return Some(broken(&error)),
        };
        let end = ended(&refereed)?;
        Some((end, record(&refereed, names), refereed.words))
    }
}

/// A player as a command of a program that reads and writes moves.
///
/// # Errors
/// A player that cannot be such a program, and who can.
pub(super) fn program(
    plan: &EventPlan,
    seed: u64,
    spec: &PlayerSpec,
) -> Result<String, UnrefereedError> {
    let ours = own_program();
    let words = spec.words();
    let adapted = |what: &str| {
        format!(
            "{ours} usenix --size {{size}} --komi={{komi}} --rules {} {what}",
            plan.rules.name()
        )
    };
    let seconds = |time: std::time::Duration| format!("{}s", time.as_secs());
    match spec.kind() {
        PlayerKind::Usenix(_) => Ok(words.trim_start_matches("usenix:").to_owned()),
        PlayerKind::Gtp(_) => {
            let command = words.trim_start_matches("gtp:");
            Ok(adapted(&format!("--gtp {}", quoted(command))))
        }
        PlayerKind::Random => Ok(adapted(&format!("--random --seed {seed}"))),
        PlayerKind::Ours(own) if let Some(level) = own.level_alone() => Ok(adapted(&format!(
            "--user-limit {} --move-limit {} --level {level}",
            seconds(plan.time),
            seconds(plan.move_limit),
        ))),
        PlayerKind::Ours(_) | PlayerKind::Sgmp(_) | PlayerKind::Human => Err(UnrefereedError),
    }
}

fn ended(refereed: &Refereed) -> Option<GameEnd> {
    use crate::tournament::event::{EventCount, UsedTimes};
    use crate::tournament::referee::RefereeRuling;
    use sgmp_match::play::EndKind;

    let (kind, why) = match refereed.ruling.as_ref()? {
        RefereeRuling::Passes => (EndKind::Counted, ""),
        RefereeRuling::Fault { fault, .. } => (EndKind::Fault(fault.kind), fault.words.as_str()),
        RefereeRuling::Resignation { .. } => (EndKind::Resigned, ""),
        RefereeRuling::NoResult { kind, why } => (*kind, why.as_str()),
    };
    let milliseconds = |color: Color| refereed.user[color].as_millis() as u64;
    let mut end = GameEnd::without_game(refereed.result, kind, why);
    end.moves = u32::try_from(refereed.game.move_count()).unwrap_or(u32::MAX);
    end.used = UsedTimes {
        black: milliseconds(Color::Black),
        white: milliseconds(Color::White),
    };
    if kind == EndKind::Counted {
        end.counts = vec![EventCount {
            by: "ours".to_owned(),
            result: refereed.result.to_string(),
        }];
    }
    Some(end)
}

fn record(refereed: &Refereed, names: &[String; 2]) -> GameRecord {
    let player = |name: &String| Player {
        name: Some(name.clone()),
        rank: None,
    };
    let mut record = refereed.record();
    record.info.players = ByColor::new(player(&names[0]), player(&names[1]));
    let today = sgmp_match::port::wall_clock().strftime("%Y-%m-%d");
    record.info.date = Some(today.to_string());
    record
}
