//! The state of a screen at a review: what is switched on, what was asked, which variation is chosen.

use std::cell::Cell;

use crate::reviews::review_room::{ReviewRoom, variation_words};
use crate::reviews::review_wish_error::ReviewWishError;
use crate::tables::shown_line::{CaseAgainst, ShownLine};
use crate::tables::teacher_thread::Survey;
use crate::tui::{
    BoardKeys, Bottom, CurveView, GameView, MoveEntry, Note, Pane, PlayerView, Stage, TextPane,
    Wish,
};
use sgmp_advice::review::{CurvePoint, LossGrade, percent};
use sgmp_board::picture::{Candidate, Mark, Picture};
use sgmp_board::record::PointSign;
use sgmp_board::rules::{ByColor, Color, Move};

/// Variations that are shown at once.
const MAX_VARIATIONS: usize = 4;

/// The value that the curve tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CurveKind {
    Chances,
    Points,
}

/// The state of a screen at a review.
pub(super) struct ReviewState {
    pub(super) keys: BoardKeys,
    /// The line that shows what is wrong with a move.
    pub(super) line: ShownLine,
    names: ByColor<String>,
    /// The variation that a step forward follows, from 1.
    variation: usize,
    is_trying: bool,
    message: Option<Note>,
    text: Option<TextPane>,
    /// True if the place has a comment.
    has_comment: bool,
    /// True while the reasons for a turning point are awaited, which stand below it.
    is_at_turn: bool,
    hint: Option<Vec<(Move, Candidate)>>,
    shows_hint: bool,
    shows_territory: bool,
    shows_groups: bool,
    survey: Option<Box<Survey>>,
    /// True once the survey of the place was asked for.
    is_survey_asked: Cell<bool>,
    curve: Option<CurveKind>,
    pane: Pane,
    scroll: usize,
}

impl ReviewState {
    pub(super) fn new(room: &ReviewRoom, names: ByColor<String>) -> Self {
        let mut state = Self {
            keys: BoardKeys::new(room.game().game().size()),
            line: ShownLine::default(),
            names,
            variation: 1,
            is_trying: false,
            message: room.greeting().map(Note::plain),
            text: None,
            has_comment: room.game().comment().is_some(),
            is_at_turn: false,
            hint: None,
            shows_hint: false,
            shows_territory: false,
            shows_groups: false,
            survey: None,
            is_survey_asked: Cell::new(false),
            curve: Some(CurveKind::Chances),
            pane: Pane::Curve,
            scroll: 0,
        };
        state.close_text();
        state
    }

    /// The stage, by which keys mean something.
    pub(super) const fn stage(&self) -> Stage {
        if self.is_trying {
            Stage::Trying
        } else {
            Stage::Review
        }
    }

    /// The variation that a step forward follows, from 1.
    pub(super) const fn variation(&self) -> usize {
        self.variation
    }

    /// Chooses the variation that a step forward follows.
    pub(super) const fn set_variation(&mut self, variation: usize) {
        self.variation = variation;
    }

    /// Chooses the next of so many variations, or the one before.
    pub(super) fn choose_variation(&mut self, by: i8, count: usize) {
        let next = self.variation.saturating_add_signed(by.into());
        self.variation = next.clamp(1, count.max(1));
    }

    /// Forgets what was about another place.
    pub(super) fn arrive(&mut self, room: &ReviewRoom) {
        self.has_comment = room.game().comment().is_some();
        self.variation = 1;
        self.is_trying = false;
        self.line.close();
        self.message = None;
        self.hint = None;
        self.shows_hint = false;
        self.survey = None;
        self.is_survey_asked.set(false);
        self.close_text();
    }

    /// Looks once more whether the place has a comment.
    pub(super) fn learn_comment(&mut self, room: &ReviewRoom) {
        self.has_comment = room.game().comment().is_some();
    }

    pub(super) fn say(&mut self, text: &str) {
        self.message = Some(Note::plain(text));
    }

    /// Says why something was not done.
    pub(super) fn refuse(&mut self, why: &ReviewWishError) {
        self.message = Some(Note::warning(format!("Not done: {why}.")));
    }

    pub(super) fn show_text(&mut self, title: &str, text: String) {
        self.text = Some(TextPane {
            title: title.to_owned(),
            text,
        });
        self.is_at_turn = false;
        self.pane = Pane::Text;
        self.scroll = 0;
    }

    /// Shows a turning point, whose reasons are on their way.
    pub(super) fn show_turn(&mut self, number: usize, text: String) {
        self.show_text(&format!("Turning point {number}"), text);
        self.is_at_turn = true;
    }

