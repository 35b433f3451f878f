//! Reasons about connections.

use super::aims::{ATTACK, FREE, HELP, SETTLE, reasons};

reasons! { CONNECTING, Connecting;
    MEND_TIGERS_MOUTH 6.0 + 0.8, 0.8, FREE, "{move} keeps the tiger's mouth closed at {group}.", on Mended;
    MEND_BAMBOO 6.0 + 0.8, 0.8, FREE, "{move} keeps the bamboo joint of {group} whole.", on Mended;
    MEND_DIAGONAL 6.0 + 0.9, 0.8, FREE, "{move} mends the cutting point beside {group}.", on Mended;
    MEND_JUMP 6.0 + 0.8, 0.8, FREE, "{move} mends the one-point jump of {group}.", on Mended;
    MEND_BY_CAPTURE 6.5 + 1.0, 1.0, FREE, "{move} takes the stones between, and {group} are joined.", claims Captures, on Joined;
    MEND_ON_EDGE 5.0 + 0.7, 0.6, FREE, "{move} joins {group} along the edge.", on Mended;
    MEND_KNIGHTS_MOVE 5.5 + 0.7, 0.6, FREE, "{move} mends the knight's move of {group}, which can be cut.", on Mended;
    MEND_LARGE_KNIGHTS_MOVE 5.0 + 0.6, 0.5, FREE, "{move} mends the large knight's move of {group}.", on Mended;
    MEND_TWO_POINT_JUMP 5.0 + 0.6, 0.5, FREE, "{move} mends the two-point jump of {group}.", on Mended;
    TIGHTEN_LOOSE_LINK 2.0 + 0.3, 0.1, FREE, "{move} makes the loose link of {group} firm.", on Mended;
    JOIN_WEAK_TO_LIVING 9.0 + 1.6, 1.5, SETTLE, "{move} joins {group}, which are weak, to stones that live.", claims Escapes, on Mended;
    JOIN_TWO_WEAK 8.0 + 1.2, 1.0, HELP, "{move} makes one group of two weak ones, {group} among them.", claims Helped, on Mended;
    MEND_TWO_CUTS 8.0 + 1.0, 1.0, FREE, "{move} mends two cutting points at once.", on TwoMended;
    MEND_AFTER_PEEP 9.0 + 1.0, 1.5, FREE, "They have peeped: {move} connects before they cut.", on Peep and Mended;
    KEEP_WALL_WHOLE 5.0 + 0.6, 0.5, FREE, "{move} keeps your wall at {group} in one piece.", on Mended;
}

reasons! { CUTTING, Cutting;
    CUT_TIGERS_MOUTH 6.0 + 0.7, 0.6, FREE, "{move} goes into the tiger's mouth and cuts {group} off.", on Cut;
    CUT_BAMBOO 6.0 + 0.7, 0.6, FREE, "{move} cuts the bamboo joint of {group}.", on Cut;
    CUT_DIAGONAL 6.5 + 0.8, 0.8, FREE, "{move} cuts at the diagonal of {group}.", on Cut;
    CUT_JUMP 6.0 + 0.7, 0.6, FREE, "{move} cuts through the one-point jump of {group}.", on Cut;
    CUT_BY_SAVING 6.5 + 0.9, 0.8, FREE, "{move} saves your stones between, and {group} stay cut.", claims Keeps;
    CUT_ON_EDGE 5.0 + 0.6, 0.5, FREE, "{move} cuts {group} off along the edge.", on Cut;
    CUT_KNIGHTS_MOVE 6.0 + 0.7, 0.6, FREE, "{move} cuts the knight's move of {group}.", on Cut;
    CUT_LARGE_KNIGHTS_MOVE 5.0 + 0.6, 0.5, FREE, "{move} cuts the large knight's move of {group}.", on Cut;
    CUT_TWO_POINT_JUMP 5.0 + 0.6, 0.5, FREE, "{move} cuts through the two-point jump of {group}.", on Cut;
    CUT_OFF_WEAK 9.0 + 1.5, 1.5, ATTACK, "{move} cuts {group} off, and they are weak alone.", claims Weak, on Cut;
    CUT_TWO_WEAK 9.0 + 1.3, 1.5, ATTACK, "{move} divides two weak groups, {group} among them.", claims Weak, on Cut;
    CUT_TWO_LINKS 8.0 + 0.9, 1.0, FREE, "{move} cuts in two places at once.", on TwoCuts;
    PEEP 3.0 + 0.2, 0.3, FREE, "{move} peeps at the cutting point of {group}.", on ThreatenedCut, makes Peep;
    CUT_AND_THREATEN 8.5 + 1.0, 1.2, FREE, "{move} cuts and threatens {group} at once.", on Cut and ThreatenedCatch;
}
