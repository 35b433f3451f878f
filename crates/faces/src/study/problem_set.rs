//! The sets of problems that the program carries, and files of problems.

use super::problem::{Grade, Problem};
use sgmp_board::record::{GameTree, SgfError};

impl Grade {
    /// The file of the set.
    const fn text(self) -> &'static str {
        match self {
            Self::FirstCaptures => include_str!("../../data/problems/first-captures.sgf"),
            Self::FirstRescues => include_str!("../../data/problems/first-rescues.sgf"),
            Self::FirstEyes => include_str!("../../data/problems/first-eyes.sgf"),
            Self::LaddersAndNets => include_str!("../../data/problems/ladders-and-nets.sgf"),
            Self::Captures => include_str!("../../data/problems/captures.sgf"),
            Self::Rescues => include_str!("../../data/problems/rescues.sgf"),
            Self::Life => include_str!("../../data/problems/life.sgf"),
            Self::Death => include_str!("../../data/problems/death.sgf"),
        }
    }

    /// The problems of the set; a test reads them all.
    #[must_use]
    pub fn problems(self) -> Vec<Problem> {
        read_problems(self.text().as_bytes(), self.name()).unwrap_or_default()
    }
}

/// The problems of a file. Those without a name of their own are called by the file's name and a number.
///
/// # Errors
/// Bytes that are no SGF, and positions that cannot be set up.
pub fn read_problems(bytes: &[u8], name: &str) -> Result<Vec<Problem>, SgfError> {
    let trees = GameTree::read_all(bytes)?.into_iter();
    (1..)
        .zip(trees)
        .map(|(number, tree): (u32, GameTree)| {
            Problem::from_tree(tree, &format!("{name}-{number:03}"))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::problem_session::{ProblemSession, Verdict};
    use super::*;
    use sgmp_advice::review::AimReader;
    use sgmp_board::rules::Move;
    use std::collections::BTreeSet;

    #[test]
    fn there_are_three_hundred_problems_with_names_of_their_own() {
        let all: Vec<Problem> = Grade::ALL.into_iter().flat_map(Grade::problems).collect();
        let names: BTreeSet<&str> = all.iter().map(|problem| problem.id.as_str()).collect();
        assert!(
            all.len() >= 300 && names.len() == all.len(),
            "{}",
            all.len()
        );
        let beginners = Grade::ALL
            .into_iter()
            .filter(|grade| grade.is_for_beginners());
        let beginners: usize = beginners.map(|grade| grade.problems().len()).sum();
        assert!(beginners >= 60, "{beginners}");
        for problem in &all {
            let aim = problem.aim();
            assert!(
                aim.is_some_and(|aim| aim.side(&problem.board()) == Some(problem.to_move())),
                "{}",
                problem.id
            );
        }
    }

    #[test]
    fn the_reader_confirms_what_is_stored() {
        // Every seventh: all of them were checked when they were made.
        for problem in Grade::ALL.into_iter().flat_map(Grade::problems).step_by(7) {
            let id = problem.id.clone();
            let aim = problem.aim().unwrap();
            let mut reader = AimReader::for_level(10);
            let position = reader.pose(&problem.board(), aim).unwrap();
            let mut session = ProblemSession::new(problem.clone(), 1);
            let Some(mv @ Move::Play(point)) = session.right_move() else {
                panic!("{id}: no answer");
            };
            let trial = reader.try_move(&position, &problem.board(), mv).unwrap();
            assert!(position.accepts(&trial), "{id}: {mv}");
            let verdict = session.play(point);
            assert!(
                matches!(verdict, Verdict::Solved(_) | Verdict::GoOn { .. }),
                "{id}: {verdict:?}"
            );
        }
    }

    #[test]
    fn files_of_others_are_read() {
        let bytes = b"(;SZ[9]AB[aa]AW[ba];B[ab]C[RIGHT])(;SZ[9]GN[mine]AB[cc])";
        let problems = read_problems(bytes, "file").unwrap();
        let names: Vec<&str> = problems.iter().map(|problem| problem.id.as_str()).collect();
        assert_eq!(names, ["file-001", "mine"]);
        assert!(read_problems(b"nothing", "file").is_err());
    }
}
