//! A game: the position and how it came about.

use super::{
    Board, BoardSize, ByColor, Color, Cycle, IllegalMove, Komi, Move, Removal, RuleSet, Rules,
};

/// A board with its history and its rules: moves, prisoners, passes and earlier positions.
///
/// # Examples
///
/// ```
/// use sgmp_board::rules::{BoardSize, Color, Game, Komi, Move, Point};
///
/// let mut game = Game::new(BoardSize::NINETEEN, Komi::FIVE_AND_A_HALF);
/// let star = Point::parse("D4").expect("a point");
/// game.play(Color::Black, Move::Play(star))?;
/// assert_eq!(game.to_move(), Color::White);
/// game.play(Color::White, Move::Pass)?;
/// assert_eq!(game.undo(), Some((Color::White, Move::Pass)));
/// assert_eq!(game.move_count(), 1);
/// # Ok::<(), sgmp_board::rules::IllegalMove>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    // Boxed, since a board is tens of kilobytes and a game is handed around.
    start: Box<Board>,
    board: Box<Board>,
    first: Color,
    komi: Komi,
    rules: RuleSet,
    moves: Vec<(Color, Move)>,
    /// Positions that were set up after the first move, in order.
    laid: Vec<LaidPosition>,
    /// The position before each move.
    stages: Vec<Stage>,
    prisoners: ByColor<u16>,
}

/// A position that was set up in the middle of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
struct LaidPosition {
    /// Moves before it, counted from the start of the game.
    moves: usize,
    board: Box<Board>,
    first: Color,
}

/// The marks by which a repeated position is recognized.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stage {
    hash: u64,
    to_move: Color,
    /// Prisoners that Black has more than White.
    lead: i32,
}

/// A move that the rules of a game allow now, and that has not been played yet.
///
/// It holds the game, so that nothing can change between the check and the move; dropping it leaves
/// the game as it was. See [`Game::check`].
#[derive(Debug)]
#[must_use = "a move that is only checked is not played"]
pub struct LegalMove<'game> {
    game: &'game mut Game,
    color: Color,
    mv: Move,
}

impl LegalMove<'_> {
    /// Plays the move and returns the number of stones captured.
    pub fn play(self) -> u16 {
        self.game.play_checked(self.color, self.mv)
    }
}

impl Game {
    /// A game on an empty board under Japanese rules; Black is to move.
    #[must_use]
    pub fn new(size: BoardSize, komi: Komi) -> Self {
        Self::from_position(Board::new(size), Color::Black, komi)
    }

    /// A game that goes on from a position under Japanese rules, with no prisoners yet; `first` is
    /// to move.
    #[must_use]
    pub fn from_position(board: Board, first: Color, komi: Komi) -> Self {
        Self {
            start: Box::new(board.clone()),
            board: Box::new(board),
            first,
            komi,
            rules: RuleSet::default(),
            moves: Vec::new(),
            laid: Vec::new(),
            stages: Vec::new(),
            prisoners: ByColor::default(),
        }
    }

    /// Goes on from a new position, with the moves numbered on and the prisoners kept; `first` is to
    /// move. Nothing that was before it can be repeated.
    ///
    /// A board of another size changes nothing.
    pub fn lay(&mut self, board: Board, first: Color) {
        if board.size() != self.size() {
            return;
        }
        if self.moves.is_empty() {
            *self.start = board.clone();
            self.first = first;
        } else {
            self.laid.retain(|laid| laid.moves < self.moves.len());
            self.laid.push(LaidPosition {
                moves: self.moves.len(),
                board: Box::new(board.clone()),
                first,
            });
        }
        *self.board = board;
    }

    /// Moves before the latest position that was set up; 0 where all moves follow the first position.
    #[must_use]
    pub fn laid_after(&self) -> usize {
        self.laid.last().map_or(0, |laid| laid.moves)
    }

