//! Reasons from the book, from written patterns, and from what players usually do.

use super::aims::{ATTACK, FREE, HELP, KILL, LIVE, SETTLE, reasons};

reasons! { JOSEKI, Joseki;
    BOOK_URGENT_ANSWER 22.0 + 0.0, 4.0, FREE, "{move} is urgent: this corner is left alone at a price.", claims Weighs;
    BOOK_URGENT 19.0 + 0.0, 3.0, FREE, "{move} is still urgent in this corner.", claims Weighs;
    BOOK_ANSWER 17.0 + 0.0, 3.0, FREE, "{move} is the usual answer in this corner.";
    BOOK_MOVE 12.0 + 0.0, 1.5, FREE, "{move} is a usual move in this corner.";
    BOOK_CONDITIONAL_ANSWER 13.0 + 0.0, 1.5, FREE, "{move} answers in this corner, if the rest of the board helps.";
    BOOK_CONDITIONAL 8.0 + 0.0, 0.5, FREE, "{move} is known in this corner, if the rest of the board helps.";
    BOOK_FOLLOW_UP 7.0 + 0.0, 0.5, FREE, "{move} is what is left to do in this corner.";
    BOOK_PUNISH 20.0 + 0.0, 3.5, FREE, "Their last move was a mistake; {move} punishes it.", claims Weighs;
    BOOK_SIDE_ANSWER 17.0 + 0.0, 3.0, FREE, "{move} answers in the corner beside it, as is usual.";
    BOOK_SIDE 12.0 + 0.0, 1.5, FREE, "{move} belongs to a usual sequence of the corner beside it.";
    BOOK_FIRST 12.0 + 0.0, 1.0, FREE, "{move} is how people begin in a corner.";
    OPENING_FIRST 24.0 + 0.0, 3.0, FREE, "{move} is the first choice of the book of openings.";
    OPENING_OTHER 22.0 + 0.0, 2.5, FREE, "{move} stands in the book of openings.";
}

reasons! { PATTERNS, Patterns;
    PATTERN_CUT_VITAL 14.0 + 0.8, 2.0, FREE, "{move} cuts between their stones.", claims Weighs, on Cut;
    PATTERN_CUT_BIG 9.0 + 0.5, 1.0, FREE, "A cut at {move}.", claims Weighs, on Cut;
    PATTERN_CUT_FAIR 6.0 + 0.3, 0.5, FREE, "A chance to cut at {move}.", claims Weighs, on Cut;
    PATTERN_CONNECT_VITAL 13.0 + 0.8, 2.0, FREE, "A connection at {move} that you need.", claims Weighs, on MendedNear;
    PATTERN_CONNECT_BIG 8.5 + 0.5, 1.0, FREE, "A connection at {move}.", on MendedNear;
    PATTERN_CONNECT_FAIR 5.5 + 0.3, 0.5, FREE, "A quiet connection at {move}.", on MendedNear;
    PATTERN_SURROUND_BIG 9.0 + 0.5, 1.0, ATTACK, "{move} keeps {group} from coming out here.", claims Harried;
    PATTERN_SURROUND_FAIR 6.0 + 0.3, 0.5, FREE, "{move} begins to shut their stones in.";
    PATTERN_ESCAPE_BIG 9.0 + 0.6, 1.0, HELP, "{move} keeps {group} from being shut in.", claims Escapes, on Hunted;
    PATTERN_ESCAPE_FAIR 6.0 + 0.3, 0.5, FREE, "{move} leads your stones out.", on Hunted and Outward;
    PATTERN_CAPTURE_VITAL 12.0 + 1.2, 1.5, FREE, "Stones are caught, or kept from it, at {move}.", claims Catches;
    PATTERN_CAPTURE_BIG 9.0 + 1.0, 1.0, FREE, "Stones may be caught at {move}.", claims Catches;
    PATTERN_KILL_VITAL 14.0 + 1.4, 2.0, KILL, "{move} takes the eyes of {group}.", claims Lost;
    PATTERN_KILL_BIG 10.0 + 1.0, 1.0, KILL, "{move} makes the eyes of {group} few.", claims Harried;
    PATTERN_LIVE_VITAL 14.0 + 1.4, 2.0, LIVE, "{move} makes {group} live.", claims Escapes;
    PATTERN_LIVE_BIG 10.0 + 1.0, 1.0, SETTLE, "{move} makes room for the eyes of {group}.", claims Escapes;
    PATTERN_SHAPE_BIG 8.0 + 0.2, 1.0, FREE, "{move} is the point of the shape.";
    PATTERN_SHAPE_FAIR 5.5 + 0.2, 0.5, FREE, "{move} is good shape.";
    PATTERN_SHAPE_SMALL 3.0 + 0.1, 0.2, FREE, "{move} is tidy.";
    PATTERN_CONTACT_BIG 8.5 + 0.3, 1.0, FREE, "Stones touch, and {move} is the answer.";
    PATTERN_CONTACT_FAIR 6.0 + 0.2, 0.5, FREE, "Stones touch, and {move} is usual.";
    PATTERN_BLOCK_BIG 8.5 + 0.3, 1.0, FREE, "{move} stops them.";
    PATTERN_BLOCK_FAIR 6.0 + 0.2, 0.5, FREE, "{move} stands in their way.";
    PATTERN_BASE_BIG 10.0 + 0.4, 1.0, FREE, "{move} makes a base or takes theirs.";
    PATTERN_BASE_FAIR 7.0 + 0.3, 0.5, FREE, "{move} is about a base.";
    PATTERN_BASE_SMALL 4.0 + 0.2, 0.2, FREE, "{move} adds a little to a base.";
    PATTERN_INVADE_BIG 9.0 + 0.2, 0.5, FREE, "{move} goes in where there is room.", on TheirSide;
    PATTERN_INVADE_FAIR 7.0 + 0.2, 0.3, FREE, "{move} is a place to go in.", on TheirSide;
    PATTERN_REDUCE_BIG 8.0 + 0.2, 0.5, FREE, "{move} makes their area smaller.", on TheirSide;
    PATTERN_REDUCE_FAIR 6.0 + 0.2, 0.3, FREE, "{move} nibbles at their area.", on TheirSide;
    PATTERN_ENDGAME_BIG 6.0 + 0.0, 0.7, FREE, "{move} is a large last point.", claims LastPoint;
    PATTERN_ENDGAME_FAIR 4.0 + 0.0, 0.5, FREE, "{move} is worth a few last points.", claims LastPoint;
    PATTERN_ENDGAME_SMALL 2.0 + 0.0, 0.2, FREE, "{move} is one of the last points.", claims LastPoint;
}

reasons! { HABIT, Habit;
    HABIT_CERTAIN 12.0 + 0.0, 3.0, FREE, "Nearly everybody plays {move} in such a position.";
    HABIT_LIKELY 9.0 + 0.0, 2.0, FREE, "Most players think of {move} first.";
    HABIT_USUAL 6.0 + 0.0, 1.0, FREE, "{move} is a usual move in such a shape.";
    HABIT_POSSIBLE 3.0 + 0.0, 0.3, FREE, "{move} is among the moves that players choose here.";
}