    /// Shows reasons; those for a turning point below it.
    pub(super) fn show_reasons(&mut self, told: &str) {
        if let (true, Some(text)) = (std::mem::take(&mut self.is_at_turn), &mut self.text) {
            text.text = format!("{}\n\n{told}", text.text);
        } else {
            self.show_text("Why", told.to_owned());
        }
    }

    /// Shows what speaks against a move, on the board too.
    pub(super) fn show_case(&mut self, case: CaseAgainst) {
        let words = self.line.show(case);
        self.show_text("Why not", words);
    }

    /// The text is not shown any more.
    pub(super) fn close_text(&mut self) {
        self.text = None;
        self.is_at_turn = false;
        self.scroll = 0;
        self.pane = match self.curve {
            _ if self.has_comment => Pane::Text,
            Some(_) => Pane::Curve,
            None => Pane::Moves,
        };
    }

    /// Closes the text that was asked for, and returns whether there was one.
    pub(super) fn close_told(&mut self) -> bool {
        let was_told = self.text.is_some();
        self.shows_hint = false;
        self.hint = None;
        self.close_text();
        was_told
    }

    /// Says that the reasons are being found.
    pub(super) fn wait_for_reasons(&mut self) {
        self.show_text("Why", "The teacher is thinking ...".to_owned());
    }

    /// Says that a move that was tried is being answered.
    pub(super) fn wait_for_answer(&mut self) {
        self.show_text("What if", "The answer is being looked for ...".to_owned());
    }

    /// Switches hints; true if they have to be asked for.
    pub(super) fn toggle_hint(&mut self) -> bool {
        self.shows_hint = !self.shows_hint;
        self.hint = None;
        if self.shows_hint {
            self.show_text("Hint", "The teacher is thinking ...".to_owned());
        } else {
            self.close_text();
        }
        self.shows_hint
    }

    /// Takes moves that might be made.
    pub(super) fn learn_hint(&mut self, moves: Vec<(Move, Candidate)>, told: String) {
        if self.shows_hint {
            self.hint = Some(moves);
            self.show_text("Hint", told);
        }
    }

    /// Takes territory and the life of groups.
    pub(super) fn learn_survey(&mut self, survey: Box<Survey>) {
        self.survey = Some(survey);
    }

    /// Returns whether territory and the life of groups have to be asked for; they are once.
    pub(super) fn wants_survey(&self) -> bool {
        let wants = self.shows_territory || self.shows_groups;
        wants && !self.is_survey_asked.replace(true)
    }

    /// Switches something that is shown.
    pub(super) fn switch(&mut self, wish: Wish) {
        match wish {
            Wish::Try => self.is_trying = !self.is_trying,
            Wish::Territory => self.shows_territory = !self.shows_territory,
            Wish::Groups => self.shows_groups = !self.shows_groups,
            Wish::Curve => self.switch_curve(),
            Wish::NextPane => {
                self.scroll = 0;
                let all = [Pane::Text, Pane::Curve, Pane::Moves];
                let has = |pane: &Pane| match pane {
                    Pane::Text => self.text.is_some() || self.has_comment,
                    Pane::Curve => self.curve.is_some(),
                    Pane::Moves => true,
                };
                let at = all.iter().position(|pane| *pane == self.pane).unwrap_or(0);
                let mut next = all.iter().cycle().skip(at + 1).take(all.len());
                self.pane = *next.find(|pane| has(pane)).unwrap_or(&Pane::Moves);
            }
            Wish::Scroll(pages) => {
                let forward = if self.pane == Pane::Moves { -1 } else { 1 };
                let step = isize::from(pages * forward);
                self.scroll = self.scroll.saturating_add_signed(step).min(99);
            }
            _ => {}
        }
    }

    /// Chances, then points, then no curve.
    fn switch_curve(&mut self) {
        self.curve = match self.curve {
            None => Some(CurveKind::Chances),
            Some(CurveKind::Chances) => Some(CurveKind::Points),
            Some(CurveKind::Points) => None,
        };
        self.pane = match self.curve {
            Some(_) => Pane::Curve,
            None => Pane::Moves,
        };
    }

    pub(super) fn view(&self, room: &ReviewRoom) -> GameView {
        let reviewed = room.game();
        let game = reviewed.game();
        let title = format!(
            "{}, komi {}, {} rules; move\u{a0}{}\u{a0}of\u{a0}{}",
            game.size(),
            game.komi(),
            game.rule_set().name(),
            game.move_count(),
            room.line_length()
        );
        let comment = reviewed.comment().map(|comment| TextPane {
            title: "Comment".to_owned(),
            text: comment.trim().to_owned(),
        });
        let stage = self.stage();
        let prompt = self.keys.prompt();
        let text = self.line.beside(self.text.clone()).or(comment);
        GameView {
            picture: self.picture(room),
            title,
            players: ByColor::new(
                self.player(room, Color::Black),
                self.player(room, Color::White),
            ),
            health: room.not_yet().map(Note::plain),
            notes: self.notes(room),
            text,
            moves: move_entries(room),
            curve: self.curve_view(room),
            pane: self.pane,
            scroll: self.scroll,
            bottom: prompt.map_or(Bottom::Keys(stage.keys()), Bottom::Prompt),
            help: self.keys.help(stage.keys()),
            focus: match self.is_trying {
                true => self.keys.cursor(),
                false => self.picture(room).last(),
            },
        }
    }

