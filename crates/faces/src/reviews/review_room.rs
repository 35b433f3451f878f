//! A game that is reviewed, with all that is kept of it: the place in it, the curve, what was tried.

use std::path::PathBuf;

use crate::reviews::review_draft::ReviewDraft;
use crate::reviews::review_threads::CurveKeeper;
use crate::reviews::review_wish_error::{ReviewWishError, search_words};
use crate::study::GameSource;
use crate::tables::teacher_thread::Question;
use sgmp_advice::review::{
    CurvePoint, GameLessons, GameSummary, LossGrade, MoveLoss, NOTHING_TURNED, ReviewedGame,
    TurningPoint, Variation,
};
use sgmp_board::record::{NodeId, create_new, write_atomically};
use sgmp_board::rules::Move;
use sgmp_knowledge::experts::MoveFigures;

/// Words on what another review of the record has changed.
pub(super) const TAKEN_IN: &str =
    "Another review of this record has changed it: what it tried and wrote stands here too now.";

/// A game under review. What is tried and written is on disk before anybody is told of it.
pub struct ReviewRoom {
    game: ReviewedGame,
    keeper: CurveKeeper,
    draft: ReviewDraft,
    /// The record that is read.
    source: PathBuf,
    /// The file that was written last.
    saved: Option<PathBuf>,
    /// The move of the turning point that was gone to last.
    turn: Option<usize>,
}

impl ReviewRoom {
    /// A room for this game.
    pub const fn new(
        game: ReviewedGame,
        keeper: CurveKeeper,
        draft: ReviewDraft,
        source: PathBuf,
    ) -> Self {
        Self {
            game,
            keeper,
            draft,
            source,
            saved: None,
            turn: None,
        }
    }

    /// Takes in what other reviews of the record have kept meanwhile; where that was something, whether the place is left.
    pub(super) fn take_in_changes(&mut self) -> Option<bool> {
        let changed = self.draft.changed_elsewhere(self.game.tree())?;
        // What another review has kept was played there.
        self.game.take_in(changed).ok()
    }

    /// The game and the place in it.
    pub(super) const fn game(&self) -> &ReviewedGame {
        &self.game
    }

    pub(super) const fn keeper(&self) -> &CurveKeeper {
        &self.keeper
    }

    /// Takes a position of the curve in.
    pub(super) fn add_looked(&mut self, moves: usize, point: Option<CurvePoint>) {
        self.keeper.add(moves, point);
    }

    /// Takes in what a closer look at a position has found.
    pub(super) fn add_looked_closely(&mut self, moves: usize, point: CurvePoint) {
        self.keeper.add_close(moves, point);
    }

    /// The curve is whole.
    pub(super) fn finish_curve(&mut self) {
        self.keeper.finish();
    }

    /// A sentence about what an earlier review left, or about why nothing is kept.
    pub(super) fn greeting(&self) -> Option<String> {
        match (self.draft.file(), self.draft.trouble()) {
            (_, Some(trouble)) => Some(format!("Note: {trouble}.")),
            (Some(file), None) => Some(format!(
                "What was tried here before is back, from {}; save writes it to a file of yours.",
                file.display()
            )),
            (None, None) => None,
        }
    }

    /// A sentence about the place, and about the chances there if they are known.
    pub(super) fn place(&self) -> String {
        let game = self.game.game();
        let number = game.move_count();
        let mut told = match game.last_move() {
            Some((color, mv)) => match self.loss_here() {
                Some(loss) => format!("Move {number}: {color} {mv}, {loss}."),
                None => format!("Move {number}: {color} {mv}."),
            },
            None => "Before the first move.".to_owned(),
        };
        if !self.game.is_in_main_line() {
            told += " This is a variation.";
        }
        if let Some(known) = self.known_here() {
            told += &format!(" {}.", known.in_words());
        }
        told
    }

    /// The loss of the latest move, in the main line and if it is worth a word.
    fn loss_here(&self) -> Option<MoveLoss> {
        let index = self.game.game().move_count().checked_sub(1)?;
        let loss = MoveLoss::of_move(self.keeper.game(), self.keeper.curve(), index)?;
        let is_told = loss.is_best || loss.grade() > LossGrade::Good;
        (is_told && self.game.is_in_main_line()).then_some(loss)
    }

