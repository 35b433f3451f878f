//! Records with their variations, as the page walks through them.

use std::rc::Rc;

use serde::Serialize;

use super::access::RequestError;
use super::position_text::Position;
use crate::study::counted;
use sgmp_board::record::{GameRecord, GameResult, GameTree, NodeId, PointSign, replay};
use sgmp_board::rules::{Color, Game, Move};

/// Places of a record that are shown: positions of the main line, then those of variations.
pub(super) const MAX_PLACES: usize = 2000;
/// Letters of one comment.
pub(super) const MAX_COMMENT: usize = 8000;

/// A place of a record: a move, or stones that are set up.
#[derive(Debug, Serialize)]
struct RecordPlace {
    /// The number of its node in the tree, by which the page asks about it.
    id: usize,
    parent: Option<usize>,
    children: Vec<usize>,
    #[serde(flatten)]
    position: Position,
    comment: Option<String>,
    /// Signs on points: the point, and "triangle", "square", "circle", "cross" or letters.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    marks: Vec<(String, MarkState)>,
}

/// A sign on a point.
#[derive(Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum MarkState {
    Triangle,
    Square,
    Circle,
    Cross,
    Label(String),
}

impl From<PointSign> for MarkState {
    fn from(sign: PointSign) -> Self {
        match sign {
            PointSign::Triangle => Self::Triangle,
            PointSign::Square => Self::Square,
            PointSign::Circle => Self::Circle,
            PointSign::Cross => Self::Cross,
            PointSign::Label(letters) => Self::Label(letters),
        }
    }
}

#[derive(Debug, Serialize)]
pub(super) struct RecordState {
    size: u8,
    black: String,
    white: String,
    result: Option<String>,
    facts: Vec<String>,
    /// The places of the main line one after another, then those of the variations.
    nodes: Vec<RecordPlace>,
    /// The number of the first node that somebody adds.
    next_id: usize,
    /// Sentences on what of the file is not shown.
    left_out: Vec<String>,
}

impl RecordState {
    /// The state of a record.
    ///
    /// # Errors
    /// A main line that is no game. A variation against the rules is cut off before its first illegal move.
    pub(super) fn new(tree: &GameTree, games: usize) -> Result<Self, RequestError> {
        let record = main_record(tree)?;
        let player = |color| {
            let player = &record.info.players[color];
            let name = player.name.clone();
            let name = name.unwrap_or_else(|| Color::to_string(&color));
            match &player.rank {
                Some(rank) => format!("{name} ({rank})"),
                None => name,
            }
        };
        let Walk {
            places,
            illegal,
            beyond,
        } = walk(tree, &record)?;
        let is_known = record.info.result != GameResult::Unknown;
        Ok(Self {
            size: tree.size().lines(),
            black: player(Color::Black),
            white: player(Color::White),
            result: is_known.then(|| record.info.result.to_string()),
            facts: facts(&record),
            nodes: places,
            next_id: tree.node_count(),
            left_out: left_out(games, illegal, beyond),
        })
    }
}

/// The record of the main line.
pub(super) fn main_record(tree: &GameTree) -> Result<GameRecord, RequestError> {
    let read = tree.record_at(tree.line_end(NodeId::ROOT));
    let read = read.map_err(|error| RequestError::bad(error.to_string()))?;
    Ok(read.record)
}

/// The game along the way to a node.
pub(super) fn game_at(tree: &GameTree, node: NodeId) -> Result<Game, RequestError> {
    let read = tree.record_at(node);
    let read = read.map_err(|error| RequestError::bad(error.to_string()))?;
    played(&read.record)
}

/// The game of a record, counted as it says.
pub(super) fn played(record: &GameRecord) -> Result<Game, RequestError> {
    let game = replay(record, usize::MAX);
    let game = game.map_err(|error| RequestError::bad(error.to_string()))?;
    Ok(game.with_rules(record.info.rule_set().unwrap_or_default()))
}

/// A node that is not walked to yet.
struct Ahead {
    node: NodeId,
    /// The place before it.
    parent: usize,
    before: Rc<Game>,
}

/// The places of a record, and how much of it is not among them.
struct Walk {
    places: Vec<RecordPlace>,
    /// Variations that are cut off before a move against the rules.
    illegal: u32,
    /// Nodes beyond the number that is shown.
    beyond: u32,
}

/// Sentences on what of a file of so many games is not shown.
pub(super) fn left_out(games: usize, illegal: u32, beyond: u32) -> Vec<String> {
    let further = u32::try_from(games.saturating_sub(1)).unwrap_or(u32::MAX);
    let told = [
        (further > 0).then(|| {
            let games = counted(further, "more game");
            format!("The file has {games}: this is the first.")
        }),
        (illegal > 0).then(|| {
            let lines = counted(illegal, "variation");
            format!("{lines} against the rules: cut off before the illegal move.")
        }),
        (beyond > 0).then(|| {
            let nodes = counted(beyond, "position");
            format!("{nodes} more than are shown: the first {MAX_PLACES} are here.")
        }),
    ];
    told.into_iter().flatten().collect()
}

