//! `tournament pair`: the next round, by the system or by hand.

use std::path::PathBuf;

use clap::Args;

use super::event_commands::{ByArgs, player, presence_entry};
use crate::cli::exit::Exit;
use sgmp_board::failure::{Blame, Failure};
use sgmp_hall::hall::event_folder::EventFolder;
use sgmp_hall::hall::event_words::{next_text, pairing_text};
use sgmp_hall::hall::publishing::publish;
use sgmp_hall::tournament::event::{
    EventEntry, EventState, Format, GameState, NextStep, PresenceEntry, RulingBy, time_text,
};
use sgmp_hall::tournament::pairing::HandicapBasis;
use sgmp_match::console::{TextStream, stdout_line};
use sgmp_match::port::now_rfc3339;

/// A round to pair.
#[derive(Debug, Args)]
pub struct PairArgs {
    /// The event's file
    #[arg(value_name = "EVENT.toml")]
    pub event: PathBuf,

    /// This player is not there in this round: no game, no points; may be given again
    #[arg(long, value_name = "NAME")]
    pub absent: Vec<String>,

    /// This player is late and has said so: so many minutes off its clock; may be given again
    #[arg(long, value_name = "NAME=MINUTES")]
    pub late: Vec<String>,

    /// These two meet, the first with Black, whatever the system would pair; may be given again
    #[arg(long, value_name = "BLACK=WHITE")]
    pub game: Vec<String>,

    /// This player has the bye
    #[arg(long, value_name = "NAME")]
    pub bye: Option<String>,

    /// The operators' nigiri gave this player Black; may be given again
    #[arg(long, value_name = "NAME")]
    pub black: Vec<String>,

    /// Pair all rounds that no result changes, for workers: those of a round robin and of a gauntlet
    #[arg(long, conflicts_with_all = ["absent", "late", "black", "game", "bye"])]
    pub all: bool,

    /// Who decides, and why
    #[command(flatten)]
    pub by: ByArgs,
}

/// Pairs the next round.
///
/// # Errors
/// A round that is not over yet, names that nobody has.
pub(super) fn pair(args: &PairArgs) -> Result<Exit, Failure> {
    let folder = EventFolder::new(&args.event);
    let before = folder.begun().ok();
    let state = folder.open()?;
    if args.all {
        return pair_all(&folder, state);
    }
    let NextStep::Pair(round) = state.next_step() else {
        return match before {
            Some(before) if before.plan_text != state.plan_text => {
                take_changes(args, &folder, (&before, &state))
            }
            _ => Err(no_round(args, &folder, &state)),
        };
    };
    let mut changes = Vec::new();
    for name in &args.absent {
        changes.push((player(&state, name)?, PresenceEntry::Absent { round }));
    }
    for late in &args.late {
        let said = late.rsplit_once('=').and_then(|(name, minutes)| {
            let minutes: u32 = minutes.trim_end_matches('m').parse().ok()?;
            Some((name, minutes))
        });
        let (name, minutes) = said.ok_or_else(|| {
            Failure::new(Blame::Usage, format!("--late {late:?}: write NAME=MINUTES"))
        })?;
        let player = player(&state, name)?;
        // A rest that was too long stays off its clock.
        let minutes = clock_minutes(&state, player, round, minutes)?;
        changes.push((player, PresenceEntry::Late { round, minutes }));
    }
    let black: Vec<usize> = args
        .black
        .iter()
        .map(|name| player(&state, name))
        .collect::<Result<_, _>>()?;
    for (player, presence) in changes {
        folder.append(|_| Ok(presence_entry(player, presence, args.by.ruling())))?;
    }
    let state = match (args.game.as_slice(), &args.bye) {
        ([], None) => pair_next(&folder, round, &black, &args.by)?,
        _ => pair_by_hand(&folder, round, args)?,
    };
    publish(&folder, &state)?;
    TextStream::Stdout.text(&pairing_text(&state, round));
    Ok(Exit::Done)
}

/// The file of the event was changed, and no round is to be paired: its changes are taken, and published.
fn take_changes(
    args: &PairArgs,
    folder: &EventFolder,
    (before, state): (&EventState, &EventState),
) -> Result<Exit, Failure> {
    publish(folder, state)?;
    stdout_line(format_args!(
        "{} is taken as it is now",
        args.event.display()
    ));
    for note in state.notes.iter().skip(before.notes.len()) {
        stdout_line(note);
    }
    Ok(Exit::Done)
}