    /// The point of the curve at the place, in the main line and if it was looked at.
    pub(super) fn known_here(&self) -> Option<&CurvePoint> {
        let known = self.keeper.curve().at(self.game.game().move_count());
        known.filter(|_| self.game.is_in_main_line())
    }

    /// The figures that the curve has of the latest move, in the main line.
    pub(super) fn figures_here(&self) -> Option<MoveFigures> {
        let game = self.game.game();
        let (color, _) = game.last_move().filter(|_| self.game.is_in_main_line())?;
        self.keeper.curve().figures(color, game.move_count())
    }

    /// The same of a move that is asked about here, where it is the game's next one.
    pub(super) fn figures_of_next(&self, mv: Move) -> Option<MoveFigures> {
        let number = self.game.game().move_count() + 1;
        let next = self.keeper.game().moves().get(number - 1);
        let (color, _) = next.filter(|(_, known)| *known == mv && self.game.is_in_main_line())?;
        self.keeper.curve().figures(*color, number)
    }

    /// The question for the reasons for a turning point's move, from the position before it.
    pub(super) fn why_turned(&self, turn: &TurningPoint) -> Option<Question> {
        let MoveLoss {
            number, color, mv, ..
        } = turn.loss;
        let mut made = self.game.game().clone();
        made.play(color, mv).ok()?;
        let figures = self.keeper.curve().figures(color, number);
        Some(Question::Why(made, figures))
    }

    /// Moves of the line to its end.
    pub(super) fn line_length(&self) -> usize {
        let tree = self.game.tree();
        let path = tree.path(tree.line_end(self.game.node()));
        let moves = path
            .into_iter()
            .filter(|node| tree.move_at(*node).is_some());
        moves.count()
    }

    /// Goes to a node.
    ///
    /// # Errors
    /// `missing` where there is none, or the reason why the position cannot be played.
    fn step(
        &mut self,
        node: Option<NodeId>,
        missing: ReviewWishError,
    ) -> Result<(), ReviewWishError> {
        Ok(self.game.go_to(node.ok_or(missing)?)?)
    }

    /// A move on.
    ///
    /// # Errors
    /// The end of the line.
    pub(super) fn forward(&mut self) -> Result<(), ReviewWishError> {
        self.step(self.game.next_node(), ReviewWishError::LineEnds)
    }

    /// A move back.
    ///
    /// # Errors
    /// The beginning.
    pub(super) fn back(&mut self) -> Result<(), ReviewWishError> {
        self.step(self.game.node_before(), ReviewWishError::Beginning)
    }

    /// To the position after so many moves of the line.
    ///
    /// # Errors
    /// A line that has fewer.
    pub(super) fn go_to_move(&mut self, number: usize) -> Result<(), ReviewWishError> {
        let last = self.line_length();
        let node = self.game.node_after(number);
        self.step(node, ReviewWishError::NoMove(last))
    }

    /// Into a variation that begins here, from 1.
    ///
    /// # Errors
    /// No such variation.
    pub(super) fn follow(&mut self, number: usize) -> Result<(), ReviewWishError> {
        let count = self.game.variations().len();
        let node = self.game.variation(number);
        self.step(node, ReviewWishError::NoVariation(count))
    }

    /// To the last position of the way here that lies in the main line.
    ///
    /// # Errors
    /// None: there is always one.
    pub(super) fn back_to_main(&mut self) -> Result<(), ReviewWishError> {
        let tree = self.game.tree();
        let path = tree.path(self.game.node());
        let steps = path.windows(2);
        let in_main = steps.take_while(|step| tree.children(step[0]).first() == Some(&step[1]));
        let node = path.get(in_main.count()).copied();
        self.step(node, ReviewWishError::NoMainLine)
    }

    /// Tries a move here: it becomes a variation and the place.
    ///
    /// # Errors
    /// An illegal move.
    pub(super) fn try_move(&mut self, mv: Move) -> Result<(), ReviewWishError> {
        let tried = self.game.try_move(mv);
        tried.map_err(|source| ReviewWishError::Illegal { mv, source })?;
        self.draft.keep(self.game.tree());
        Ok(())
    }