/// Walks to every node, the main line first.
fn walk(tree: &GameTree, record: &GameRecord) -> Result<Walk, RequestError> {
    let whole = played(record)?;
    let start = match (tree.is_setup(NodeId::ROOT), tree.move_at(NodeId::ROOT)) {
        (_, Some(_)) => game_at(tree, NodeId::ROOT)?,
        (_, None) => whole.after(0).unwrap_or(whole),
    };
    let mut places = vec![RecordPlace {
        id: NodeId::ROOT.number(),
        parent: None,
        children: Vec::new(),
        position: Position::new(&start, start.move_count(), start.last_move()),
        comment: words(tree, NodeId::ROOT),
        marks: marks(tree, NodeId::ROOT),
    }];
    let (mut illegal, mut beyond) = (0_u32, 0_u32);
    let mut ahead = Vec::new();
    add_ahead(&mut ahead, tree, NodeId::ROOT, 0, &Rc::new(start));
    while let Some(Ahead {
        node,
        parent,
        before,
    }) = ahead.pop()
    {
        let Some((game, last)) = step(tree, node, &before) else {
            illegal += 1;
            continue;
        };
        let Some(game) = game else {
            add_words(&mut places[parent].comment, words(tree, node));
            places[parent].marks.extend(marks(tree, node));
            add_ahead(&mut ahead, tree, node, parent, &before);
            continue;
        };
        if places.len() == MAX_PLACES {
            beyond += 1;
            add_ahead(&mut ahead, tree, node, parent, &Rc::new(game));
            continue;
        }
        let place = places.len();
        places.push(RecordPlace {
            id: node.number(),
            parent: Some(parent),
            children: Vec::new(),
            position: Position::new(&game, game.move_count(), last),
            comment: words(tree, node),
            marks: marks(tree, node),
        });
        places[parent].children.push(place);
        add_ahead(&mut ahead, tree, node, place, &Rc::new(game));
    }
    Ok(Walk {
        places,
        illegal,
        beyond,
    })
}

fn marks(tree: &GameTree, node: NodeId) -> Vec<(String, MarkState)> {
    let signs = tree.point_signs(node).into_iter();
    signs
        .map(|(point, sign)| (point.to_string(), sign.into()))
        .collect()
}

/// Puts the nodes after a node on the way, the first of them as the next.
fn add_ahead(
    ahead: &mut Vec<Ahead>,
    tree: &GameTree,
    node: NodeId,
    parent: usize,
    before: &Rc<Game>,
) {
    let last_first = tree.children(node).iter().rev();
    ahead.extend(last_first.map(|node| Ahead {
        node: *node,
        parent,
        before: Rc::clone(before),
    }));
}

/// The position after a node and the node's move; no position where the node changes nothing, and nothing
/// where its move is illegal.
#[expect(clippy::type_complexity, reason = "told in the sentence above")]
fn step(
    tree: &GameTree,
    node: NodeId,
    before: &Game,
) -> Option<(Option<Game>, Option<(Color, Move)>)> {
    let last = tree.move_at(node);
    if tree.is_setup(node) {
        return Some((Some(game_at(tree, node).ok()?), last));
    }
    let Some((color, mv)) = last else {
        return Some((None, None));
    };
    let mut game = before.clone();
    game.play(color, mv).ok()?;
    Some((Some(game), last))
}

fn words(tree: &GameTree, node: NodeId) -> Option<String> {
    let text = tree.comment(node)?;
    Some(text.chars().take(MAX_COMMENT).collect())
}

fn add_words(comment: &mut Option<String>, more: Option<String>) {
    match (comment, more) {
        (Some(comment), Some(more)) => *comment = format!("{comment}\n{more}"),
        (comment @ None, more) => *comment = more,
        (Some(_), None) => {}
    }
}

fn facts(record: &GameRecord) -> Vec<String> {
    let info = &record.info;
    let lines = record.size().lines();
    let komi = info.komi.map(|komi| format!("komi {komi}"));
    let handicap = (info.handicap > 0).then(|| format!("{} handicap stones", info.handicap));
    let rules = info.rules.as_ref().map(|rules| format!("{rules} rules"));
    let is_known = info.result != GameResult::Unknown;
    let result = is_known.then(|| info.result.to_string());
    let texts = [
        Some(format!("{lines}×{lines}")),
        komi,
        handicap,
        rules,
        info.event.clone(),
        info.date.clone(),
        result,
    ];
    texts.into_iter().flatten().collect()
}
