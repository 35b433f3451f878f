//! `problems make`: sets of problems from games and by chance.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::Args;

use crate::cli::exit::Exit;
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::record::{make_folder, write_atomically};
use sgmp_board::rng::Rng;
use sgmp_board::rules::{Color, Game};
use sgmp_faces::study::{Grade, Problem, ProblemMaker, enclosed_group};
use sgmp_laboratory::learning::read_games;
use sgmp_match::console::stdout_line;

/// Moves before positions of games are looked at.
const FIRST_MOVE: usize = 20;
/// Moves from one position of a game to the next.
const INTERVAL: usize = 9;
/// Shift of the positions from game to game.
const SHIFT: usize = 7;

/// Sources of problems.
#[derive(Debug, Args)]
pub struct MakeArgs {
    /// Collections of games (`learn games` makes them)
    pub games: Vec<PathBuf>,

    /// The folder of the sets
    #[arg(long, value_name = "FOLDER")]
    pub out: PathBuf,

    /// Problems in each set
    #[arg(long, default_value_t = 60, value_name = "N")]
    pub count: usize,

    /// Shut-in groups to make by chance, for problems of life and death
    #[arg(long, default_value_t = 20_000, value_name = "N")]
    pub groups: u32,

    /// Seed of the chance
    #[arg(long, default_value_t = 7, value_name = "N")]
    pub seed: u64,
}

/// The sets as they grow.
struct Sets {
    maker: ProblemMaker,
    texts: BTreeMap<String, String>,
    made: u32,
}

/// Makes the sets.
///
/// # Errors
/// Games that cannot be read, and a folder that cannot be written.
pub(super) fn run(args: &MakeArgs) -> Result<Exit, Failure> {
    let mut sets = Sets {
        maker: ProblemMaker::new(Grade::ALL.map(|grade| (grade, args.count))),
        texts: BTreeMap::new(),
        made: 0,
    };
    let mut chance = Rng::from_seed(args.seed);
    for _ in 0..args.groups {
        let Some(board) = enclosed_group(&mut chance) else {
            continue;
        };
        for color in Color::BOTH {
            let made = sets.maker.make(&board, color);
            sets.add(made);
        }
    }
    for file in &args.games {
        let games = read_games(file).map_err(|error| Failure::new(Blame::Record, error))?;
        for (number, game) in games.games.iter().enumerate() {
            let mut position = Game::new(game.size, game.komi);
            for (color, mv) in game.moves() {
                if sets.maker.is_done() || position.play(color, mv).is_err() {
                    break;
                }
                let moves = position.move_count();
                if moves >= FIRST_MOVE && (moves + SHIFT * number).is_multiple_of(INTERVAL) {
                    let made = sets.maker.make(position.board(), position.to_move());
                    sets.add(made);
                }
            }
        }
    }
    make_folder(&args.out)
        .map_err(|error| Failure::new(Blame::Record, format!("{}: {error}", args.out.display())))?;
    for (name, text) in &sets.texts {
        let file = args.out.join(format!("{name}.sgf"));
        write_atomically(&file, text.as_bytes())
            .map_err(|error| Failure::new(Blame::Record, error))?;
    }
    stdout_line(format_args!(
        "{} problems in {}",
        sets.made,
        args.out.display()
    ));
    Ok(Exit::Done)
}

impl Sets {
    fn add(&mut self, made: Option<Problem>) {
        let Some(problem) = made else { return };
        let name = problem
            .id
            .rsplit_once('-')
            .map_or("problems", |(name, _)| name);
        let text = self.texts.entry(name.to_owned()).or_default();
        *text += problem.tree().to_string().trim_end();
        text.push('\n');
        self.made += 1;
    }
}