    /// Adds the answer to what was tried at a node, if that is still the place.
    pub(super) fn add_answer(&mut self, node: NodeId, line: &[Move]) -> bool {
        let is_here = node == self.game.node();
        if is_here {
            self.game.add_line(line);
            self.draft.keep(self.game.tree());
        }
        is_here
    }

    /// The moves on which the game turned, as far as they are known.
    pub(super) fn turns(&self) -> Vec<TurningPoint> {
        TurningPoint::find(self.keeper.game(), self.keeper.curve())
    }

    /// The losses of the game's moves, as far as they are known.
    pub(super) fn losses(&self) -> impl Iterator<Item = MoveLoss> {
        MoveLoss::all(self.keeper.game(), self.keeper.curve())
    }

    /// The moves of both sides in sum, in words.
    pub(super) fn summary_in_words(&self) -> String {
        let summary = GameSummary::new(self.keeper.game(), self.keeper.curve());
        let lessons = GameLessons::new(self.keeper.game(), self.keeper.curve()).to_string();
        let mut told = vec![summary.to_string()];
        told.extend(Some(lessons).filter(|lessons| !lessons.is_empty()));
        told.extend(self.not_yet());
        told.join("\n")
    }

    /// The moves of the main line that lost much, one a line, in the order of the game.
    pub(super) fn mistakes_in_words(&self) -> String {
        let heavy = self.losses().filter(|loss| loss.grade() > LossGrade::Good);
        let lines = heavy.map(|loss| {
            let MoveLoss {
                number, color, mv, ..
            } = loss;
            format!("Move {number}, {color} {mv}: {loss}.")
        });
        let mut told: Vec<String> = lines.collect();
        if told.is_empty() && self.keeper.is_done() {
            told.push("No move lost much.".to_owned());
        }
        told.extend(self.not_yet());
        told.join("\n")
    }

    /// The question for a problem of the move that lost much here: that of the turning point that is looked at, else the latest, or the
    /// next one of the game.
    ///
    /// # Errors
    /// [`ReviewWishError::LostLittle`].
    pub(super) fn to_try_again(&self) -> Result<Question, ReviewWishError> {
        let here = self.game.game().move_count();
        let at = |number: usize| {
            let heavy = |loss: &MoveLoss| loss.number == number && loss.grade() > LossGrade::Good;
            self.losses().find(heavy)
        };
        let is_main = self.game.is_in_main_line();
        let turn = self.turn.filter(|number| *number == here + 1);
        let loss = turn
            .and_then(at)
            .or_else(|| at(here))
            .or_else(|| at(here + 1))
            .filter(|_| is_main);
        let known = loss.and_then(|loss| self.keeper.curve().at(loss.number - 1));
        let (loss, known) = loss.zip(known).ok_or(ReviewWishError::LostLittle)?;
        let name = self
            .source
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy();
        let lost = Box::new((loss, known.clone()));
        Ok(Question::TryAgain(
            self.keeper.game().clone(),
            lost,
            GameSource::of_tree(&name, self.game.tree()),
        ))
    }

    /// The turning points in words.
    pub(super) fn turns_in_words(&self) -> String {
        let turns = self.turns();
        let told = (1..)
            .zip(&turns)
            .map(|(number, turn)| format!("{number}. {}", turn.sentence()));
        let mut told: Vec<String> = told.collect();
        // Of a game that is still looked at nobody knows it.
        if told.is_empty() && self.keeper.is_done() {
            told.push(NOTHING_TURNED.to_owned());
        }
        told.push(self.summary_in_words());
        told.join("\n")
    }

    /// The curve in words.
    pub(super) fn curve_in_words(&self) -> String {
        let mut told = vec![self.keeper.curve().in_words()];
        told.extend(self.not_yet());
        told.retain(|line| !line.is_empty());
        told.join("\n")
    }

