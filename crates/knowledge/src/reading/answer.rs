//! Results of reading.

use sgmp_board::rules::{Move, Point};

/// True if the side that asks gets what it wants, from worst to best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ResultCode {
    /// It does not, or not within the budget.
    Fails,
    /// By a ko that the other side takes first: it needs the first threat. GNU Go's code 3.
    KoNeedsThreat,
    /// By a ko that it takes first: it has to ignore the other side's first threat. GNU Go's code 2.
    KoIgnoresThreat,
    /// It does, whatever happens elsewhere. GNU Go's code 1.
    Succeeds,
}

impl ResultCode {
    /// The number that GNU Go's manual ("Return Codes") and GTP commands give to it.
    #[must_use]
    pub const fn code(self) -> u8 {
        match self {
            Self::Fails => 0,
            Self::Succeeds => 1,
            Self::KoIgnoresThreat => 2,
            Self::KoNeedsThreat => 3,
        }
    }

    /// Returns whether it works at all, if only by a ko.
    #[must_use]
    pub fn works(self) -> bool {
        self > Self::Fails
    }
}

/// The answer to a question.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// True if the side that moves first gets what it wants.
    pub result: ResultCode,
    /// Its first move, where the result is better than [`ResultCode::Fails`]: a pass where there is
    /// nothing to do.
    pub mv: Option<Move>,
    /// The line of play: moves in turn, the first being `mv` if there is one.
    pub line: Vec<Move>,
    /// True if all was read to its end; otherwise the budget was spent, and a string counts as
    /// saved, while to join and to cut both count as failed. Of a question that is read deep
    /// ([`super::Budget::for_question`]) it is told what seems likeliest then: a string is saved, strings are joined,
    /// and a group belongs to who moves first.
    pub is_complete: bool,
    /// The leaning if the budget was spent, 0 otherwise: above 0 the side that asks was
    /// further from its goal than its opponent from preventing it. The natural logarithm of the
    /// proportion of their proof numbers.
    pub leaning: f32,
    /// Positions looked at, those that were met again among them.
    pub positions: u32,
}

impl Answer {
    /// An answer that needed no reading.
    pub(super) const fn at_once(result: ResultCode, mv: Option<Move>) -> Self {
        Self {
            result,
            mv,
            line: Vec::new(),
            is_complete: true,
            leaning: 0.0,
            positions: 0,
        }
    }

    /// The point of the first move, if it is on the board.
    #[must_use]
    pub const fn point(&self) -> Option<Point> {
        match self.mv {
            Some(Move::Play(point)) => Some(point),
            Some(Move::Pass) | None => None,
        }
    }
}
