//! The analyses of one position, shared by all commands that ask about it.

use std::sync::Arc;

use sgmp_board::rules::{Board, ByColor, Color};
use sgmp_knowledge::analysis::Analysis;

/// Level of the analysis that commands show: some tenths of a second for a whole board.
const LEVEL: u8 = 10;

/// Keeps the analyses of the latest board, one for each side to move.
///
/// An analysis depends on the board and on whose turn it is alone, so the board is the key: nobody
/// has to say that the position has changed.
#[derive(Default)]
pub(super) struct AnalysisCache {
    board: Option<Board>,
    by_turn: ByColor<Option<Arc<Analysis>>>,
    /// Number of analyses made so far.
    #[cfg(test)]
    made: usize,
}

impl AnalysisCache {
    /// The analysis of a board with `turn` to move, made unless it is kept.
    pub(super) fn analyze(&mut self, board: &Board, turn: Color) -> Arc<Analysis> {
        if self.board.as_ref() != Some(board) {
            self.board = Some(board.clone());
            self.by_turn = ByColor::default();
        }
        if let Some(known) = &self.by_turn[turn] {
            return Arc::clone(known);
        }
        #[cfg(test)]
        {
            self.made += 1;
        }
        let analysis = Arc::new(Analysis::new(board, turn, LEVEL));
        self.by_turn[turn] = Some(Arc::clone(&analysis));
        analysis
    }
}

#[cfg(test)]
mod tests {
    use crate::gtp::server::fake_host::{ask, play_diagram, server};

    /// Commands of GoGui's dialog that show a part of the analysis.
    const DIALOG: [&str; 16] = [
        "sgmp_go-liberties",
        "sgmp_go-connections",
        "sgmp_go-groups",
        "sgmp_go-status",
        "sgmp_go-life",
        "sgmp_go-eyes",
        "sgmp_go-potentials",
        "sgmp_go-running",
        "sgmp_go-races",
        "sgmp_go-influence",
        "sgmp_go-outlook",
        "sgmp_go-evaluators",
        "sgmp_go-reasons b",
        "sgmp_go-experts b",
        "dragon_status",
        "owl_attack C6",
    ];

    const POSITION: &str = ". . . . . . . . .
         . . . . . . . . .
         . . . O . . O . .
         . . O X O . . . .
         . . O X . . . . .
         . . . O . X . . .
         . . . . . X . . .
         . . . . . . . . .
         . . . . . . . . .";

    #[test]
    fn a_position_is_analyzed_once_for_the_whole_dialog() {
        let mut server = server();
        play_diagram(&mut server, POSITION);
        for command in DIALOG {
            ask(&mut server, command);
        }
        assert_eq!(server.state.analyses.made, 1);
        ask(&mut server, "estimate_score");
        ask(&mut server, "sgmp_go-reasons w");
        assert_eq!(server.state.analyses.made, 2, "White to move, too");
        ask(&mut server, "play b E5");
        ask(&mut server, "sgmp_go-status");
        assert_eq!(server.state.analyses.made, 3);
    }

    #[test]
    fn answers_are_those_of_a_server_that_remembers_nothing() {
        let mut used = server();
        play_diagram(&mut used, POSITION);
        let lines = ["play b E5", "undo", "play w E5", "play b pass"];
        for played in 0..=lines.len() {
            if let Some(line) = played.checked_sub(1).map(|last| lines[last]) {
                ask(&mut used, line);
            }
            for command in DIALOG.iter().chain(&["sgmp_go-counsel", "sgmp_go-hint"]) {
                let mut fresh = server();
                play_diagram(&mut fresh, POSITION);
                for line in &lines[..played] {
                    ask(&mut fresh, line);
                }
                let answer = ask(&mut used, command);
                assert_eq!(answer, ask(&mut fresh, command), "{command}");
            }
        }
    }
}
