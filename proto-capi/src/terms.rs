//! The settings of a session, fixed before it begins.

use core::time::Duration;

use sgmp_proto::{BoardSize, Color, Config, Dialect, Numbering, Pace, Rules, Strictness};

use crate::SgmpStatus;

/// The side that opens the game and moves first.
pub const SGMP_BLACK: u8 = 1;
/// The side that waits for Black.
pub const SGMP_WHITE: u8 = 2;
/// Bytes of a frame: what sgmp_take needs room for.
pub const SGMP_FRAME_BYTES: usize = 4;
/// The deadline of a session that waits for nothing but bytes and calls.
pub const SGMP_NEVER: u64 = u64::MAX;
/// For SgmpTerms.max_resends: never give up.
pub const SGMP_NO_LIMIT: u32 = u32::MAX;

/// The terms and times of one side. Fill it with sgmp_terms, then change what differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct SgmpTerms {
    /// SGMP_BLACK or SGMP_WHITE.
    pub color: u8,
    /// Lines of the board, 2 to 19.
    pub size: u8,
    /// 0: understand a peer that leaves the letter of the call; anything else: report and wait.
    pub strict: u8,
    /// Bits a second of the line, from which the pauses between frames follow; 0: no pauses.
    pub baud: u32,
    /// Milliseconds after which an unacknowledged frame is sent again; more than 0.
    pub resend_ms: u32,
    /// Resends of one frame after which the session gives up, or SGMP_NO_LIMIT.
    pub max_resends: u32,
    /// Milliseconds for which repeats are answered after the game.
    pub linger_ms: u32,
    /// Milliseconds for which a frame that may be noise is doubted.
    pub doubt_ms: u32,
}

impl SgmpTerms {
    /// The tournament's: 19 lines, 2400 baud, a resend after 20 s, no limit of resends.
    pub(crate) fn tournament(color: u8) -> Result<Self, SgmpStatus> {
        let config = Config::tournament(color_of(color)?);
        Ok(Self {
            color,
            size: config.size.lines(),
            strict: 0,
            baud: 2400,
            resend_ms: millis(config.resend),
            max_resends: config.max_resends.unwrap_or(SGMP_NO_LIMIT),
            linger_ms: millis(config.linger),
            doubt_ms: millis(config.confirm_timeout),
        })
    }

    pub(crate) fn config(&self) -> Result<Config, SgmpStatus> {
        if self.resend_ms == 0 {
            return Err(SgmpStatus::BadResend);
        }
        let duration = |ms: u32| Duration::from_millis(ms.into());
        Ok(Config {
            color: color_of(self.color)?,
            size: BoardSize::new(self.size).ok_or(SgmpStatus::BadSize)?,
            numbering: Numbering::ByBoard,
            rules: Rules::Japanese,
            resend: duration(self.resend_ms),
            max_resends: (self.max_resends != SGMP_NO_LIMIT).then_some(self.max_resends),
            pace: match self.baud {
                0 => Pace::UNLIMITED,
                baud => Pace::from_baud(baud),
            },
            linger: duration(self.linger_ms),
            confirm_timeout: duration(self.doubt_ms),
            strictness: match self.strict {
                0 => Strictness::Tolerant,
                _ => Strictness::Strict,
            },
            // sgmp_take hands out whole frames only.
            nudge: None,
            dialect: Dialect::Fjk,
        })
    }
}

const fn color_of(color: u8) -> Result<Color, SgmpStatus> {
    match color {
        SGMP_BLACK => Ok(Color::Black),
        SGMP_WHITE => Ok(Color::White),
        _ => Err(SgmpStatus::BadColor),
    }
}

fn millis(duration: Duration) -> u32 {
    u32::try_from(duration.as_millis()).unwrap_or(u32::MAX)
}