/// No round is to be paired: what is to be done in place of it, and the way back of a round that is only paired.
fn no_round(args: &PairArgs, folder: &EventFolder, state: &EventState) -> Failure {
    let file = args.event.display();
    let next = next_text(folder, state, &file.to_string());
    let last = state.rounds.last();
    let is_untouched = last.is_some_and(|paired| {
        let mut games = paired.games.iter();
        games.all(|game| matches!(game.state, GameState::Waiting))
    });
    let back = match is_untouched {
        true => format!("; sgmp-go tournament unpair {file} --why REASON takes the round back"),
        false => String::new(),
    };
    let what = format!("no round is to be paired: {}{back}", next.trim_end());
    Failure::new(Blame::Usage, what)
}

/// All the minutes that go off a player's clock in a round, with those of before.
///
/// # Errors
/// More than its clock has.
pub(super) fn clock_minutes(
    state: &EventState,
    player: usize,
    round: u32,
    more: u32,
) -> Result<u32, Failure> {
    let minutes = state.presence[player]
        .minutes_off(round)
        .saturating_add(more);
    let whole = state.plan.time;
    if u64::from(minutes) * 60 < whole.as_secs() {
        return Ok(minutes);
    }
    let what = format!(
        "{}: {minutes} minutes off a clock of {} leave nothing of it: write fewer, or leave them out and enter the \
         forfeit by sgmp-go tournament result",
        state.plan.players[player].name,
        time_text(whole)
    );
    Err(Failure::new(Blame::Usage, what))
}

/// Pairs every round of a schedule that no result changes.
fn pair_all(folder: &EventFolder, mut state: EventState) -> Result<Exit, Failure> {
    let format = state.schedule.format;
    if !matches!(
        format,
        Format::RoundRobin | Format::DoubleRoundRobin | Format::Gauntlet
    ) {
        let what = format!(
            "the rounds of a {} rest on results: they are paired one by one",
            format.name()
        );
        return Err(Failure::new(Blame::Usage, what));
    }
    let handicap = state.plan.handicap.map(|terms| terms.rule.basis);
    if handicap == Some(HandicapBasis::Mms) {
        let what = "handicap = \"mms\" rests on results: the rounds are paired one by one";
        return Err(Failure::new(Blame::Usage, what));
    }
    for round in state.rounds.len() as u32 + 1..=state.schedule.rounds {
        state = pair_next(folder, round, &[], &ByArgs::nobody())?;
    }
    publish(folder, &state)?;
    let games = state.games().filter(|(_, _, game)| game.is_open()).count();
    stdout_line(format_args!(
        "{} rounds are paired: {games} games to be played",
        state.rounds.len()
    ));
    Ok(Exit::Done)
}

/// Pairs a round and keeps the pairing; these players take Black by hand.
pub(super) fn pair_next(
    folder: &EventFolder,
    round: u32,
    black: &[usize],
    by: &ByArgs,
) -> Result<EventState, Failure> {
    folder.append(|state| {
        let mut paired = state
            .pair(round)
            .ok_or_else(|| Failure::new(Blame::Usage, "nobody is left to play"))?;
        for game in &mut paired.games {
            if black.contains(&game.white) && !black.contains(&game.black) {
                if game.handicap > 0 {
                    let name = &state.plan.players[game.black].name;
                    let what = format!("the handicap gives {name} Black: nigiri is for even games");
                    return Err(Failure::new(Blame::Usage, what));
                }
                std::mem::swap(&mut game.black, &mut game.white);
            }
        }
        let by = (!black.is_empty()).then(|| RulingBy {
            who: by.who.clone(),
            why: if by.why.is_empty() {
                "nigiri".to_owned()
            } else {
                by.why.clone()
            },
        });
        Ok(EventEntry::RoundPaired {
            round,
            paired,
            at: now_rfc3339(),
            by,
        })
    })
}

/// Pairs a round in which the director names games or the bye.
fn pair_by_hand(folder: &EventFolder, round: u32, args: &PairArgs) -> Result<EventState, Failure> {
    let usage = |what: String| Failure::new(Blame::Usage, what);
    if args.by.why.is_empty() {
        return Err(usage(
            "--why REASON says why it is paired by hand: it stands in the report".to_owned(),
        ));
    }
    folder.append(|state| {
        let games = args.game.iter().map(|words| {
            let (black, white) = words
                .split_once('=')
                .ok_or_else(|| usage(format!("--game {words:?}: write BLACK=WHITE")))?;
            Ok([player(state, black)?, player(state, white)?])
        });
        let games = games.collect::<Result<Vec<_>, Failure>>()?;
        let bye = args.bye.as_ref().map(|name| player(state, name));
        let paired = state.paired_by_hand(round, &games, bye.transpose()?);
        Ok(EventEntry::RoundPaired {
            round,
            paired: paired.map_err(|why| usage(why.to_string()))?,
            at: now_rfc3339(),
            by: Some(args.by.ruling()),
        })
    })
}
