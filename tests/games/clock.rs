//! A thousand games against the clock, in virtual time: no flag falls, and the time is used.
//!
//! The usable time is what `Terms::usable` says: the clock less the reserve for the line and the
//! lag of the longest game. Of it at least 85 % has to be gone after 200 moves (time that the line
//! took is gone, too; in a quarter of the games it takes none). The line loses frames as often as the reserve can bear, 20 s each; the machine is fast or slow, and now and
//! then it stalls; the choices of a game are mostly clear, mostly unsure, or mixed.

use std::time::Duration;

use sgmp_board::rng::Rng;
use sgmp_board::rules::BoardSize;
use sgmp_engine::time_control::{
    Clock, Effort, Overtime, SearchProgress, Spending, SpendingStep, Terms, TimeSystem, budget,
};

/// A frame that was lost is sent again after this time.
const RESEND: Duration = Duration::from_secs(20);

/// A machine, a line and a game.
struct World {
    rng: Rng,
    /// Playouts that the machine makes in a second.
    speed: f64,
    /// The part of the moves whose choice is clear.
    clear: f64,
    /// The longest that the machine stalls.
    stall: Duration,
}

impl World {
    fn new(seed: u64, clock: Duration) -> Self {
        let mut rng = Rng::from_seed(seed);
        Self {
            speed: 10_f64.powf(between(&mut rng, 2.0, 5.0)),
            clear: between(&mut rng, 0.0, 0.8),
            stall: clock / 100,
            rng,
        }
    }

    fn is(&mut self, part: f64) -> bool {
        between(&mut self.rng, 0.0, 1.0) < part
    }

    /// Duration of a search that is halted at the most of its effort, and looks at the clock
    /// about every 20 ms.
    fn think(&mut self, effort: Effort) -> Duration {
        let most = effort.most().expect("a search by the clock");
        let mut spending = Spending::new(effort, u32::MAX);
        let mut visits = [0.0, 0.0];
        let wins = if self.is(self.clear) { 0.9 } else { 0.55 };
        let reused = between(&mut self.rng, 0.0, 2000.0);
        let turn = between(&mut self.rng, 0.0, 2.0) * most.as_secs_f64();
        let (mut elapsed, mut playouts) = (0.0, 0.0);
        visits[0] += reused;
        while elapsed < most.as_secs_f64() {
            let slice = (self.speed * (most.as_secs_f64() / 50.0).min(0.02)).max(16.0);
            elapsed += slice / self.speed;
            playouts += slice;
            // At some moment the search may find out what it likes.
            let part = if elapsed > turn { 0.95 } else { wins };
            visits[0] += slice * part;
            visits[1] += slice * (0.98 - part);
            let progress = SearchProgress {
                playouts: playouts as u32,
                visits: visits[0] as u32,
                next: Some(visits[1] as u32),
                value: 0.5,
                highest: 0.5,
                lowest: 0.4,
            };
            let now = Duration::from_secs_f64(elapsed);
            if spending.step(now, &progress) == SpendingStep::Stop {
                break;
            }
        }
        // A halt is seen after the playouts under way.
        let late = Duration::from_secs_f64(between(&mut self.rng, 0.0, 4.0) / self.speed);
        let stalled = if self.is(0.01) {
            self.stall.mul_f64(between(&mut self.rng, 0.0, 1.0))
        } else {
            Duration::ZERO
        };
        Duration::from_secs_f64(elapsed).min(most) + late + stalled
    }

    /// The own moves at which a frame of ours or its OK is lost, as many as the reserve can bear.
    fn losses(&mut self, reserve: Duration) -> Vec<u32> {
        let bearable = reserve.as_secs() / RESEND.as_secs();
        let count = self.rng.below(bearable as u32 + 1);
        (0..count).map(|_| self.rng.below(200)).collect()
    }
}

fn between(rng: &mut Rng, least: f64, most: f64) -> f64 {
    least + (most - least) * f64::from(rng.below(1 << 30)) / f64::from(1 << 30)
}

/// Plays a game of so many moves; the part of the usable time that was used.
fn play(seed: u64, minutes: f64, moves: u32) -> f64 {
    let total = Duration::from_secs_f64(minutes * 60.0);
    let terms = Terms::for_match(total, BoardSize::NINETEEN);
    let mut world = World::new(seed, total);
    let losses = world.losses(terms.reserve);
    let mut left = total;
    for own in 0..moves / 2 {
        let effort = Effort::Flexible(budget(left, own * 2, &terms));
        let lost = losses.iter().filter(|lost| **lost == own).count() as u32;
        let spent = world.think(effort) + terms.lag + RESEND * lost;
        let case = format!("seed {seed}, {minutes:.1} minutes, own move {own}, {left:?} left");
        left = left.checked_sub(spent).unwrap_or_else(|| {
            panic!("the flag falls: {case}, {spent:?} spent");
        });
    }
    let usable = terms.usable(total, 200);
    (total - left).as_secs_f64() / usable.as_secs_f64()
}

#[test]
fn a_thousand_games_of_sudden_death() {
    let mut rng = Rng::from_seed(2000);
    let mut worst: f64 = 1.0;
    for seed in 0..1000 {
        let minutes = between(&mut rng, 1.0, 90.0);
        let moves = rng.below(401);
        let used = play(seed, minutes, moves);
        if moves > 200 {
            assert!(
                used >= 0.85,
                "seed {seed}: {used:.2} of {minutes:.1} minutes, {moves} moves"
            );
            worst = worst.min(used);
        }
    }
    println!("at least {:.1} % of the usable time used", 100.0 * worst);
}

#[test]
fn the_tournaments_clock_whatever_the_game() {
    for seed in 0..100 {
        let used = play(seed, 50.0, 201);
        assert!((0.85..1.0).contains(&used), "seed {seed}: {used}");
        play(seed, 50.0, 400);
    }
}

/// Plays with overtime; how often a period was lost.
fn play_overtime(seed: u64, system: &TimeSystem, moves: u32) -> u32 {
    let terms = Terms {
        reserve: Duration::ZERO,
        ..Terms::for_match(system.main, BoardSize::NINETEEN)
    };
    let mut world = World::new(seed, Duration::from_secs(20));
    let mut clock = system.start();
    let mut most_periods = 0;
    let mut lost = 0;
    for own in 0..moves / 2 {
        let effort = Effort::Flexible(system.budget(clock, own * 2, &terms));
        let spent = world.think(effort) + terms.lag;
        clock = system
            .after_move(clock, spent)
            .unwrap_or_else(|| panic!("seed {seed}, {system:?}, own move {own}: {spent:?} spent"));
        if let (Clock::Overtime { count, .. }, Overtime::ByoYomi { .. }) = (clock, system.overtime)
        {
            lost += most_periods.max(count) - count;
            most_periods = count;
        }
    }
    lost
}

#[test]
fn a_thousand_games_with_overtime() {
    let mut rng = Rng::from_seed(2001);
    let mut lost = 0;
    for seed in 0..500 {
        let main = Duration::from_secs(u64::from(rng.below(1800)));
        let moves = rng.below(401);
        let byo_yomi = Overtime::ByoYomi {
            period: Duration::from_secs(u64::from(5 + rng.below(56))),
            periods: 1 + rng.below(5),
        };
        let canadian = Overtime::Canadian {
            period: Duration::from_secs(u64::from(60 + rng.below(541))),
            stones: 1 + rng.below(25),
        };
        for overtime in [byo_yomi, canadian] {
            lost += play_overtime(seed, &TimeSystem { main, overtime }, moves);
        }
    }
    assert_eq!(lost, 0, "a margin is kept in every period");
}
