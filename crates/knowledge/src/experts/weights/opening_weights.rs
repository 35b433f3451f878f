//! Reasons for corners, sides and the center.

use super::aims::{ATTACK, FREE, SETTLE, reasons};

reasons! { FUSEKI, Fuseki;
    EMPTY_CORNER_STAR 24.0 + 0.0, 2.0, FREE, "An empty corner is the biggest place on the board; {move} takes it with one stone that looks to both sides.";
    EMPTY_CORNER_SMALL_POINT 23.5 + 0.0, 2.0, FREE, "An empty corner is the biggest place on the board; {move} takes it and leaves an enclosure for later.";
    EMPTY_CORNER_THREE_THREE 18.0 + 0.0, 1.0, FREE, "{move} takes the empty corner for good with one stone, though low.";
    EMPTY_CORNER_FIVE_THREE 17.5 + 0.0, 1.0, FREE, "{move} takes the empty corner and leans to the side.";
    EMPTY_CORNER_FIVE_FOUR 17.0 + 0.0, 1.0, FREE, "{move} takes the empty corner high, for the middle.";
    SMALL_BOARD_CENTER 14.0 + 0.0, 1.0, FREE, "On a small board {move} in the middle looks everywhere.";
    ENCLOSE_STAR_KNIGHT 12.0 + 0.0, 1.0, FREE, "{move} adds a knight's move to your corner stone and takes the corner for yourself.";
    ENCLOSE_STAR_LARGE_KNIGHT 11.5 + 0.0, 1.0, FREE, "{move} encloses the corner widely and reaches out to the side.";
    ENCLOSE_STAR_JUMP 11.0 + 0.0, 1.0, FREE, "{move} jumps from your corner stone along the side.";
    ENCLOSE_SMALL_KNIGHT 15.0 + 0.0, 1.5, FREE, "{move} closes the corner with a knight's move: the strongest enclosure.";
    ENCLOSE_SMALL_JUMP 14.5 + 0.0, 1.5, FREE, "{move} closes the corner with a jump, high and good for the side.";
    ENCLOSE_SMALL_LARGE_KNIGHT 14.0 + 0.0, 1.0, FREE, "{move} closes the corner with a large knight's move.";
    ENCLOSE_FIVE_THREE 14.0 + 0.0, 1.0, FREE, "{move} comes into the corner under your outer stone and closes it.";
    ENCLOSE_FIVE_FOUR 14.0 + 0.0, 1.0, FREE, "{move} comes into the corner beside your high stone and closes it.";
    ENCLOSE_THREE_THREE 9.0 + 0.0, 0.5, FREE, "{move} lifts your low corner stone out to the side.";
    APPROACH_STAR_KNIGHT 14.0 + 0.0, 1.0, FREE, "{move} comes near the corner stone so that the corner does not become their territory alone.";
    APPROACH_STAR_HIGH 12.5 + 0.0, 0.5, FREE, "{move} comes near the corner stone from above.";
    APPROACH_STAR_FAR 11.5 + 0.0, 0.5, FREE, "{move} comes near the corner stone from a distance, with the side in mind.";
    APPROACH_SMALL_KNIGHT 15.5 + 0.0, 1.0, FREE, "{move} stops the enclosure: a corner with one stone off the middle is worth a move.";
    APPROACH_SMALL_HIGH 15.0 + 0.0, 1.0, FREE, "{move} stops the enclosure from above.";
    APPROACH_SMALL_FAR 13.5 + 0.0, 0.5, FREE, "{move} stops the enclosure from a distance, where it is not attacked at once.";
    APPROACH_SMALL_FAR_HIGH 13.0 + 0.0, 0.5, FREE, "{move} stops the enclosure high and from a distance.";
    PRESS_THREE_THREE 10.0 + 0.0, 0.5, FREE, "{move} presses the low corner stone down.";
    APPROACH_THREE_THREE_FAR 9.5 + 0.0, 0.5, FREE, "{move} keeps the low corner stone from coming out along the side.";
    ENTER_FIVE_THREE 14.0 + 0.0, 1.0, FREE, "{move} goes into the corner that the outer stone has left open.";
    ENTER_FIVE_FOUR 14.0 + 0.0, 1.0, FREE, "{move} goes into the corner beside the high stone.";
    ENTER_DEEP_THREE_THREE 12.0 + 0.0, 0.5, FREE, "{move} takes the inside of the corner; the high stone keeps the outside.";
}