    /// To the position before a turning point, from 1; the better line is a variation there.
    ///
    /// # Errors
    /// No such turning point.
    pub(super) fn go_to_turn(&mut self, number: usize) -> Result<TurningPoint, ReviewWishError> {
        let mut turns = self.turns();
        let index = number.checked_sub(1).filter(|index| *index < turns.len());
        let index = index.ok_or_else(|| ReviewWishError::UnknownTurn {
            known: turns.len(),
            looked: self.looked(),
        })?;
        let turn = turns.swap_remove(index);
        let end = self.game.tree().line_end(NodeId::ROOT);
        self.game.go_to(end)?;
        let node = self.game.node_after(turn.loss.number - 1);
        self.step(node, ReviewWishError::NoTurn)?;
        self.turn = Some(turn.loss.number);
        self.game.add_line(&turn.before.line);
        Ok(turn)
    }

    /// A line on what the search has still to do.
    pub(super) fn not_yet(&self) -> Option<String> {
        self.looked().map(|looked| search_words(looked) + ".")
    }

    /// The positions that the search has looked at, and all of them; `None` once it is done.
    fn looked(&self) -> Option<(usize, usize)> {
        let curve = self.keeper.curve();
        (!self.keeper.is_done()).then(|| (curve.known(), curve.points().len()))
    }

    /// Replaces the comment of the place; an empty one takes it away.
    pub(super) fn set_comment(&mut self, text: &str) {
        self.game.set_comment(text);
        self.draft.keep(self.game.tree());
    }

    /// The name of the file that was saved last, or one beside the record that might be.
    pub(super) fn file_to_save(&self) -> PathBuf {
        self.saved.clone().unwrap_or_else(|| {
            let stem = self.source.file_stem().unwrap_or_default();
            let mut name = stem.to_owned();
            name.push("-reviewed.sgf");
            self.source.with_file_name(name)
        })
    }

    /// Writes the game with all its variations; no name stands for the last one.
    ///
    /// # Errors
    /// A file that is there already or cannot be written.
    pub(super) fn save(&mut self, name: &str) -> Result<String, ReviewWishError> {
        let file = match (name, &self.saved) {
            ("", Some(saved)) => saved.clone(),
            ("", None) => return Err(ReviewWishError::NoName),
            (name, _) => PathBuf::from(name),
        };
        let text = self.game.tree().to_string();
        if self.saved.as_ref() == Some(&file) {
            write_atomically(&file, text.as_bytes())?;
        } else {
            create_new(&file, text.as_bytes())?;
        }
        self.game.set_saved();
        self.draft.remove();
        let told = format!("Saved: {}", file.display());
        self.saved = Some(file);
        Ok(told)
    }

    /// Keeps the curve, and says where what was tried is.
    pub(super) fn leave(&mut self) -> Option<String> {
        if !self.keeper.is_done() {
            self.keeper.keep();
        }
        if let Some(file) = self.draft.file() {
            return Some(format!(
                "What was tried and written is kept in {}: the next review has it again.",
                file.display()
            ));
        }
        if self.game.is_changed() && self.draft.trouble().is_some() {
            return Some(format!(
                "What was tried and written here is not saved: {} is as it was.",
                self.source.display()
            ));
        }
        let curve = self.keeper.file()?;
        Some(format!(
            "The curve is kept in {}: the next review has it at once.",
            curve.display()
        ))
    }
}

/// Words of a comment that name a variation.
const SHOWN_WORDS: usize = 6;

/// "Black G7", with the first words of the comment.
pub(super) fn variation_words(variation: &Variation) -> String {
    let first = variation.first;
    let mv = first.map_or_else(
        || "a remark".to_owned(),
        |(color, mv)| format!("{color} {mv}"),
    );
    match &variation.comment {
        Some(comment) => {
            let words: Vec<&str> = comment.split_whitespace().collect();
            let more = if words.len() > SHOWN_WORDS {
                " ..."
            } else {
                ""
            };
            let shown = words.len().min(SHOWN_WORDS);
            format!("{mv} ({}{more})", words[..shown].join(" "))
        }
        None => mv,
    }
}

/// The answer to a move, in a sentence.
pub(super) fn answer_words(line: &[Move]) -> String {
    let words: Vec<String> = line.iter().map(Move::to_string).collect();
    match words.split_first() {
        Some((answer, [])) => format!("The answer: {answer}."),
        Some((answer, rest)) => format!("The answer: {answer}, and then {}.", rest.join(" ")),
        None => "No answer is known.".to_owned(),
    }
}