    fn notes(&self, room: &ReviewRoom) -> Vec<Note> {
        let mut notes: Vec<Note> = self.message.iter().cloned().collect();
        let variations = room.game().variations();
        if variations.len() > 1 {
            let first = self.variation.saturating_sub(MAX_VARIATIONS);
            let shown = (1..).zip(&variations).skip(first).take(MAX_VARIATIONS);
            notes.extend(shown.map(|(number, variation)| {
                let mark = if number == self.variation { '>' } else { ' ' };
                let words = variation_words(variation);
                Note::plain(format!("{mark}{} {words}", letter(number)))
            }));
        }
        if let (true, Some(survey)) = (self.shows_groups, &self.survey) {
            notes.push(Note::plain(survey.groups_in_words()));
        }
        notes.push(Note::plain(room.place()));
        if variations.is_empty() {
            notes.push(Note::plain("The line ends here."));
        }
        notes
    }

    fn player(&self, room: &ReviewRoom, color: Color) -> PlayerView {
        let game = room.game().game();
        PlayerView {
            name: self.names[color].clone(),
            captures: game.prisoners()[color],
            clock: None,
            has_turn: game.to_move() == color,
        }
    }

    fn curve_view(&self, room: &ReviewRoom) -> Option<CurveView> {
        let points = room.keeper().curve().points();
        let values = |value: &dyn Fn(&CurvePoint) -> Option<f32>| -> Vec<Option<f32>> {
            points
                .iter()
                .map(|point| point.as_ref().and_then(value))
                .collect()
        };
        let view = match self.curve? {
            CurveKind::Chances => CurveView::chances(values(&|point| Some(point.win))),
            CurveKind::Points => CurveView::points(&values(&|point| point.lead)),
        };
        let title = match (room.known_here(), self.curve) {
            (None, Some(CurveKind::Points)) => "Points of Black".to_owned(),
            (None, _) => "Black's chance: searching".to_owned(),
            (Some(known), _) => {
                let lead = known.lead.map(|lead| format!(", {lead:+.1} points"));
                let lead = lead.unwrap_or_default();
                format!("Black's chance: {}{lead}", percent(known.win))
            }
        };
        // In a variation the mark stays where it left the main line.
        let here = room.game();
        let at = match here.is_in_main_line() {
            true => here.game().move_count(),
            false => main_moves(room),
        };
        let heavy = room
            .losses()
            .filter(|loss| loss.grade() >= LossGrade::Mistake);
        let heavy = heavy.map(|loss| loss.number).collect();
        Some(view.marked(at, heavy, title))
    }

    fn picture(&self, room: &ReviewRoom) -> Picture {
        if let Some(line) = self.line.picture() {
            return line;
        }
        let game = room.game().game();
        let mut picture = Picture::from_game(game).ataris(game.board());
        if let Some(survey) = &self.survey {
            if self.shows_groups {
                for (stones, life) in &survey.lives {
                    picture = picture.life(stones, *life);
                }
            }
            if self.shows_territory {
                picture = picture.influence(|point| survey.owner(point));
            }
        }
        let variations = room.game().variations();
        if variations.len() > 1 {
            for (number, variation) in (1..).zip(&variations) {
                if let Some((_, Move::Play(point))) = variation.first {
                    picture = picture.label(point, letter(number));
                }
            }
        }
        for (point, sign) in room.game().tree().point_signs(room.game().node()) {
            picture = match sign {
                PointSign::Triangle => picture.mark(point, Mark::Triangle),
                PointSign::Square => picture.mark(point, Mark::Square),
                PointSign::Circle => picture.mark(point, Mark::Circle),
                PointSign::Cross => picture.mark(point, Mark::Cross),
                PointSign::Label(letters) => picture.label(point, letters),
            };
        }
        picture = picture.candidates(self.hint.iter().flatten().copied());
        let has_cursor = self.is_trying || self.keys.is_typing_point();
        picture.cursor(self.keys.cursor().filter(|_| has_cursor))
    }
}

/// The moves to the place; those of the main line have the signs of what they lost.
fn move_entries(room: &ReviewRoom) -> Vec<MoveEntry> {
    let mut entries = MoveEntry::all(room.game().game().moves());
    let in_main_line = main_moves(room);
    for loss in room.losses() {
        if let Some(entry) = entries[..in_main_line].get_mut(loss.number - 1) {
            entry.sign = loss.grade().sign();
        }
    }
    entries
}

