//! `tournament new`, `plan`, `status`, `pair`, `result`, `withdraw`, `disqualify`: the director's desk.

use std::path::PathBuf;

use clap::Args;

use crate::cli::exit::Exit;
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::record::{GameResult, create_new};
use sgmp_hall::hall::event_folder::EventFolder;
use sgmp_hall::hall::event_words::{next_text, pairing_text, plan_text, status_text};
use sgmp_hall::hall::publishing::{publish, publish_game};
use sgmp_hall::tournament::event::{
    EXAMPLE_EVENING, EXAMPLE_EVENT, EventEntry, EventState, Format, GameEnd, GameState, NextStep,
    PresenceEntry, RulingBy, time_text,
};
use sgmp_hall::tournament::pairing::HandicapBasis;
use sgmp_match::console::{TextStream, stdout_line};
use sgmp_match::play::EndKind;
use sgmp_match::port::now_rfc3339;

/// An event's file.
#[derive(Debug, Args)]
pub struct EventArgs {
    /// The event's file
    #[arg(value_name = "EVENT.toml")]
    pub event: PathBuf,
}

/// An example of an event's file.
#[derive(Debug, Args)]
pub struct NewArgs {
    /// A new file to write it to [default: standard output]
    #[arg(value_name = "EVENT.toml")]
    pub event: Option<PathBuf>,

    /// The file of an evening of people, with ranks and handicaps; players come by `tournament import`
    #[arg(long)]
    pub people: bool,
}

/// The person who decides, and the reason.
#[derive(Debug, Args)]
pub struct ByArgs {
    /// Who decides
    #[arg(long, value_name = "NAME", default_value = "the director")]
    pub who: String,

    /// Why
    #[arg(long, value_name = "REASON", default_value = "")]
    pub why: String,
}

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

/// A result.
#[derive(Debug, Args)]
pub struct EventResultArgs {
    /// The event's file
    #[arg(value_name = "EVENT.toml")]
    pub event: PathBuf,

    /// The round
    pub round: u32,

    /// The board, or the number of its table where no board has that
    pub board: u32,

    /// The result: B+3.5, W+R (resigned), B+T (time), W+F (forfeit), 0 (draw), Void (half a point each); ? takes it back
    pub result: GameResult,

    /// Who decides, and why
    #[command(flatten)]
    pub by: ByArgs,
}

/// A player who leaves.
#[derive(Debug, Args)]
pub struct LeaveArgs {
    /// The event's file
    #[arg(value_name = "EVENT.toml")]
    pub event: PathBuf,

    /// The player
    pub name: String,

    /// It is back again
    #[arg(long)]
    pub back: bool,

    /// Who decides, and why
    #[command(flatten)]
    pub by: ByArgs,
}

impl ByArgs {
    /// Nobody decided anything by hand.
    pub(super) const fn nobody() -> Self {
        Self {
            who: String::new(),
            why: String::new(),
        }
    }

    pub(super) fn ruling(&self) -> RulingBy {
        RulingBy {
            who: self.who.clone(),
            why: self.why.clone(),
        }
    }
}

/// Prints an example of an event's file, or writes it.
///
/// # Errors
/// A file that is there already or cannot be written.
pub(super) fn new_event(args: &NewArgs) -> Result<Exit, Failure> {
    let text = match args.people {
        true => EXAMPLE_EVENING,
        false => EXAMPLE_EVENT,
    };
    let Some(event) = &args.event else {
        TextStream::Stdout.text(text);
        return Ok(Exit::Done);
    };
    let written = create_new(event, text.as_bytes());
    written.map_err(|error| Failure::new(Blame::Usage, error))?;
    stdout_line(format_args!(
        "Written: {}. Say in it who plays and how{}.",
        event.display(),
        match args.people {
            true => format!(
                ", or take players of a list: sgmp-go tournament import {} LIST",
                event.display()
            ),
            false => String::new(),
        }
    ));
    Ok(Exit::Done)
}

/// Prints rounds, method and duration.
///
/// # Errors
/// A file that is no event.
pub(super) fn plan(args: &EventArgs) -> Result<Exit, Failure> {
    let (_, plan) = EventFolder::new(&args.event).read_plan()?;
    TextStream::Stdout.text(&plan_text(&plan));
    Ok(Exit::Done)
}

/// Prints where an event stands.
///
/// # Errors
/// An event that has not begun.
pub(super) fn status(args: &EventArgs) -> Result<Exit, Failure> {
    let folder = EventFolder::new(&args.event);
    let state = folder.begun()?;
    let file = args.event.display().to_string();
    TextStream::Stdout.text(&status_text(&folder, &state, &file));
    Ok(Exit::Done)
}