reasons! { SIDES, Sides;
    EXTEND_FOR_BASE_ONE 9.0 + 0.5, 1.0, SETTLE, "{move} gives {group} a narrow base, as much as there is room for.", claims Lives;
    EXTEND_FOR_BASE_TWO 11.0 + 0.5, 1.5, SETTLE, "{move} extends two spaces, so that {group} have a base to live on.", claims Lives;
    EXTEND_FOR_BASE_WIDE 10.0 + 0.5, 1.0, SETTLE, "{move} extends as far as the wall behind it allows and gives {group} a base.", claims Lives;
    EXTEND_FROM_STRENGTH 7.0 + 0.4, 1.0, FREE, "{move} goes out along the side, towards your own stones.";
    EXTEND_FAR_FROM_STRENGTH 9.0 + 0.4, 1.0, FREE, "{move} goes far along the side, with your strong stones behind it.";
    EXTEND_AND_CHECK 10.0 + 0.5, 1.5, FREE, "{move} goes along the side and keeps their stone from doing the same: worth double.";
    EXTEND_AND_ATTACK 11.0 + 0.6, 1.5, ATTACK, "{move} goes along the side, where {group} might have found room.", claims Harried;
    PINCER_CLOSE 10.0 + 0.5, 1.0, ATTACK, "{move} pincers {group} closely.", claims Harried, on Lone;
    PINCER_WIDE 9.0 + 0.5, 1.0, FREE, "{move} pincers the approaching stone from a distance and makes a side of it.", on Lone;
    BETWEEN_FRIENDS_LARGE 8.0 + 0.6, 1.0, FREE, "{move} joins your stones on both sides to one large side.";
    BETWEEN_FRIENDS_SMALL 4.0 + 0.5, 0.5, FREE, "{move} closes the gap between your stones.";
    SPLIT_THEIR_SIDE 12.0 + 0.4, 1.0, FREE, "{move} divides their side: there is room to extend either way.";
    TAKE_OPEN_SIDE 9.0 + 0.4, 1.0, FREE, "{move} takes a side that nobody has yet.";
    SLIDE_FOR_BASE 8.0 + 0.5, 1.0, SETTLE, "{move} slides along the edge and gives {group} a base.", claims Lives;
    SLIDE_UNDER 7.0 + 0.4, 0.5, ATTACK, "{move} slides under {group} and takes their base.", claims Harried;
    LIFT_SIDE_STONE 5.0 + 0.3, 0.5, FREE, "{move} lifts the low side towards the middle.";
}

reasons! { CENTER, Center;
    JUNCTION 6.0 + 0.5, 0.5, FREE, "Both sides grow here: {move} makes yours larger and theirs smaller at once.";
    GROW_SPHERE 5.0 + 0.5, 0.5, FREE, "{move} makes your own area larger.";
    REDUCE_SPHERE 5.5 + 0.5, 0.5, FREE, "{move} reduces their area lightly from above.", on TheirSide;
    OPEN_MIDDLE 5.5 + 0.5, 0.5, FREE, "The middle is open to both sides yet: {move} takes it before they do.", on OpenMiddle;
    SHOULDER_HIT 6.0 + 0.4, 0.5, FREE, "{move} leans on the shoulder of their stone.", on OneDiagonal, makes ShoulderHit;
    CAP_SIDE_STONE 6.0 + 0.4, 0.5, FREE, "{move} caps their stone and keeps the middle from them.", makes Cap;
    JUMP_TO_CENTER 5.0 + 0.4, 0.5, FREE, "{move} jumps out to the middle; one jump is never bad.", makes JumpOut;
    KNIGHT_TO_CENTER 4.5 + 0.4, 0.5, FREE, "{move} goes out to the middle with a knight's move.", makes KnightOut;
    KEEP_FROM_CENTER 5.0 + 0.4, 0.5, FREE, "{move} keeps their stones from coming out to the middle.";
    DEEP_REDUCTION 5.0 + 0.4, 0.3, FREE, "{move} goes deep into their area.", on TheirSide;
}

reasons! { INVASION, Invasion;
    INVADE_THREE_THREE 9.0 + 0.3, 0.5, FREE, "{move} at the three-three point lives in the corner under their stone.", on Settles, makes UnderStar;
    INVADE_CORNER_SIDE 7.0 + 0.3, 0.5, FREE, "{move} goes into the corner from the side.", on TheirSide;
    INVADE_SIDE_LOW 7.0 + 0.4, 0.5, FREE, "{move} goes into their side on the third line.", on TheirSide;
    INVADE_SIDE_HIGH 6.5 + 0.4, 0.5, FREE, "{move} goes into their side high.", on TheirSide;
    INVADE_WITH_HELP 7.5 + 0.4, 0.5, FREE, "{move} goes into their side.", on TheirSide;
    INVADE_BEFORE_CLOSED 8.0 + 0.4, 0.5, FREE, "{move} goes into their side before they close it.", on TheirSide;
    INVADE_CENTER 5.0 + 0.4, 0.3, FREE, "{move} lands in the middle of their area.", on TheirSide;
    STOP_INVASION_CORNER 7.0 + 0.3, 0.5, FREE, "{move} takes the three-three point yourself.";
    STOP_INVASION_SIDE 5.5 + 0.3, 0.5, FREE, "{move} closes your side before they come in.";
}
