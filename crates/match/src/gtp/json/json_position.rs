//! The game that a query describes.

use serde_json::Value;

use super::json_fields::{FieldError, Fields};
use super::json_override::short;
use crate::gtp::arguments::vertex;
use sgmp_board::record::MAX_MOVES;
use sgmp_board::rules::{
    Board, BoardSize, Color, Game, Komi, Move, NearestRules, Point, Rules, UnknownName,
};

/// Largest komi either way, in points.
const MAX_KOMI: f64 = 150.0;

/// Reads the game; returns it with warnings.
pub(super) fn read_game(fields: &mut Fields<'_>) -> Result<(Game, Vec<FieldError>), FieldError> {
    let mut warnings = Vec::new();
    let size = read_size(fields)?;
    let NearestRules { set, .. } = read_rules(fields, &mut warnings)?;
    let komi = read_komi(fields, set.rules)?;
    if fields.value("whiteHandicapBonus").is_some() {
        warnings.push(FieldError::new(
            "whiteHandicapBonus",
            "this is not known here: under area rules White gets a point for each stone of a handicap",
        ));
    }
    let moves = read_plays(fields, "moves", size)?;
    let moves = moves.ok_or_else(|| FieldError::new("moves", "must be there, if only as []"))?;
    let board = read_board(fields, size)?;
    let first = read_first(fields, &board, &moves)?;
    let mut game = Game::from_position(board, first, komi).with_rules(set);
    for (number, (color, mv)) in moves.into_iter().enumerate() {
        game.play(color, mv).map_err(|why| {
            let message = format!("Illegal move {number}: {mv}: {why}");
            FieldError::new("moves", message)
        })?;
    }
    Ok((game, warnings))
}

fn read_size(fields: &mut Fields<'_>) -> Result<BoardSize, FieldError> {
    let mut read = |name| {
        let lines = fields.whole(name, 2.0, 19.0)?;
        let lines = lines.ok_or_else(|| FieldError::new(name, "must be there, from 2 to 19"))?;
        Ok(lines as u8)
    };
    let (width, height) = (read("boardXSize")?, read("boardYSize")?);
    let size = BoardSize::new(width).filter(|_| width == height);
    size.ok_or_else(|| {
        FieldError::new(
            "boardYSize",
            "must be as large as boardXSize: boards are square here",
        )
    })
}

/// Rules by a name, or by what they say of counting.
fn read_rules(
    fields: &mut Fields<'_>,
    warnings: &mut Vec<FieldError>,
) -> Result<NearestRules, FieldError> {
    const FIELD: &str = "rules";
    let value = fields.value(FIELD);
    let value =
        value.ok_or_else(|| FieldError::new(FIELD, "must be there, such as \"japanese\""))?;
    let read = match value {
        Value::String(name) => name.parse().ok(),
        Value::Object(object) => NearestRules::from_json(&Value::Object(object.clone())),
        _ => None,
    };
    let read = read.ok_or_else(|| FieldError::new(FIELD, UnknownName.to_string()))?;
    if let Some(difference) = read.difference {
        let nearest = read.set.rules.name();
        let message = format!("{nearest} rules are the nearest here: {difference}");
        warnings.push(FieldError::new(FIELD, message));
    }
    Ok(read)
}

fn read_komi(fields: &mut Fields<'_>, rules: Rules) -> Result<Komi, FieldError> {
    const FIELD: &str = "komi";
    let usual = match rules {
        Rules::Japanese => 6.5,
        Rules::Chinese => 7.5,
    };
    let points = fields.number(FIELD, -MAX_KOMI, MAX_KOMI)?.unwrap_or(usual);
    if (points * 2.0).fract() != 0.0 {
        return Err(FieldError::new(FIELD, "must be an integer or half-integer"));
    }
    Ok(Komi::from_half_points((points * 2.0) as i16))
}

/// A list such as `[["B", "Q4"], ["W", "pass"]]`.
fn read_plays(
    fields: &mut Fields<'_>,
    name: &str,
    size: BoardSize,
) -> Result<Option<Vec<(Color, Move)>>, FieldError> {
    let plays: Option<Vec<(String, String)>> =
        fields.read(name, "a list of pairs such as [\"B\",\"Q4\"]")?;
    let Some(plays) = plays else {
        return Ok(None);
    };
    if plays.len() > MAX_MOVES {
        let message = format!("must have {MAX_MOVES} entries at most");
        return Err(FieldError::new(name, message));
    }
    let play = |(player, place): (String, String)| {
        Ok((read_color(&player, name)?, read_vertex(&place, size, name)?))
    };
    plays
        .into_iter()
        .map(play)
        .collect::<Result<_, _>>()
        .map(Some)
}

/// A player: "B" or "W".
pub(super) fn read_color(word: &str, field: &str) -> Result<Color, FieldError> {
    let message = || format!("could not parse player: {}", short(word));
    word.parse().map_err(|_| FieldError::new(field, message()))
}

/// A place: "Q4" or "pass".
pub(super) fn read_vertex(word: &str, size: BoardSize, field: &str) -> Result<Move, FieldError> {
    let message = || format!("could not parse board location: {}", short(word));
    vertex(word, size).ok_or_else(|| FieldError::new(field, message()))
}

fn read_board(fields: &mut Fields<'_>, size: BoardSize) -> Result<Board, FieldError> {
    const FIELD: &str = "initialStones";
    let plays = read_plays(fields, FIELD, size)?.unwrap_or_default();
    let stones = plays.into_iter().map(|(color, mv)| match mv {
        Move::Play(point) => Ok((color, point)),
        Move::Pass => Err(FieldError::new(FIELD, "must be stones: a pass is none")),
    });
    let stones: Vec<(Color, Point)> = stones.collect::<Result<_, _>>()?;
    Board::from_stones(size, stones).map_err(|error| FieldError::new(FIELD, error.to_string()))
}

/// The side that moves first: as it is said, or whose move is the first, or White after a handicap.
fn read_first(
    fields: &mut Fields<'_>,
    board: &Board,
    moves: &[(Color, Move)],
) -> Result<Color, FieldError> {
    const FIELD: &str = "initialPlayer";
    if let Some(word) = fields.read::<String>(FIELD, "\"B\" or \"W\"")? {
        return read_color(&word, FIELD);
    }
    if let Some((color, _)) = moves.first() {
        return Ok(*color);
    }
    let has_stones = |color| board.stones(color).next().is_some();
    let is_handicap = has_stones(Color::Black) && !has_stones(Color::White);
    Ok(if is_handicap {
        Color::White
    } else {
        Color::Black
    })
}
