//! Players who come late, stay away, leave and come back, and the games that they lose by it.

use super::super::pairing::PairedGame;
use super::event_entry::PresenceEntry;
use super::event_fault::EventFault;
use super::event_game::GameState;
use super::event_state::{EventState, reason};
use super::game_end::GameEnd;
use sgmp_board::record::GameResult;
use sgmp_board::rules::Color;
use sgmp_match::play::EndKind;

impl EventState {
    /// The end of a game of which a player will not come any more.
    pub(super) fn forfeited(&self, pair: PairedGame) -> Option<GameEnd> {
        let gone = |player: usize| {
            let presence = &self.presence[player];
            if presence.disqualified {
                Some((EndKind::Disqualified, "disqualified"))
            } else if presence.withdrawn {
                Some((EndKind::Forfeit, "withdrawn"))
            } else {
                None
            }
        };
        let name = |player: usize| &self.plan.players[player].name;
        match (gone(pair.black), gone(pair.white)) {
            (None, None) => None,
            (Some((kind, why)), None) => {
                let why = format!("{} is {why}", name(pair.black));
                Some(GameEnd::forfeit(Color::Black, kind, &why))
            }
            (None, Some((kind, why))) => {
                let why = format!("{} is {why}", name(pair.white));
                Some(GameEnd::forfeit(Color::White, kind, &why))
            }
            (Some((kind, _)), Some(_)) => Some(GameEnd::without_game(
                GameResult::Void,
                kind,
                "neither player is there",
            )),
        }
    }

    pub(super) fn note_presence(
        &mut self,
        player: usize,
        presence: PresenceEntry,
        who: &str,
        why: &str,
    ) -> Result<(), EventFault> {
        let name = match self.plan.players.get(player) {
            Some(player) => player.name.clone(),
            None => return Err(EventFault::NoPlayer(player)),
        };
        let state = &mut self.presence[player];
        let words = match presence {
            PresenceEntry::Absent { round } => {
                state.absent.push(round);
                format!("is absent in round {round}")
            }
            PresenceEntry::Late { round, minutes } => {
                state.late.insert(round, minutes);
                format!("is late in round {round}: {minutes} minutes off its clock")
            }
            PresenceEntry::Withdrawn => {
                // Who has left before is not in the schedule because somebody says it again.
                if !state.withdrawn {
                    state.never_entered = self.rounds.is_empty();
                }
                state.withdrawn = true;
                "withdraws".to_owned()
            }
            PresenceEntry::Disqualified => {
                state.disqualified = true;
                "is disqualified".to_owned()
            }
            PresenceEntry::Back => {
                state.withdrawn = false;
                state.never_entered &= !self.rounds.is_empty();
                "is back".to_owned()
            }
        };
        let by = if who.is_empty() {
            String::new()
        } else {
            format!(", says {who}")
        };
        self.notes
            .push(format!("{name} {words}{by}{}", reason(why)));
        // What it has not finished it loses.
        let open: Vec<_> = self.open_games().collect();
        for (round, board) in open {
            let pair = self.rounds[round as usize - 1].games[board as usize - 1].pair;
            if let Some(end) = self.forfeited(pair)
                && (pair.black == player || pair.white == player)
            {
                self.game_mut(round, board)?.state = GameState::Over(end);
            }
        }
        Ok(())
    }
}