    /// Positions set up after the first move: the moves before each, its board and the side to move.
    pub fn laid_positions(&self) -> impl Iterator<Item = (usize, &Board, Color)> {
        let laid = self.laid.iter();
        laid.map(|laid| (laid.moves, &*laid.board, laid.first))
    }

    /// The same game with another komi.
    #[must_use]
    pub const fn with_komi(mut self, komi: Komi) -> Self {
        self.komi = komi;
        self
    }

    /// The same game under other rules from now on: what was played stands. Where they say nothing of dead stones, those
    /// are taken off.
    #[must_use]
    pub fn with_rules(mut self, rules: impl Into<RuleSet>) -> Self {
        self.rules = rules.into();
        self
    }

    /// The rules with their word on dead stones.
    #[must_use]
    pub const fn rule_set(&self) -> RuleSet {
        self.rules
    }

    /// The same game with the dead stones taken off at the end, or counted as they stand.
    #[must_use]
    pub const fn with_removal(mut self, removal: Removal) -> Self {
        self.rules.removal = removal;
        self
    }

    /// The size of the board, fixed for the game.
    #[must_use]
    pub const fn size(&self) -> BoardSize {
        self.board.size()
    }

    /// Points White receives; negative where Black does.
    #[must_use]
    pub const fn komi(&self) -> Komi {
        self.komi
    }

