//! The desk of advice: what is told of a position, the same on every face.
//!
//! A desk has one net, or none, and one effort. Who owns which point, who leads, how the groups stand, which moves are good and
//! why, and why one is not: screens, lines, pages, pictures and reviews ask here.

use super::game_curve::{CurvePoint, CurveSearch};
use super::group_standing::GroupStanding;
use super::why_not::{Critic, Critique};
use sgmp_board::rules::{Board, BoardSize, Color, Game, IllegalMove, Move, Point};
use sgmp_board::stop_flag::StopFlag;
use sgmp_engine::engine::{JudgeEffort, NetChoice, SearchJudge};
use sgmp_engine::net::inputs::Symmetry;
use sgmp_knowledge::analysis::Analysis;
use sgmp_knowledge::experts::{Explanation, Hints, Owners, Skill, Teacher};

/// Level of the analysis that answers: the highest.
const ANALYSIS_LEVEL: u8 = 6;

/// Share of a point from which it counts as surrounded.
const SURROUNDED_FROM: f32 = 0.5;

/// A desk with a net, or without.
#[derive(Debug)]
pub struct AdviceDesk {
    net: Option<NetChoice>,
    teacher: Teacher,
    critic: Critic,
    /// The search behind curves and answers.
    search: CurveSearch,
}

impl AdviceDesk {
    /// A desk that asks this net where it knows the board.
    #[must_use]
    pub fn new(net: Option<NetChoice>, effort: JudgeEffort) -> Self {
        let judge = |net| Box::new(SearchJudge::new(net, effort)) as _;
        Self {
            net,
            teacher: Teacher::new(net.map(judge)),
            critic: Critic::new(net),
            search: CurveSearch {
                net,
                effort: CurveSearch::EFFORT,
            },
        }
    }

    /// A desk for one position with the net that the program carries.
    #[must_use]
    pub fn own() -> Self {
        Self::new(Some(NetChoice::embedded()), JudgeEffort::ONE_POSITION)
    }

    /// The same desk for the moves of an engine of ours that plays by experts: its own reasons are told.
    #[must_use]
    pub fn explaining(mut self, skill: Option<Skill>) -> Self {
        self.teacher = self.teacher.explaining(skill);
        self
    }

    /// The same desk with another search behind curves and answers.
    #[must_use]
    pub const fn with_search(mut self, search: CurveSearch) -> Self {
        self.search = search;
        self
    }

    /// Moves that a color might make, the best first.
    pub fn hints(&mut self, game: &Game, color: Color) -> Hints {
        self.teacher.hints(game, color)
    }

    /// The reasons for the move of this number, from 1; `None` if there is none.
    pub fn explain(&mut self, game: &Game, number: usize) -> Option<Explanation> {
        self.teacher.explain(game, number)
    }

    /// The case against a move in the position before it; `None` where nothing is known of it.
    ///
    /// # Errors
    /// A move that the rules forbid.
    pub fn why_not(
        &mut self,
        game: &Game,
        color: Color,
        mv: Move,
    ) -> Result<Option<Critique>, IllegalMove> {
        self.critic.why_not(&mut self.teacher, game, color, mv)
    }

    /// The line that answers the latest move: the move that a hint names first, and how it goes on.
    pub fn answer(&mut self, game: &Game) -> Vec<Move> {
        let color = game.to_move();
        let first = self.hints(game, color).moves.first().map(|hint| hint.mv);
        let mut after = game.clone();
        let Some(first) = first.filter(|mv| after.play(color, *mv).is_ok()) else {
            return Vec::new();
        };
        let rest = self.look(&after).map(|point| point.line);
        std::iter::once(first)
            .chain(rest.unwrap_or_default())
            .collect()
    }

    /// Black's chance to win, 0 to 1, as the search behind every curve sees the position; `None` after the game.
    #[must_use]
    pub fn chance(&self, game: &Game) -> Option<f32> {
        Some(self.look(game)?.win)
    }

    /// The position as the search behind every curve sees it; `None` after the game.
    #[must_use]
    pub fn look(&self, game: &Game) -> Option<CurvePoint> {
        let is_known = game.size().lines() >= NetChoice::MIN_LINES;
        let search = CurveSearch {
            net: self.search.net.filter(|_| is_known),
            ..self.search
        };
        search.look(game, &StopFlag::new())
    }

    /// The owners of the points as they are expected in the end: the net's, else those that the analysis estimates.
    #[must_use]
    pub fn territory(&self, game: &Game, to_move: Color) -> ExpectedTerritory {
        if let Some(seen) = self.ask_net(game, to_move) {
            return seen;
        }
        let board = game.board();
        let analysis = analysis(board, to_move);
        let shares = Point::all(board.size()).map(|point| (point, analysis.territory().at(point)));
        ExpectedTerritory {
            shares: shares.collect(),
            lead: None,
        }
    }

    /// The owners, with the lead that the curve tells of the position, so that nobody hears two leads of one position: a search
    /// sees further than the net alone.
    #[must_use]
    pub fn counted_territory(&self, game: &Game) -> ExpectedTerritory {
        let expected = self.territory(game, game.to_move());
        let seen = expected.lead.and_then(|_| self.look(game)?.lead);
        ExpectedTerritory {
            lead: seen.or(expected.lead),
            ..expected
        }
    }

