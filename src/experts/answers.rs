//! Answers to the opponent's last move.

use super::reason::Reason;
use super::scene::{DIAGONALS, Ideas, KNIGHTS, STEPS, Scene, distance};
use super::table::*;
use crate::rules::Point;

pub(super) fn suggest(scene: &Scene<'_>, ideas: &mut Ideas<'_>) {
    let Some(last) = scene.last else { return };
    if !scene.is_theirs(Some(last)) {
        return;
    }
    touching(scene, last, ideas);
    from_above(scene, last, ideas);
    knights(scene, last, ideas);
    approach(scene, last, ideas);
    inside(scene, last, ideas);
    thrown_in(scene, last, ideas);
}

/// A stone with room that is not taken at once.
fn good(scene: &Scene<'_>, point: Option<Point>) -> Option<Point> {
    point.filter(|p| scene.board.is_empty(*p) && !scene.is_self_atari(*p))
}

/// The last stone touches one of ours.
fn touching(scene: &Scene<'_>, last: Point, ideas: &mut Ideas<'_>) {
    let at = |x: i8, y: i8| scene.step(last, (x, y));
    for (x, y) in STEPS {
        let own = at(x, y);
        if !scene.is_mine(own) {
            continue;
        }
        let pushed = scene.is_theirs(at(-x, -y));
        for (u, v) in [(y, x), (-y, -x)] {
            // Beside the last stone, with our stone at the corner.
            if let Some(point) = good(scene, at(u, v)) {
                let supported = scene.is_theirs(at(-u, -v)) || pushed;
                let reason = if supported {
                    &ANSWER_PUSH
                } else {
                    &ANSWER_ATTACHMENT_WITH_HANE
                };
                ideas.play(point, reason);
            }
            // Beside our own stone, away from theirs.
            let stretch = at(x + u, y + v);
            if let Some(point) = good(scene, stretch)
                && scene.is_theirs(at(-u, -v))
            {
                ideas.play(point, &ANSWER_HANE_WITH_STRETCH);
            }
        }
        if let Some(point) = good(scene, at(2 * x, 2 * y)) {
            ideas.play(point, drawing_back(scene, last));
        }
        if let Some(point) = good(scene, at(-x, -y)) {
            ideas.play(point, &ANSWER_HANE_WITH_CUT);
        }
    }
    if scene.line(last) <= 2 {
        for (x, y) in STEPS {
            let block = at(x, y);
            let backed = STEPS
                .into_iter()
                .filter_map(|step| scene.step(block?, step))
                .any(|n| scene.is_mine(Some(n)));
            if let Some(point) = good(scene, block)
                && backed
            {
                ideas.play(point, &ANSWER_SLIDE);
            }
        }
    }
}

