//! The suggestions of the experts, for GoGui and for people.

use super::server_state::ServerState;
use crate::gtp::arguments::Arguments;
use crate::gtp::reply::{Refusal, Reply};
use sgmp_board::rng::Rng;
use sgmp_board::rules::{Color, Move};
use sgmp_engine::engine::Decision;
use sgmp_knowledge::experts::{Explanation, Skill, Suggestion};

/// The highest level of play by knowledge alone.
const LEVEL: u8 = 6;

/// Most moves that are shown: more would hide the board.
const MAX_MOVES: usize = 20;

/// `sgmp_go-reasons [COLOR]`: a line for each suggestion, the most promising first: the move, the
/// first guess in points, the reason's expert and name, the sentence.
pub(super) fn reasons(state: &mut ServerState, args: &Arguments<'_>) -> Reply {
    let lines = suggestions(state, args)?.into_iter().map(|known| {
        format!(
            "{} {:.1} {}/{}: {}",
            known.mv,
            known.guess(),
            known.reason.expert,
            known.reason,
            known.sentence()
        )
    });
    Ok(lines.collect::<Vec<_>>().join("\n"))
}

/// `sgmp_go-experts [COLOR]`: points and the best guess for each, in points.
pub(super) fn experts(state: &mut ServerState, args: &Arguments<'_>) -> Reply {
    let mut best: Vec<(Move, f32)> = Vec::new();
    for known in suggestions(state, args)? {
        let is_new = best.iter().all(|(mv, _)| *mv != known.mv);
        if is_new && known.mv != Move::Pass && best.len() < MAX_MOVES {
            best.push((known.mv, known.guess()));
        }
    }
    let pairs = best.iter().map(|(mv, guess)| format!("{mv} {guess:.0}"));
    Ok(pairs.collect::<Vec<_>>().join(" "))
}

/// `sgmp_go-counsel [COLOR]`: the move by knowledge alone, its reasons, and the other moves that
/// were considered.
pub(super) fn knowledge_move(state: &mut ServerState, args: &Arguments<'_>) -> Reply {
    let color = color(state, args)?;
    let mut rng = Rng::from_seed(state.seed()).split("counsel");
    let game = state.position.game();
    let skill = Skill::for_level(LEVEL);
    let selection = state.selector.choose(game, color, skill, &mut rng);
    Ok(selection.to_string().trim_end().to_owned())
}

/// `sgmp_go-hint [COLOR]`: up to three moves with their reasons.
pub(super) fn hint(state: &mut ServerState, args: &Arguments<'_>) -> Reply {
    let color = color(state, args)?;
    let game = state.position.game();
    Ok(state.desk.hints(game, color).to_string())
}

/// The explanation of the latest move of a color, if it is this one.
pub(super) fn explanation(
    state: &mut ServerState,
    color: Color,
    decision: Decision,
) -> Option<Explanation> {
    let game = state.position.game();
    let place = game.moves().iter().rposition(|(who, _)| *who == color)?;
    let is_on_record = Decision::Move(game.moves()[place].1) == decision;
    let desk = &mut state.desk;
    is_on_record.then(|| desk.explain(game, place + 1))?
}

fn suggestions(state: &mut ServerState, args: &Arguments<'_>) -> Result<Vec<Suggestion>, Refusal> {
    let color = color(state, args)?;
    let analysis = state.analysis_for(color);
    let game = state.position.game();
    Ok(state.selector.suggest_from(game, color, &analysis))
}

/// The color that is asked for, or the one to move.
pub(super) fn color(state: &ServerState, args: &Arguments<'_>) -> Result<Color, Refusal> {
    match args.get(0) {
        None => Ok(state.position.game().to_move()),
        Some(_) => args.color(0),
    }
}

#[cfg(test)]
mod tests {
    use crate::gtp::server::fake_host::{ask, play_diagram, server};

    #[test]
    fn the_experts_are_heard() {
        let mut server = server();
        play_diagram(
            &mut server,
            ". . . . . . . . .
             . . . . . . . . .
             . . . O . . O . .
             . . O X O . . . .
             . . O X . . . . .
             . . . O . X . . .
             . . . . . X . . .
             . . . . . . . . .
             . . . . . . . . .",
        );
        let told = ask(&mut server, "sgmp_go-reasons w");
        assert!(told.contains(" capture/take"), "{told}");
        assert!(told.contains("E5 "), "{told}");
        let pairs = ask(&mut server, "sgmp_go-experts w");
        assert!(pairs.contains("E5 "), "{pairs}");
        let selection = ask(&mut server, "sgmp_go-counsel w");
        assert!(selection.starts_with("= White E5: "), "{selection}");
        assert!(selection.contains("considered E5"), "{selection}");
        let hints = ask(&mut server, "sgmp_go-hint w");
        assert!(hints.starts_with("= 1. E5 (about "), "{hints}");
        assert!((2..=3).contains(&hints.lines().count()), "{hints}");
        assert!(ask(&mut server, "sgmp_go-reasons").starts_with("= "));
        let wrong = ask(&mut server, "sgmp_go-reasons x");
        assert_eq!(wrong, "? invalid color or coordinate");
    }
}
