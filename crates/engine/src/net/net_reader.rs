//! Asks a net of either form about positions.

use super::evaluation::Evaluation;
use super::inputs::{
    InputReader, LadderHistory, Situation, Symmetry, TeacherInputs, teacher_inputs,
};
use super::katago::{KatagoEvaluation, KatagoNetwork, KatagoScratch};
use super::net_choice::NetChoice;
use super::network::Network;
use super::scratch::Scratch;
use sgmp_board::rules::{Board, Color, Game, Move};

/// Past positions whose ladders a net in KataGo's form is told.
const LADDER_MOVES: usize = 2;

/// A net with the room that it needs; one for each thread.
pub struct NetReader {
    inputs: InputReader,
    room: NetRoom,
}

/// A net and the memory that its evaluations work in.
enum NetRoom {
    Own(&'static Network, Scratch),
    Katago(&'static KatagoNetwork, KatagoScratch),
}

/// The part of the past that a net in KataGo's form is told and a [`Situation`] does not hold; for our own
/// net it stays empty.
#[derive(Clone, Debug, Default)]
pub struct NetPast {
    ladders: LadderHistory,
    /// Positions in which a color passed, by their hash.
    passed: Vec<(u64, Color)>,
}

impl NetReader {
    /// A reader for this net, with its own space to compute in.
    pub fn new(net: NetChoice) -> Self {
        Self {
            inputs: InputReader::new(),
            room: match net {
                NetChoice::Own(network) => NetRoom::Own(network, Scratch::default()),
                NetChoice::Katago(network) => NetRoom::Katago(network, KatagoScratch::default()),
            },
        }
    }

    /// Judges a position; nets of KataGo's form look at the past, too.
    pub fn evaluate(&mut self, board: &Board, situation: &Situation, past: &NetPast) -> Evaluation {
        match &mut self.room {
            NetRoom::Own(network, scratch) => {
                let inputs = self.inputs.read(board, situation);
                network.evaluate(&inputs, scratch)
            }
            NetRoom::Katago(network, scratch) => {
                let inputs = teacher_view(&mut self.inputs, board, situation, past);
                even_shares(network.evaluate(&inputs, scratch))
            }
        }
    }

    /// Judges a position laid another way; the answer is about the board as it lies then.
    pub(crate) fn evaluate_laid(
        &mut self,
        board: &Board,
        situation: &Situation,
        past: &NetPast,
        symmetry: Symmetry,
    ) -> Evaluation {
        match &mut self.room {
            NetRoom::Own(network, scratch) => {
                let inputs = self.inputs.read(board, situation);
                network.evaluate(&symmetry.inputs(&inputs), scratch)
            }
            NetRoom::Katago(network, scratch) => {
                let inputs = teacher_view(&mut self.inputs, board, situation, past);
                even_shares(network.evaluate(&symmetry.teacher_inputs(&inputs), scratch))
            }
        }
    }

    /// Judges a position more steadily: eight times as slow, unless the net is too large for that.
    pub(crate) fn evaluate_well(
        &mut self,
        board: &Board,
        situation: &Situation,
        past: &NetPast,
    ) -> Evaluation {
        match &mut self.room {
            NetRoom::Own(network, scratch) => {
                let inputs = self.inputs.read(board, situation);
                network.evaluate_all_ways(&inputs, scratch)
            }
            NetRoom::Katago(network, scratch) => {
                let inputs = teacher_view(&mut self.inputs, board, situation, past);
                let mut judge = |symmetry: Symmetry| {
                    let turned = symmetry.teacher_inputs(&inputs);
                    (symmetry, even_shares(network.evaluate(&turned, scratch)))
                };
                let ways = if network.is_small() { 8 } else { 1 };
                let judgments: Vec<_> = Symmetry::ALL[..ways]
                    .iter()
                    .map(|way| judge(*way))
                    .collect();
                Evaluation::mean(&judgments).unwrap_or_else(|| Evaluation::empty(inputs.size))
            }
        }
    }

    /// The past of a game's position.
    pub(crate) fn past_of(&mut self, game: &Game) -> NetPast {
        let mut past = NetPast::default();
        if matches!(self.room, NetRoom::Own(..)) {
            return past;
        }
        let begun = game.laid_after();
        let Some(mut board) = game.board_at(begun) else {
            return past;
        };
        let mut situation = Situation::at_start(&board, game.to_move(), game.komi(), game.rules());
        let moves = &game.moves()[begun..];
        for (number, (color, mv)) in moves.iter().enumerate() {
            situation.set_to_move(*color);
            let left = moves.len() - number;
            self.leave(&mut past, &board, &situation, *mv, left);
            // The game holds legal moves.
            let _ = board.play(*color, *mv);
            situation.play(*color, *mv);
        }
        past
    }

    /// Remembers a position that is left by a move, `left` moves before the one that will be asked about.
    pub fn leave(
        &mut self,
        past: &mut NetPast,
        board: &Board,
        situation: &Situation,
        mv: Move,
        left: usize,
    ) {
        if matches!(self.room, NetRoom::Own(..)) {
            return;
        }
        if mv == Move::Pass {
            past.passed.push((board.hash(), situation.to_move()));
        }
        if left <= LADDER_MOVES {
            let ladders = self.inputs.ladders(board, situation);
            past.ladders.push(&ladders, board);
        }
    }
}

/// A position as a net in KataGo's form sees it.
fn teacher_view(
    reader: &mut InputReader,
    board: &Board,
    situation: &Situation,
    past: &NetPast,
) -> TeacherInputs {
    let ladders = reader.ladders(board, situation);
    let here = (board.hash(), situation.to_move());
    let passed_here = past.passed.contains(&here);
    teacher_inputs(board, situation, &ladders, &past.ladders, passed_here)
}

/// The evaluation in which a game without a result is half a win.
fn even_shares(answer: KatagoEvaluation) -> Evaluation {
    let mut evaluation = answer.evaluation;
    evaluation.win += answer.no_result / 2.0;
    evaluation
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::inputs::TeacherReader;
    use crate::net::katago::katago_twin::MadeUp;
    use sgmp_board::rng::Rng;
    use sgmp_board::rules::{BoardSize, Komi, Point, Rules};

    fn made_up() -> NetReader {
        let net = NetChoice::read(&MadeUp::new(8).bytes).expect("a net");
        assert_eq!(net.note(), "made-up");
        NetReader::new(net)
    }

    /// A game of random moves with single passes, long enough for ladders and captures.
    fn game(rules: Rules, rng: &mut Rng) -> Game {
        let size = BoardSize::new(7).expect("a size");
        let mut game = Game::new(size, Komi::default()).with_rules(rules);
        let points: Vec<Point> = Point::all(size).collect();
        for number in 0..60 {
            let color = game.to_move();
            let point = points[rng.below(points.len() as u32) as usize];
            let mv = match number % 7 {
                6 => Move::Pass,
                _ => Move::Play(point),
            };
            // What is not legal is left out.
            let _ = game.play(color, mv);
        }
        game
    }

    #[test]
    fn a_position_looks_the_same_however_its_game_is_come_by() {
        let mut rng = Rng::from_seed(4);
        let mut reader = made_up();
        for rules in [Rules::Japanese, Rules::Chinese] {
            let game = game(rules, &mut rng);
            let mut history = LadderHistory::default();
            let mut passed = Vec::new();
            let mut at_once = TeacherReader::default();
            let mut played = Game::new(game.size(), game.komi()).with_rules(rules);
            for (color, mv) in game.moves() {
                let situation = Situation::from_game(&played);
                let board = played.board();
                let here = (board.hash(), *color);
                let passed_here = passed.contains(&here);
                let (expected, _) = at_once.read(board, &situation, &mut history, passed_here);
                let past = reader.past_of(&played);
                let found = teacher_view(&mut InputReader::new(), board, &situation, &past);
                assert_eq!(found, expected, "after {} moves", played.moves().len());
                if *mv == Move::Pass {
                    passed.push(here);
                }
                played.play(*color, *mv).expect("a legal move");
            }
            assert!(passed.len() > 4 && game.moves().len() > 30);
        }
    }

    #[test]
    fn eight_ways_are_the_mean_of_turned_boards() {
        let game = game(Rules::Japanese, &mut Rng::from_seed(5));
        let situation = Situation::from_game(&game);
        let mut reader = made_up();
        let past = reader.past_of(&game);
        let plain = reader.evaluate(game.board(), &situation, &past);
        let well = reader.evaluate_well(game.board(), &situation, &past);
        assert_ne!(plain, well);
        assert!((0.0..=1.0).contains(&well.win));
        let inputs = teacher_view(&mut InputReader::new(), game.board(), &situation, &past);
        let back = Symmetry::ALL[3].teacher_inputs(&Symmetry::ALL[3].teacher_inputs(&inputs));
        assert_eq!(back, inputs);
    }
}