    /// How the groups stand, the weakest first: by the owners that [`AdviceDesk::territory`] expects where a net tells them.
    #[must_use]
    pub fn groups(&self, game: &Game, to_move: Color) -> Vec<GroupStanding> {
        let expected = self.ask_net(game, to_move);
        GroupStanding::all(game.board(), to_move, expected.as_ref())
    }

    /// The view of the net, laid all eight ways. Last passes are left out: it saw few positions after one.
    fn ask_net(&self, game: &Game, to_move: Color) -> Option<ExpectedTerritory> {
        let lines = game.size().lines();
        let net = self.net.filter(|_| lines >= NetChoice::MIN_LINES)?;
        let passes = game.moves().iter().rev();
        let passes = passes.take_while(|(_, mv)| *mv == Move::Pass).count();
        let seen = game.after(game.move_count() - passes)?;
        let sign = if to_move == Color::Black { 1.0 } else { -1.0 };
        let ways = Symmetry::ALL.len() as f32;
        let rows = (0..lines).rev();
        let points = rows.flat_map(|row| (0..lines).filter_map(move |at| Point::new(at, row)));
        let mut shares: Vec<(Point, f32)> = points.map(|point| (point, 0.0)).collect();
        let mut lead = 0.0;
        for symmetry in Symmetry::ALL {
            let judged = net.judge(&seen, to_move, symmetry);
            for ((_, sum), share) in shares.iter_mut().zip(&judged.ownership) {
                *sum += sign * share / ways;
            }
            lead += sign * judged.score / ways;
        }
        Some(ExpectedTerritory {
            shares,
            lead: Some(lead),
        })
    }
}

/// The strings, groups and influence of a position, with this side to move.
#[must_use]
pub fn analysis(board: &Board, to_move: Color) -> Analysis {
    Analysis::new(board, to_move, ANALYSIS_LEVEL)
}

/// The owners of the points as they are expected in the end.
#[derive(Clone, Debug, PartialEq)]
pub struct ExpectedTerritory {
    /// All points with Black's share: 1 is Black's, -1 White's, 0 nobody's.
    shares: Vec<(Point, f32)>,
    /// Points by which Black leads, komi included; `None` without a net.
    lead: Option<f32>,
}

impl ExpectedTerritory {
    /// All points with Black's share of them: 1 is Black's, -1 White's, 0 nobody's.
    #[must_use]
    pub fn shares(&self) -> &[(Point, f32)] {
        &self.shares
    }

    /// Black's share of a point, 0 off the board.
    #[must_use]
    pub fn share(&self, point: Point) -> f32 {
        let known = self.shares.iter().find(|(known, _)| *known == point);
        known.map_or(0.0, |(_, share)| *share)
    }

    /// The same as owners, by which the fate of stones is told.
    pub(super) fn owners(&self) -> Owners {
        Owners::new(BoardSize::NINETEEN, |point| self.share(point))
    }

    /// Empty points that a color surrounds, by its share.
    #[must_use]
    pub fn surrounded(&self, board: &Board, color: Color) -> Vec<Point> {
        let sign = if color == Color::Black { 1.0 } else { -1.0 };
        let mut points: Vec<Point> = self
            .shares
            .iter()
            .filter(|(point, share)| board.is_empty(*point) && sign * share > SURROUNDED_FROM)
            .map(|(point, _)| *point)
            .collect();
        points.sort_unstable();
        points
    }

    /// Points by which Black leads, komi included; `None` without a net.
    #[must_use]
    pub const fn lead(&self) -> Option<f32> {
        self.lead
    }