/// Pairs the next round.
///
/// # Errors
/// A round that is not over yet, names that nobody has.
pub(super) fn pair(args: &PairArgs) -> Result<Exit, Failure> {
    let folder = EventFolder::new(&args.event);
    let state = folder.open()?;
    if args.all {
        return pair_all(&folder, state);
    }
    let NextStep::Pair(round) = state.next_step() else {
        let next = next_text(&folder, &state, &args.event.display().to_string());
        return Err(Failure::new(
            Blame::Usage,
            format!("no round is to be paired: {}", next.trim_end()),
        ));
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

pub(super) fn presence_entry(player: usize, presence: PresenceEntry, by: RulingBy) -> EventEntry {
    EventEntry::Presence {
        player,
        presence,
        by,
        at: now_rfc3339(),
    }
}

/// The number of a player by its name.
///
/// # Errors
/// A name that nobody has.
pub(super) fn player(state: &EventState, name: &str) -> Result<usize, Failure> {
    state.plan.player(name).ok_or_else(|| {
        let names = state.plan.names().join(", ");
        Failure::new(
            Blame::Usage,
            format!("nobody is called {name:?}; there are {names}"),
        )
    })
}

/// Keeps a result: the players' report, or the judge's decision over a game that has an end.
///
/// # Errors
/// A game that is not there, a decision without a reason.
pub(super) fn result(args: &EventResultArgs) -> Result<Exit, Failure> {
    let folder = EventFolder::new(&args.event);
    let round = args.round;
    let board = board_said(&folder.begun()?, round, args.board);
    let state = folder.append(|state| {
        let game = state.game(round, board).ok_or_else(|| {
            Failure::new(
                Blame::Usage,
                format!(
                    "there is no board {board} in round {round}: sgmp-go tournament status {} lists them",
                    args.event.display()
                ),
            )
        })?;
        let at = now_rfc3339();
        if args.result == GameResult::Unknown {
            return reopened(args, board, at);
        }
        match &game.state {
            GameState::Waiting | GameState::Begun(_) => {
                let kind = match args.result {
                    GameResult::Forfeit { .. } => EndKind::Forfeit,
                    _ => EndKind::Reported,
                };
                let end = GameEnd::without_game(args.result, kind, &args.by.why);
                Ok(EventEntry::GameEnded {
                    round,
                    board,
                    end,
                    at,
                })
            }
            GameState::Adjourned(before) | GameState::Over(before) => {
                if args.by.why.is_empty() {
                    let what = "the game has an end: --why REASON says why it is decided otherwise";
                    return Err(Failure::new(Blame::Usage, what));
                }
                let end = GameEnd {
                    result: args.result.to_string(),
                    kind: EndKind::Ruled,
                    why: args.by.why.clone(),
                    ..before.clone()
                };
                let by = args.by.ruling();
                Ok(EventEntry::Ruling {
                    round,
                    board,
                    end,
                    by,
                    at,
                })
            }
        }
    })?;
    publish_game(&folder, &state, round, board)?;
    publish(&folder, &state)?;
    match args.result {
        GameResult::Unknown => stdout_line(format_args!(
            "round {round}, board {board} has no result any more: it is to be played or reported"
        )),
        result => stdout_line(format_args!("round {round}, board {board}: {result}")),
    }
    Ok(Exit::Done)
}

/// The board that is meant: slips have the numbers of the tables, and where no board has that number it is the table's.
fn board_said(state: &EventState, round: u32, said: u32) -> u32 {
    let of_table = said.checked_sub(state.plan.first_table - 1);
    let of_table = of_table.filter(|board| state.game(round, *board).is_some());
    match state.game(round, said) {
        Some(_) => said,
        None => of_table.unwrap_or(said),
    }
}

/// Takes a result back: the game is played, or reported, anew.
fn reopened(args: &EventResultArgs, board: u32, at: String) -> Result<EventEntry, Failure> {
    if args.by.why.is_empty() {
        let what = "--why REASON says why the result is taken back: it stands in the report";
        return Err(Failure::new(Blame::Usage, what));
    }
    Ok(EventEntry::Reopened {
        round: args.round,
        board,
        by: args.by.ruling(),
        at,
    })
}

/// Lets a player go, or come back.
///
/// # Errors
/// A name that nobody has.
pub(super) fn withdraw(args: &LeaveArgs) -> Result<Exit, Failure> {
    let presence = if args.back {
        PresenceEntry::Back
    } else {
        PresenceEntry::Withdrawn
    };
    leave(args, presence)
}

/// Disqualifies a player: its game is over, and its later games are lost.
///
/// # Errors
/// A name that nobody has.
pub(super) fn disqualify(args: &LeaveArgs) -> Result<Exit, Failure> {
    if args.back || args.by.why.is_empty() {
        let what = "a disqualification needs --why REASON, and stays";
        return Err(Failure::new(Blame::Usage, what));
    }
    leave(args, PresenceEntry::Disqualified)
}

fn leave(args: &LeaveArgs, presence: PresenceEntry) -> Result<Exit, Failure> {
    let folder = EventFolder::new(&args.event);
    folder.open()?;
    let state = folder.append(|state| {
        let player = player(state, &args.name)?;
        check_news(state, player, presence)?;
        Ok(presence_entry(player, presence, args.by.ruling()))
    })?;
    publish(&folder, &state)?;
    if let Some(note) = state.notes.last() {
        stdout_line(note);
    }
    Ok(Exit::Done)
}

/// Refuses a change that changes nothing: it would be noted twice.
fn check_news(state: &EventState, player: usize, presence: PresenceEntry) -> Result<(), Failure> {
    let name = &state.plan.players[player].name;
    let before = &state.presence[player];
    let what = match presence {
        PresenceEntry::Withdrawn | PresenceEntry::Disqualified if before.disqualified => {
            "is disqualified already"
        }
        PresenceEntry::Withdrawn if before.withdrawn => "has withdrawn already",
        PresenceEntry::Back if before.disqualified => "is disqualified, and stays so",
        PresenceEntry::Back if !before.withdrawn => "has not withdrawn",
        _ => return Ok(()),
    };
    Err(Failure::new(Blame::Usage, format!("{name} {what}")))
}