/// The letter of a variation, from 1.
fn letter(number: usize) -> String {
    let letters = 'a'..='z';
    let mut letters = letters.skip(number - 1);
    letters.next().map_or_else(|| "*".to_owned(), String::from)
}

/// Moves of the main line on the way to the place.
fn main_moves(room: &ReviewRoom) -> usize {
    let tree = room.game().tree();
    let path = tree.path(room.game().node());
    let steps = path.windows(2);
    let in_main = steps.take_while(|step| tree.children(step[0]).first() == Some(&step[1]));
    in_main
        .filter(|step| tree.move_at(step[1]).is_some())
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reviews::review_draft::ReviewDraft;
    use crate::reviews::review_threads::CurveKeeper;
    use crate::tui::snapshot::{drawn_by, on_all_screens};
    use sgmp_advice::review::{CurveSearch, ReviewedGame};
    use sgmp_board::record::GameTree;
    use sgmp_board::rules::{Point, Rules};

    const GAME: &str =
        "(;SZ[9]KM[5.5]C[A start];B[ee];W[ce](;B[gc];W[cc];B[gg];W[cg])(;B[gg]C[or this];W[cc]))";

    fn room(folder: &std::path::Path) -> ReviewRoom {
        let tree = GameTree::read(GAME.as_bytes(), 1).unwrap();
        let (draft, _) = ReviewDraft::open(folder.join("a.sgf.draft"), &tree);
        let game = ReviewedGame::new(tree, Rules::Japanese).unwrap();
        let search = CurveSearch {
            net: None,
            effort: 1,
        };
        let main = game.main_game().unwrap();
        let mut keeper = CurveKeeper::open(folder.join("a.sgf.curve"), &main, search);
        for (moves, win) in [0.5, 0.6, 0.4, 0.7, 0.8, 0.3].into_iter().enumerate() {
            let line = vec![Move::Pass];
            let lead = Some(20.0 * win - 10.0);
            keeper.add(moves, Some(CurvePoint { win, lead, line }));
        }
        ReviewRoom::new(game, keeper, draft, folder.join("a.sgf"))
    }

    fn check(name: &str, state: &ReviewState, room: &ReviewRoom) {
        let view = state.view(room);
        let draw = |charset, size| drawn_by(charset, size, |look, frame| view.draw(look, frame));
        on_all_screens(draw, |ending, drawn| {
            insta::assert_snapshot!(format!("{name}-{ending}"), drawn);
        });
    }

    #[test]
    fn a_review_fits_all_screens() {
        let folder = tempfile::tempdir().unwrap();
        let mut room = room(folder.path());
        let names = ByColor::new("Ada".to_owned(), "Bo".to_owned());
        let mut state = ReviewState::new(&room, names);
        check("review-start", &state, &room);
        room.go_to_move(2).unwrap();
        state.arrive(&room);
        state.choose_variation(1, 2);
        check("review-variations", &state, &room);
        state.switch(Wish::Curve);
        state.switch(Wish::Try);
        state.show_text("Why", "Black G7 makes a base on the right side.".to_owned());
        check("review-why", &state, &room);
        let game = room.game().game();
        let line = ["G7", "C5", "D4"].map(|name| Move::Play(Point::parse(name).unwrap()));
        state.show_case(CaseAgainst {
            words: "Why not G7? G7 loses about 4 points.".to_owned(),
            line: Some(Box::new(Picture::of_line(
                game.board(),
                game.to_move(),
                &line,
            ))),
        });
        check("review-why-not", &state, &room);
        assert!(
            state.line.leave(crate::tui::Key::Enter),
            "nothing is played on this board"
        );
        assert!(!state.line.leave(crate::tui::Key::Enter));
    }

    #[test]
    fn a_step_forward_follows_the_chosen_variation() {
        let folder = tempfile::tempdir().unwrap();
        let mut room = room(folder.path());
        let mut state = ReviewState::new(&room, ByColor::default());
        room.go_to_move(2).unwrap();
        state.choose_variation(1, 2);
        state.choose_variation(1, 2);
        assert_eq!(state.variation(), 2);
        room.follow(state.variation()).unwrap();
        state.arrive(&room);
        assert!(
            room.place()
                .starts_with("Move 3: Black G3. This is a variation.")
        );
        assert_eq!((state.variation(), main_moves(&room)), (1, 2));
        room.back_to_main().unwrap();
        assert!(
            room.place().starts_with("Move 2: White C5."),
            "{}",
            room.place()
        );
        assert!(room.turns_in_words().contains("6 of 7 positions"));
    }
}
