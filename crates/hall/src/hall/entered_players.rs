//! The players of an event, looked at by their words before anybody plays.

use crate::hall::refereed_game::program;
use crate::tournament::event::{EventPlan, EventPlayer, RefereeRule};
use crate::tournament::{PlayerKind, PlayerSpec};

/// Refuses players whose words make no sense, or who cannot play in this event. Nothing is started.
///
/// # Errors
/// The first such player, and what may stand there.
pub(super) fn check_players(plan: &EventPlan) -> Result<(), String> {
    let specs = plan.players.iter().map(|player| {
        let spec: Result<PlayerSpec, _> = player.plays.parse();
        let spec = spec.map_err(|error| told(player, &error.why))?;
        spec.check_files().map_err(|why| told(player, &why))?;
        Ok((player, spec))
    });
    let specs: Vec<_> = specs.collect::<Result<_, String>>()?;
    let on_line = specs
        .iter()
        .find(|(_, spec)| matches!(spec.kind(), PlayerKind::Sgmp(_)));
    for (player, spec) in &specs {
        check_kind(plan, spec).map_err(|why| told(player, &why))?;
        if let (PlayerKind::Ours(own), Some((other, _))) = (spec.kind(), on_line)
            && own.needs_time()
            && own.level_alone().is_none()
        {
            let why = format!(
                "on the line to {} only level:20 thinks as long as it may: write that, or give level=0 to 19, or \
                 playouts",
                other.name
            );
            return Err(told(player, &why));
        }
    }
    Ok(())
}

/// Refuses who cannot sit under the referee of USENIX; people report in any event.
fn check_kind(plan: &EventPlan, spec: &PlayerSpec) -> Result<(), String> {
    if plan.referee == RefereeRule::Hall || matches!(spec.kind(), PlayerKind::Human) {
        return Ok(());
    }
    program(plan, 0, spec).map(drop)
}

/// Looks for the programs of these players; none is started.
///
/// # Errors
/// The first that is not there, and what may stand in its place.
pub fn find_programs<'a>(players: impl IntoIterator<Item = &'a EventPlayer>) -> Result<(), String> {
    for player in players {
        let spec: Result<PlayerSpec, _> = player.plays.parse();
        let found = spec.map_err(|error| error.why);
        found
            .and_then(|spec| spec.find_program())
            .map_err(|why| told(player, &why))?;
    }
    Ok(())
}

fn told(player: &EventPlayer, why: &str) -> String {
    let (name, plays) = (&player.name, &player.plays);
    format!("player {name}, plays = {plays:?}: {why}")
}