    /// "White is about 3 points ahead, komi included."; `None` without a net.
    #[must_use]
    pub fn lead_in_words(&self) -> Option<String> {
        let lead = self.lead?;
        let leader = if lead < 0.0 { "White" } else { "Black" };
        Some(match lead.abs().round() {
            0.0 => "The game is about even.".to_owned(),
            1.0 => format!("{leader} is about 1 point ahead, komi included."),
            points => format!("{leader} is about {points:.0} points ahead, komi included."),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::{GameCurve, MoveLoss, percent};
    use sgmp_board::record::{read_sgf, replay};
    use sgmp_board::rng::Rng;
    use sgmp_engine::search::expected_lead;

    /// Twenty positions of finished games, ten moves apart.
    fn positions() -> Vec<Game> {
        let games: [&[u8]; 4] = [
            include_bytes!("../../../../fixtures/finished/004.sgf"),
            include_bytes!("../../../../fixtures/finished/011.sgf"),
            include_bytes!("../../../../fixtures/finished/019.sgf"),
            include_bytes!("../../../../fixtures/finished/052.sgf"),
        ];
        let at = |bytes: &[u8], moves| replay(&read_sgf(bytes).unwrap(), moves).unwrap();
        let games = games.iter();
        games
            .flat_map(|bytes| (1..=5).map(|part| at(bytes, 10 * part)))
            .collect()
    }

    /// The net's lead is that which events tell; beside the owners stands the curve's.
    #[test]
    fn every_place_that_asks_hears_the_same() {
        let desk = AdviceDesk::own();
        for game in positions() {
            let turn = game.to_move();
            let expected = desk.territory(&game, turn);
            let lead = expected.lead.unwrap();
            let told = expected_lead(&game, turn).unwrap();
            assert!((lead - told).abs() < 0.01, "{lead} {told}");
            assert_eq!(expected.shares().len(), usize::from(game.size().points()));
            let counted = desk.counted_territory(&game);
            assert_eq!(counted.shares(), expected.shares());
            let looked = desk.look(&game).map_or(expected.lead, |point| point.lead);
            assert_eq!(counted.lead, looked);
        }
    }

    #[test]
    fn a_chance_is_the_curves() {
        let desk = AdviceDesk::own();
        let search = CurveSearch {
            net: Some(NetChoice::embedded()),
            effort: CurveSearch::EFFORT,
        };
        for game in positions().iter().step_by(5) {
            let point = search.look(game, &StopFlag::new());
            assert_eq!(desk.chance(game), point.map(|point| point.win));
        }
    }

    #[test]
    fn without_a_net_the_analysis_tells_and_nobody_leads() {
        let desk = AdviceDesk::new(None, JudgeEffort::ONE_POSITION);
        for game in positions() {
            let expected = desk.territory(&game, game.to_move());
            let analysis = analysis(game.board(), game.to_move());
            for (point, share) in expected.shares() {
                assert_eq!(*share, analysis.territory().at(*point));
            }
            assert_eq!(expected.lead_in_words(), None);
        }
    }

    /// The loss of a move is one number, told by the curve, by the reasons and by the case against it.
    #[test]
    fn one_loss_is_told_of_a_move() {
        let mut desk = AdviceDesk::own();
        let record = read_sgf(include_bytes!("../../../../fixtures/finished/011.sgf")).unwrap();
        let whole = replay(&record, usize::MAX).unwrap();
        let close = desk.search.closer();
        let mut curve = GameCurve::new(&whole, desk.search);
        for number in [4, 6] {
            for moves in [number - 1, number] {
                let position = whole.after(moves).unwrap();
                curve.set_close(moves, close.look(&position, &StopFlag::new()).unwrap());
            }
            let (color, mv) = whole.moves()[number - 1];
            let loss = MoveLoss::of_move(&whole, &curve, number - 1).unwrap();
            let told = format!("loses about {:.0} points", loss.points.unwrap());
            assert!(loss.to_string().contains(&told), "{loss}");
            let figures = curve.figures(color, number);
            let why = desk.explain(&whole.after(number).unwrap(), number);
            let why = why.unwrap().with_figures(figures).to_string();
            assert!(why.contains(&told), "{told}: {why}");
            let chance = format!("to {}.", percent(curve.at(number).unwrap().win));
            assert!(why.contains(&chance), "{chance}: {why}");
            let before = whole.after(number - 1).unwrap();
            let against = desk.why_not(&before, color, mv).unwrap().unwrap();
            let against = against.with_figures(figures).to_string();
            assert!(against.contains(&told), "{told}: {against}");
        }
    }

    /// A hint, the reasons for a move and the case against it name one better move, and so does the search of a turning point.
    #[test]
    fn one_better_move_is_named_of_a_position() {
        let mut desk = AdviceDesk::own();
        let mut rng = Rng::from_seed(59);
        let games: [&[u8]; 4] = [
            include_bytes!("../../../../fixtures/finished/004.sgf"),
            include_bytes!("../../../../fixtures/finished/011.sgf"),
            include_bytes!("../../../../fixtures/finished/019.sgf"),
            include_bytes!("../../../../fixtures/finished/052.sgf"),
        ];
        for bytes in games {
            let record = read_sgf(bytes).unwrap();
            let whole = replay(&record, usize::MAX).unwrap();
            let last = whole.move_count() - 1;
            let mut drawn: Vec<usize> = (0..4)
                .map(|_| 1 + rng.below(u32::try_from(last).unwrap()) as usize)
                .collect();
            // At the end a pass may be the better move.
            drawn.push(last);
            for number in drawn {
                let before = whole.after(number - 1).unwrap();
                let (color, mv) = whole.moves()[number - 1];
                let hint = desk.hints(&before, color).moves[0].mv;
                let after = whole.after(number).unwrap();
                let why = desk.explain(&after, number).unwrap().judged.unwrap();
                let against = desk.why_not(&before, color, mv).unwrap().unwrap();
                assert_eq!(why.best.mv, hint, "move {number}");
                let judged = against.explanation().judged.as_ref().unwrap();
                assert_eq!(judged.best.mv, hint, "move {number}");
                if hint != Move::Pass && before.consecutive_passes() == 0 {
                    let close = desk
                        .search
                        .closer()
                        .look(&before, &StopFlag::new())
                        .unwrap();
                    assert_eq!(close.line[0], hint, "move {number}");
                }
            }
        }
    }
}
