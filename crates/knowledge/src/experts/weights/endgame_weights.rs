//! Reasons for kos, last points, careful and desperate play, and for passing.

use super::aims::{FREE, GIFT, HELP, HOPE, KILL, SETTLE, reasons};

reasons! { KO, Ko;
    TAKE_KO 4.0 + 1.0, 0.5, GIFT, "{move} takes the ko.";
    TAKE_KO_FOR_GROUP 8.0 + 1.6, 1.0, GIFT, "{move} takes the ko on which {group} depend.", claims Hangs;
    END_KO 3.0 + 0.8, 0.5, FREE, "{move} ends the ko by connecting.";
    END_KO_BY_CAPTURE 5.0 + 1.2, 0.8, FREE, "{move} ends the ko: what it was about is taken.";
    THREAT_ATARI_ONE 2.0 + 0.5, 0.1, GIFT, "{move} is a ko threat: atari to {group}.";
    THREAT_ATARI_STONES 5.0 + 1.0, 0.5, GIFT, "{move} is a big ko threat: atari to {group}.";
    THREAT_ON_EYES 5.0 + 0.8, 0.4, GIFT, "{move} is a ko threat against {group}.";
    THREAT_TO_CUT 4.5 + 0.6, 0.4, GIFT, "{move} is a ko threat: next you cut {group} off.", on ThreatenedCut;
    THREAT_TO_REVIVE 4.5 + 0.7, 0.4, GIFT, "{move} is a ko threat.";
    THREAT_TO_CATCH 4.5 + 0.9, 0.4, GIFT, "{move} is a ko threat: next you catch {group}.", on ThreatenedCatch;
}

reasons! { ENDGAME, Endgame;
    EDGE_HANE 3.0 + 0.3, 0.5, FREE, "{move} is the hane on the edge.", makes EdgeHane;
    EDGE_BLOCK 3.0 + 0.3, 0.5, FREE, "{move} blocks on the edge before they come in.";
    EDGE_DESCEND 2.5 + 0.3, 0.4, FREE, "{move} goes down to the edge.";
    EDGE_CONNECT 2.5 + 0.4, 0.4, FREE, "{move} connects on the edge.";
    SECOND_LINE_HANE 4.5 + 0.4, 0.6, FREE, "{move} is the hane on the second line.", claims LastPoint, makes SecondLineHane;
    SECOND_LINE_PUSH 4.5 + 0.4, 0.6, FREE, "{move} pushes along the second line.";
    SECOND_LINE_BLOCK 4.5 + 0.4, 0.6, FREE, "{move} blocks on the second line.";
    SECOND_LINE_DESCEND 4.5 + 0.4, 0.6, FREE, "{move} goes down to the second line.";
    MONKEY_JUMP 7.0 + 0.2, 0.8, FREE, "{move} is the monkey jump: a long step along the edge into their territory.", makes MonkeyJump;
    STOP_MONKEY_JUMP 6.0 + 0.2, 0.6, FREE, "{move} stops the long jump along the edge.";
    EDGE_KNIGHT 4.0 + 0.2, 0.4, FREE, "{move} steps in along the edge.", makes EdgeKnight;
    CLOSE_BORDER 4.0 + 0.5, 0.5, FREE, "{move} closes the border of your territory.", on OwnBorder;
    PUSH_BORDER 3.5 + 0.5, 0.4, FREE, "{move} pushes the border into their territory.", on TheirBorder;
    BOTH_SIDES_BORDER 5.0 + 0.6, 0.6, FREE, "{move} is worth points to whoever plays it: it widens yours and narrows theirs.", claims Weighs;
    ENDGAME_ATARI 2.5 + 0.5, 0.3, FREE, "{move} gives atari in passing.";
    LAST_CONNECTION 2.0 + 0.6, 0.4, FREE, "{move} mends a cut that they could make.", on MendedNear;
    SAVE_EDGE_STONE 3.0 + 0.8, 0.5, FREE, "{move} saves {group} at the edge from being taken.", claims Escapes;
}

reasons! { SAFETY, Safety;
    SAFE_REINFORCE 3.0 + 0.5, 0.5, SETTLE, "You are ahead: {move} makes your weakest stones, {group}, safe.", claims Lives;
    SAFE_ANSWER_DEAD 5.0 + 1.0, 0.8, FREE, "You are ahead: they add a stone to a dead group, and {move} answers it.";
    SAFE_CONNECT 3.5 + 0.4, 0.5, FREE, "You are ahead: {move} connects where they could cut.", on MendedNear;
    SAFE_CLOSE 3.5 + 0.4, 0.5, FREE, "You are ahead: {move} closes territory instead of fighting.";
    SAFE_END_KO 4.0 + 0.8, 0.8, FREE, "You are ahead: {move} ends the ko.";
    SAFE_TAKE_THREATENED 4.0 + 1.5, 0.8, FREE, "You are ahead: {move} takes {group}, and the fight is over.", claims Taken;
    SAFE_RUN 3.0 + 0.5, 0.4, HELP, "You are ahead: {move} brings {group} out before they are attacked.";
}

reasons! { DESPERATION, Desperation;
    BOGUS_INVASION 3.0 + 0.2, 0.3, FREE, "You are behind: {move} goes in though it should not work.";
    BOGUS_INVASION_CORNER 3.5 + 0.2, 0.3, FREE, "You are behind: {move} tries the corner though it should not work.";
    REVIVE_BY_EYE 3.0 + 0.7, 0.3, HOPE, "You are behind: {move} looks for an eye for {group}, which seem dead.";
    REVIVE_BY_RUNNING 3.0 + 0.6, 0.3, HOPE, "You are behind: {move} stirs {group}, which seem dead.";
    REVIVE_BY_CUT 3.5 + 0.5, 0.3, GIFT, "You are behind: {move} cuts where it is dangerous.", on Cut;
    ATTACK_THE_LIVING 3.0 + 0.3, 0.3, KILL, "You are behind: {move} attacks {group}, though they should live.";
    COMPLICATE 3.0 + 0.2, 0.2, FREE, "You are behind: {move} makes the game complicated.";
}

reasons! { FINISH, Finish;
    FILL_NEUTRAL 0.3 + 0.0, 0.0, FREE, "{move} is nobody's point; filling it costs nothing.";
    FILL_NEUTRAL_FOR_AREA 1.2 + 0.0, 0.2, FREE, "{move} is worth a point where stones on the board count.";
    MEND_BEFORE_COUNTING 1.0 + 0.6, 0.3, FREE, "{move} mends a weakness before the game is counted.", claims Lives;
    TAKE_BEFORE_COUNTING 1.0 + 0.4, 0.1, FREE, "{move} takes {group} off the board, so that nobody can doubt it.", claims Taken;
    CAPTURE_LAST_KO 0.8 + 0.2, 0.1, GIFT, "{move} takes a ko that is left.";
    PASS_NOTHING_LEFT 0.0 + 0.0, 0.0, FREE, "No move gains anything: pass.";
    PASS_AFTER_PASS 0.1 + 0.0, 0.0, FREE, "They have passed and no move gains anything: pass, and the game ends.";
    PASS_NOTHING_TO_SUGGEST 0.0 + 0.0, 0.0, FREE, "There is no move to suggest: pass.";
    ANY_SOUND_MOVE 0.5 + 0.0, 0.0, FREE, "{move} is a sound move where nothing better is known.";
}