    /// The rules it is played by.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules.rules
    }

    /// The fate of the dead stones at the end.
    #[must_use]
    pub const fn removal(&self) -> Removal {
        self.rules.removal
    }

    /// The position before the first move.
    #[must_use]
    pub const fn start(&self) -> &Board {
        &self.start
    }

    /// The position after the latest move.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// All moves from the first one.
    #[must_use]
    pub fn moves(&self) -> &[(Color, Move)] {
        &self.moves
    }

    /// Number of moves made, passes included.
    #[must_use]
    pub const fn move_count(&self) -> usize {
        self.moves.len()
    }

    /// The latest move; none where the position was set up since.
    #[must_use]
    pub fn last_move(&self) -> Option<(Color, Move)> {
        self.moves[self.laid_after()..].last().copied()
    }

    /// Stones each color has captured so far.
    #[must_use]
    pub const fn prisoners(&self) -> ByColor<u16> {
        self.prisoners
    }

    /// The color whose turn it is: the other one after a move.
    #[must_use]
    pub fn to_move(&self) -> Color {
        let first = self.laid.last().map_or(self.first, |laid| laid.first);
        self.last_move().map_or(first, |(color, _)| !color)
    }

    /// Number of passes in a row at the end of the moves. Two end the game.
    #[must_use]
    pub fn consecutive_passes(&self) -> usize {
        self.moves[self.laid_after()..]
            .iter()
            .rev()
            .take_while(|(_, mv)| *mv == Move::Pass)
            .count()
    }

    /// Checks whether a color may make a move now, by the rules of this game.
    ///
    /// # Errors
    /// The reason why it may not.
    pub fn legality(&self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        let Move::Play(point) = mv else {
            return Ok(());
        };
        match self.rules.rules {
            Rules::Japanese => self.board.legality(color, point),
            Rules::Chinese if self.has_been(self.board.hash_after(color, point)?) => {
                Err(IllegalMove::Superko)
            }
            Rules::Chinese => Ok(()),
        }
    }

    /// Checks a move and returns the right to play it, which needs no second check.
    ///
    /// The color is not held against [`Self::to_move`]: records hold moves out of turn.
    ///
    /// # Errors
    /// The reason why the move is not allowed.
    ///
    /// # Examples
    ///
    /// ```
    /// use sgmp_board::rules::{BoardSize, Color, Game, IllegalMove, Komi, Move, Point};
    ///
    /// let mut game = Game::new(BoardSize::NINETEEN, Komi::default());
    /// let star = Move::Play(Point::parse("D4").expect("a point"));
    /// let legal = game.check(Color::Black, star)?;
    /// assert_eq!(legal.play(), 0);
    /// let refused = game.check(Color::White, star).map(|_| ());
    /// assert_eq!(refused, Err(IllegalMove::Occupied(Color::Black)));
    /// # Ok::<(), IllegalMove>(())
    /// ```
    pub fn check(&mut self, color: Color, mv: Move) -> Result<LegalMove<'_>, IllegalMove> {
        self.legality(color, mv)?;
        let game = self;
        Ok(LegalMove { game, color, mv })
    }

    /// Checks and plays a move; returns the number of stones captured.
    ///
    /// The color is not held against [`Self::to_move`]: records hold moves out of turn.
    ///
    /// # Errors
    /// The reason why the move is not allowed; the game is unchanged then.
    pub fn play(&mut self, color: Color, mv: Move) -> Result<u16, IllegalMove> {
        self.check(color, mv).map(LegalMove::play)
    }

    /// Plays a move that the rules were found to allow.
    fn play_checked(&mut self, color: Color, mv: Move) -> u16 {
        self.stages.push(self.stage());
        self.moves.push((color, mv));
        let captured = self.board.play_checked(color, mv);
        self.prisoners[color] = self.prisoners[color].saturating_add(captured);
        captured
    }

    /// Takes the latest move back and gives it; `None` at the start.
    pub fn undo(&mut self) -> Option<(Color, Move)> {
        let undone = *self.moves.last()?;
        *self = self.after(self.moves.len() - 1)?;
        Some(undone)
    }

    /// The position after the first `moves` moves; `None` if there were fewer.
    #[must_use]
    pub fn board_at(&self, moves: usize) -> Option<Board> {
        Some(*self.after(moves)?.board)
    }

    /// Returns whether a move would repeat a position of this game, whoever was to move then.
    ///
    /// Chinese rules forbid it; Japanese rules allow it, but for a simple ko, and a game in which
    /// both sides insist has no result: [`Self::cycle`]. False for passes and illegal moves.
    #[must_use]
    pub fn repeats(&self, color: Color, mv: Move) -> bool {
        match mv {
            Move::Pass => false,
            Move::Play(point) => {
                let after = self.board.hash_after(color, point);
                after.is_ok_and(|hash| self.has_been(hash))
            }
        }
    }

    fn has_been(&self, hash: u64) -> bool {
        let since = &self.stages[self.laid_after()..];
        since.iter().any(|stage| stage.hash == hash)
    }

    /// The cycle by which the latest move has ended the game without result, under Japanese rules;
    /// under Chinese rules there is none.
    #[must_use]
    pub fn cycle(&self) -> Option<Cycle> {
        if self.rules.rules != Rules::Japanese || self.is_after_pass(self.moves.len()) {
            return None;
        }
        let now = self.stage();
        let stages = self.stages.iter().enumerate().skip(self.laid_after()).rev();
        let mut same = stages
            .filter(|(at, stage)| **stage == now && !self.is_after_pass(*at))
            .map(|(at, _)| at);
        let (second, _first) = (same.next()?, same.next()?);
        let moves = self.moves.len() - second;
        Some(Cycle { moves })
    }

    /// Returns whether the move before position `moves` was a pass, which repeats nothing.
    fn is_after_pass(&self, moves: usize) -> bool {
        let last = moves.checked_sub(1).filter(|_| moves > self.laid_after());
        let last = last.map(|index| self.moves[index]);
        matches!(last, Some((_, Move::Pass)))
    }

    fn stage(&self) -> Stage {
        Stage {
            hash: self.board.hash(),
            to_move: self.to_move(),
            lead: i32::from(self.prisoners.black) - i32::from(self.prisoners.white),
        }
    }

    /// The game after its first `moves` moves; `None` if there were fewer.
    #[must_use]
    pub fn after(&self, moves: usize) -> Option<Self> {
        let start = Self::from_position((*self.start).clone(), self.first, self.komi);
        let mut game = start.with_rules(self.rules);
        let mut laid = self.laid.iter().peekable();
        for (color, mv) in self.moves.get(..moves)? {
            // It was legal when it was played, by the rules of that time.
            game.play_checked(*color, *mv);
            // Behind its move: a position is laid once as many moves are made as were made before it.
            if let Some(next) = laid.next_if(|next| next.moves == game.moves.len()) {
                game.lay((*next.board).clone(), next.first);
            }
        }
        Some(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Point, diagram};

    fn at(name: &str) -> Move {
        Move::Play(Point::parse(name).unwrap())
    }

    fn play(game: &mut Game, moves: &str) {
        for name in moves.split_whitespace() {
            let mv = if name == "pass" { Move::Pass } else { at(name) };
            game.play(game.to_move(), mv).unwrap();
        }
    }

    fn small() -> Game {
        Game::new(BoardSize::new(5).unwrap(), Komi::FIVE_AND_A_HALF)
    }

    #[test]
    fn turns_passes_and_prisoners_are_counted() {
        let mut game = small();
        assert_eq!(game.to_move(), Color::Black);
        play(&mut game, "A1 B1 pass A2");
        assert_eq!(game.to_move(), Color::Black);
        assert_eq!(game.prisoners(), ByColor::new(0, 1));
        assert_eq!(game.consecutive_passes(), 0);
        play(&mut game, "pass pass");
        assert_eq!(game.consecutive_passes(), 2);
        assert_eq!(game.move_count(), 6);
    }

    #[test]
    fn undo_brings_back_every_earlier_game() {
        let mut game = small();
        let mut earlier = vec![game.clone()];
        for moves in ["B1", "A1", "A2", "pass", "C2", "pass"] {
            play(&mut game, moves);
            earlier.push(game.clone());
        }
        assert_eq!(game.prisoners(), ByColor::new(1, 0));
        for (count, before) in earlier.iter().enumerate() {
            assert_eq!(game.board_at(count).as_ref(), Some(before.board()));
        }
        assert_eq!(game.board_at(7), None);
        while let Some(before) = {
            earlier.pop();
            earlier.last()
        } {
            assert!(game.undo().is_some());
            assert_eq!(&game, before);
        }
        assert_eq!(game.undo(), None);
    }

    #[test]
    fn a_new_position_has_the_moves_numbered_on() {
        let mut game = small();
        play(&mut game, "A1 B1 pass A2");
        let before = game.clone();
        let board = diagram::parse(
            ". . . . .
             . X . O .
             . . . . .
             . . . . .
             . . . . .",
        )
        .unwrap();
        game.lay(board.clone(), Color::White);
        assert_eq!((game.move_count(), game.last_move()), (4, None));
        assert_eq!(game.to_move(), Color::White);
        assert_eq!(game.prisoners(), ByColor::new(0, 1));
        assert!(!game.repeats(Color::White, at("A1")));
        play(&mut game, "C3 pass");
        assert_eq!((game.move_count(), game.consecutive_passes()), (6, 1));
        assert_eq!(game.board_at(4), Some(board));
        assert_eq!(game.board_at(3), before.board_at(3));
        game.undo();
        game.undo();
        assert_eq!(game.to_move(), Color::White);
        game.undo();
        assert_eq!(game, before.after(3).unwrap());
        game.lay(Board::new(BoardSize::NINETEEN), Color::Black);
        assert_eq!(game, before.after(3).unwrap());
    }

    #[test]
    fn an_illegal_move_leaves_the_game_alone() {
        let mut game = small();
        play(&mut game, "A2 pass B1");
        let before = game.clone();
        assert_eq!(game.play(Color::White, at("A1")), Err(IllegalMove::Suicide));
        assert_eq!(game, before);
    }

    #[test]
    fn a_checked_move_is_played_or_leaves_the_game_alone() {
        let mut game = small();
        play(&mut game, "A1 B1 pass");
        let before = game.clone();
        drop(game.check(Color::White, at("A2")).unwrap());
        assert_eq!(game, before);
        assert_eq!(game.check(Color::White, at("A2")).unwrap().play(), 1);
        assert_eq!(game.last_move(), Some((Color::White, at("A2"))));
        let refused = game.check(Color::White, at("A2")).unwrap_err();
        assert_eq!(refused, IllegalMove::Occupied(Color::White));
    }

    #[test]
    fn sending_two_returning_one_repeats_the_position() {
        let board = diagram::parse(
            ". X . X
             O O X X
             . O X .
             . O X .",
        )
        .unwrap();
        let mut game = Game::from_position(board.clone(), Color::Black, Komi::default());
        play(&mut game, "A4 C4");
        assert!(game.repeats(Color::Black, at("B4")));
        assert!(!game.repeats(Color::Black, at("D1")));
        assert!(!game.repeats(Color::Black, Move::Pass));
        play(&mut game, "B4");
        assert_eq!(game.board(), &board);
    }

    /// Sending two, returning one: Black throws in a second stone, White takes both, Black one.
    const SENDING_TWO: &str = "
        . X . X
        O O X X
        . O X .
        . O X .";

    #[test]
    fn superko_is_forbidden_in_chinese_rules_alone() {
        let board = diagram::parse(SENDING_TWO).unwrap();
        let mut japanese = Game::from_position(board, Color::Black, Komi::default());
        play(&mut japanese, "A4 C4");
        let mut chinese = japanese.clone().with_rules(Rules::Chinese);
        let before = chinese.clone();
        let refused = Err(IllegalMove::Superko);
        assert_eq!(chinese.legality(Color::Black, at("B4")), refused);
        assert_eq!(chinese.play(Color::Black, at("B4")), refused.map(|()| 0));
        assert_eq!(chinese, before);
        assert_eq!(chinese.legality(Color::Black, Move::Pass), Ok(()));
        let suicide = chinese.legality(Color::Black, at("B3"));
        assert_eq!(suicide, Err(IllegalMove::Occupied(Color::White)));
        play(&mut japanese, "B4 pass A4 C4 B4");
        let late = japanese.clone().with_rules(Rules::Chinese);
        assert_eq!(
            late.after(7).unwrap().board(),
            japanese.board(),
            "what was played stands"
        );
    }

    /// Each side has no liberties but in the three kos it holds: whoever does not take the next one
    /// is taken.
    const TRIPLE_KO: &str = "
        X X X X O O O
        X X X . X O O
        X X X X O O O
        X X X O . O O
        X X X X O O O
        X X X O . O O
        X X X X O O O";

    #[test]
    fn a_triple_ko_played_round_twice_has_no_result() {
        let board = diagram::parse(TRIPLE_KO).unwrap();
        let mut game = Game::from_position(board.clone(), Color::Black, Komi::default());
        for (round, cycle) in [(1, None), (2, Some(Cycle { moves: 6 }))] {
            for mv in ["E4", "D6", "E2", "D4", "E6", "D2"] {
                assert_eq!(game.cycle(), None, "before {mv} of round {round}");
                play(&mut game, mv);
            }
            assert_eq!(game.board().hash(), board.hash());
            assert_eq!(game.cycle(), cycle, "after round {round}");
        }
        let told = game.cycle().unwrap().to_string();
        assert_eq!(
            told,
            "the same position for the third time, 6 moves after the second"
        );
        let mut passed = game.clone();
        play(&mut passed, "pass");
        assert_eq!(passed.cycle(), None, "a pass brings nothing back");
        game.undo();
        assert_eq!(game.cycle(), None);
        let chinese = game.with_rules(Rules::Chinese);
        let refused = chinese.legality(Color::White, at("D2"));
        assert_eq!(refused, Err(IllegalMove::Superko));
    }

    #[test]
    fn passing_in_a_cycle_is_no_agreement() {
        let board = diagram::parse(SENDING_TWO).unwrap();
        let mut game = Game::from_position(board, Color::Black, Komi::default());
        for _ in 0..6 {
            play(&mut game, "A4 C4 B4 pass");
            assert_eq!(game.cycle(), None, "Black loses a stone each time");
        }
    }
}
