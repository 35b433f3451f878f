//! The players of an event, looked at by their words before anybody plays.

use crate::hall::hall_error::{EnteredPlayerError, EntryFault, EvenOnlyError, UnrefereedError};
use crate::hall::refereed_game::program;
use crate::tournament::event::{EventPlan, EventPlayer, RefereeRule};
use crate::tournament::{PlayerKind, PlayerSpec};

/// Refuses players whose words make no sense, or who cannot play in this event. Nothing is started.
///
/// # Errors
/// The first such player, and what may stand there.
pub(super) fn check_players(plan: &EventPlan) -> Result<(), EnteredPlayerError> {
    let specs = plan.players.iter().map(|player| {
        let spec: Result<PlayerSpec, _> = player.plays.parse();
        let spec = spec.map_err(|error| refused(player, error.source))?;
        spec.check_files().map_err(|error| refused(player, error))?;
        Ok((player, spec))
    });
    let specs: Vec<_> = specs.collect::<Result<_, EnteredPlayerError>>()?;
    let on_line = specs
        .iter()
        .find(|(_, spec)| matches!(spec.kind(), PlayerKind::Sgmp(_)));
    for (player, spec) in &specs {
        check_kind(plan, spec).map_err(|error| refused(player, error))?;
        check_handicap(plan, spec).map_err(|error| refused(player, error))?;
        if let (PlayerKind::Ours(own), Some((other, _))) = (spec.kind(), on_line)
            && own.needs_time()
            && own.level_alone().is_none()
        {
            let opponent = other.name.clone();
            return Err(refused(player, EntryFault::Endless { opponent }));
        }
    }
    Ok(())
}

/// Refuses who cannot play with handicap stones.
fn check_handicap(plan: &EventPlan, spec: &PlayerSpec) -> Result<(), EvenOnlyError> {
    let is_even_only = matches!(spec.kind(), PlayerKind::Sgmp(_) | PlayerKind::Usenix(_));
    let is_refereed = plan.referee == RefereeRule::Usenix;
    match plan.handicap.is_some() && (is_even_only || is_refereed) {
        true => Err(EvenOnlyError),
        false => Ok(()),
    }
}

/// Refuses who cannot sit under the referee of USENIX; people report in any event.
fn check_kind(plan: &EventPlan, spec: &PlayerSpec) -> Result<(), UnrefereedError> {
    if plan.referee == RefereeRule::Hall || matches!(spec.kind(), PlayerKind::Human) {
        return Ok(());
    }
    program(plan, 0, spec).map(drop)
}

/// Looks for the programs of these players; none is started.
///
/// # Errors
/// The first that is not there, and what may stand in its place.
pub fn find_programs<'a>(
    players: impl IntoIterator<Item = &'a EventPlayer>,
) -> Result<(), EnteredPlayerError> {
    for player in players {
        let spec: Result<PlayerSpec, _> = player.plays.parse();
        let found = spec.map_err(|error| error.source);
        found
            .and_then(|spec| spec.find_program())
            .map_err(|error| refused(player, error))?;
    }
    Ok(())
}

fn refused(player: &EventPlayer, source: impl Into<EntryFault>) -> EnteredPlayerError {
    EnteredPlayerError {
        name: player.name.clone(),
        plays: player.plays.clone(),
        source: Box::new(source.into()),
    }
}
