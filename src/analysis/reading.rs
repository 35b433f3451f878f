//! Life and death read to the end where the surroundings of a group are small enough, and searched
//! where they are not.

use super::effort::Effort;
use super::groups::GroupId;
use super::judge::Army;
use super::life::{LifeStatus, Standing};
use super::sieges::siege;
use super::strings::Strings;
use crate::reading::{Answer, Life, Tactician};
use crate::rules::Board;

/// Reads up to `most` groups that neither run nor are sure of their life, the largest first, and
/// corrects what a look at them said.
pub(super) fn read_out(
    board: &Board,
    strings: &Strings,
    armies: &mut [Army],
    tactician: &mut Tactician,
    most: usize,
) {
    let mut open: Vec<usize> = (0..armies.len())
        .filter(|place| is_open(armies[*place].status))
        .collect();
    open.sort_by_key(|place| std::cmp::Reverse(armies[*place].group.stones.len()));
    for place in open.into_iter().take(most) {
        let army = &mut armies[place];
        let largest = army
            .group
            .strings
            .iter()
            .map(|id| strings.get(*id))
            .max_by_key(|string| string.stones.len());
        army.read = largest.and_then(|string| tactician.life(board, string.anchor));
        army.status = match army.read {
            Some(Life::Alive) => LifeStatus::BarelyRoom,
            Some(Life::Unsettled { .. }) => LifeStatus::LivesOrDies,
            Some(Life::Dead) if !army.status.is_dead() => LifeStatus::ProbablyDead,
            Some(Life::Dead) | None => army.status,
        };
    }
}

/// Searches the life of up to `effort.sieges` groups that a look and reading left in doubt, the
/// largest first, and corrects what was said of them. Of what is not decided within the budget it
/// is told which way it leans.
pub(super) fn besiege(
    board: &Board,
    armies: &mut [Army],
    tactician: &mut Tactician,
    effort: Effort,
) {
    let mut doubtful: Vec<usize> = (0..armies.len())
        .filter(|place| armies[*place].read.is_none() && is_doubtful(armies[*place].status))
        .collect();
    doubtful.sort_by_key(|place| std::cmp::Reverse(armies[*place].group.stones.len()));
    for place in doubtful.into_iter().take(effort.sieges) {
        let Some(siege) = siege(board, armies, GroupId::at(place)) else {
            continue;
        };
        let attack = tactician.kill(board, &siege, effort.siege);
        let army = &mut armies[place];
        if !attack.is_complete && !attack.verdict.works() {
            army.leaning = Some(attack.leaning);
        } else if !attack.verdict.works() {
            army.read = Some(Life::Alive);
            army.status = LifeStatus::BarelyRoom;
        } else {
            let defense = tactician.live(board, &siege, effort.siege);
            if defense.is_complete {
                army.settle(life(&attack, &defense));
            } else {
                army.leaning = Some(-defense.leaning);
            }
        }
    }
}

impl Army {
    /// What was read of a group that can be killed corrects what was said of it.
    fn settle(&mut self, life: Life) {
        match life {
            Life::Unsettled { .. } => self.status = LifeStatus::LivesOrDies,
            _ if self.status.is_dead() => {}
            _ => self.status = LifeStatus::ProbablyDead,
        }
        self.read = Some(life);
    }
}

/// What two answers, of which the first is that it can be killed, come to.
fn life(attack: &Answer, defense: &Answer) -> Life {
    if !defense.verdict.works() {
        return Life::Dead;
    }
    let points = |answer: &Answer| answer.point().into_iter().collect();
    Life::Unsettled {
        kills: points(attack),
        saves: points(defense),
    }
}

/// Whether a search may tell more: of groups that run it does not.
fn is_doubtful(status: LifeStatus) -> bool {
    match status {
        LifeStatus::Captured
        | LifeStatus::Smothered
        | LifeStatus::RunningFight
        | LifeStatus::WouldLive
        | LifeStatus::LivesOrLimps => false,
        _ => status.standing() >= Standing::Unsettled,
    }
}

/// Whether reading may tell more: of races and of those that run it does not.
fn is_open(status: LifeStatus) -> bool {
    match status {
        LifeStatus::Captured
        | LifeStatus::EvenRace
        | LifeStatus::BehindInRace
        | LifeStatus::RunningFight
        | LifeStatus::AheadInRace
        | LifeStatus::LivesOrLimps
        | LifeStatus::LosesRace => false,
        _ => status.standing() >= Standing::Unsettled,
    }
}

#[cfg(test)]
mod tests {
    use super::super::Analysis;
    use super::*;
    use crate::rules::{Color, Point, diagram};

    #[test]
    fn reading_tells_where_a_corner_turns() {
        let text = "
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            X X X X X X . . .
            O O O O O X . . .
            O O O O O X . . .
            . . . O O X . . .";
        let board = diagram::parse(text).unwrap();
        let stone = Point::parse("A2").unwrap();
        let read = |level| {
            let analysis = Analysis::of(&board, Color::Black, level);
            let army = analysis.army_at(stone).unwrap();
            (army.status, army.read.is_some())
        };
        assert_eq!(read(2), (LifeStatus::LivesOrDies, false));
        assert_eq!(read(12), (LifeStatus::LivesOrDies, true));
    }

    #[test]
    fn a_search_corrects_a_look() {
        // Six live on the second line of the corner, which a look does not see.
        let text = "
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            X X X X X X X . .
            O O O O O O X . .
            . . . . . . . . .";
        let board = diagram::parse(text).unwrap();
        let status = |level| {
            let analysis = Analysis::of(&board, Color::Black, level);
            analysis.status_at(Point::parse("A2").unwrap()).unwrap()
        };
        assert!(!status(2).is_alive());
        assert_eq!(status(6), LifeStatus::BarelyRoom);
    }
}