/// Whether the last stone divides two strings of ours, or only touches one.
fn drawing_back(scene: &Scene<'_>, last: Point) -> &'static Reason {
    let own = scene
        .board
        .neighbors(last)
        .filter(|n| scene.is_mine(Some(*n)));
    let anchors: Vec<_> = own.filter_map(|n| scene.board.anchor(n)).collect();
    let cut = anchors.iter().any(|anchor| *anchor != anchors[0]);
    if cut {
        &ANSWER_CUT
    } else {
        &ANSWER_ATTACHMENT_WITH_STRETCH
    }
}

/// The last stone leans on one of ours from above.
fn from_above(scene: &Scene<'_>, last: Point, ideas: &mut Ideas<'_>) {
    let alone = !scene.board.neighbors(last).any(|n| scene.is_mine(Some(n)));
    for (x, y) in DIAGONALS {
        let own = scene.step(last, (x, y));
        if alone && scene.is_mine(own) && own.is_some_and(|p| scene.line(p) < scene.line(last)) {
            for step in [(x, 0), (0, y)] {
                if let Some(point) = good(scene, scene.step(last, step)) {
                    ideas.play(point, &ANSWER_SHOULDER_HIT);
                }
            }
        }
    }
    for (x, y) in STEPS {
        let own = scene.step(last, (2 * x, 2 * y));
        let between = scene.step(last, (x, y));
        if scene.is_mine(own)
            && scene.is_empty_at(between)
            && own.is_some_and(|p| scene.line(p) < scene.line(last))
        {
            for step in [(x + 2 * y, y + 2 * x), (x - 2 * y, y - 2 * x)] {
                if let Some(point) = good(scene, scene.step(last, step)) {
                    ideas.play(point, &ANSWER_CAP);
                }
            }
        }
    }
}

/// The last stone reaches out from another with a knight's move.
fn knights(scene: &Scene<'_>, last: Point, ideas: &mut Ideas<'_>) {
    for (x, y) in KNIGHTS {
        if !scene.is_theirs(scene.step(last, (x, y))) {
            continue;
        }
        let near = if x.abs() == 2 { (x / 2, 0) } else { (0, y / 2) };
        let far = if x.abs() == 2 { (x / 2, y) } else { (x, y / 2) };
        for step in [near, far] {
            if let Some(point) = good(scene, scene.step(last, step))
                && scene.is_near(point, 1, scene.me)
            {
                ideas.play(point, &ANSWER_KNIGHT_CUT);
            }
        }
    }
}

/// The last stone approaches a corner stone of ours.
fn approach(scene: &Scene<'_>, last: Point, ideas: &mut Ideas<'_>) {
    if scene.lines() < 13 {
        return;
    }
    for corner in 0..4 {
        let stones = super::corners::stones(scene, corner);
        let near: Vec<_> = stones
            .iter()
            .filter(|((x, y), _)| *x <= 7 && *y <= 7)
            .collect();
        let at = |spot| super::corners::place(scene, corner, spot);
        let [(first, one), (second, other)] = near[..] else {
            continue;
        };
        let (own, theirs) = if *one == scene.me {
            (*first, *second)
        } else {
            (*second, *first)
        };
        if one == other || at(theirs) != Some(last) {
            continue;
        }
        // Seen so that the approach lies along the first line.
        let turned = theirs.0 < theirs.1;
        let spot = |(x, y): (i8, i8)| if turned { (y, x) } else { (x, y) };
        let (a, b) = spot(own);
        let answers: [((i8, i8), &Reason); 5] = [
            ((a, b + 2), &ANSWER_APPROACH_BY_JUMP),
            ((a - 1, b + 2), &ANSWER_APPROACH_BY_KNIGHT),
            ((a + 5, 3), &ANSWER_APPROACH_BY_PINCER),
            ((a + 5, 4), &ANSWER_APPROACH_BY_PINCER),
            ((a + 1, b - 1), &ANSWER_APPROACH_DIAGONALLY),
        ];
        for (answer, reason) in answers {
            if let Some(point) = good(scene, at(spot(answer)))
                && scene.outlook(point).abs() < 0.9
            {
                ideas.play(point, reason);
            }
        }
    }
}

/// The last stone stands inside what looked like ours.
fn inside(scene: &Scene<'_>, last: Point, ideas: &mut Ideas<'_>) {
    let around: Vec<f32> = scene
        .around(last, 2)
        .filter(|p| scene.board.is_empty(*p))
        .map(|p| scene.outlook(p))
        .collect();
    let ours = around.iter().sum::<f32>() / around.len().max(1) as f32;
    if ours < 0.25 {
        return;
    }
    let army = scene.analysis.army_at(last);
    let alive = army.is_some_and(|army| !army.status.is_dead());
    if !alive {
        return;
    }
    for point in scene.around(last, 2) {
        if good(scene, Some(point)).is_none() || distance(point, last) == 0 {
            continue;
        }
        let outside = scene.line(point) > scene.line(last) && distance(point, last) == 2;
        if outside {
            ideas.sized(point, &ANSWER_INVASION_FROM_OUTSIDE, 3.0 * ours);
        } else if scene.line(point) >= scene.line(last) {
            ideas.sized(point, &ANSWER_INTRUSION, 3.0 * ours);
        }
    }
}

fn thrown_in(scene: &Scene<'_>, last: Point, ideas: &mut Ideas<'_>) {
    if scene.board.liberties(last) == 1
        && let Some(point) = scene.board.liberty_set(last).first()
        && let Some(string) = scene.analysis.string_at(last)
    {
        ideas.string(point, &ANSWER_THROW_IN, string);
    }
}
