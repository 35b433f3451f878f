//! Reasons about single strings: capturing and saving.

use super::aims::{FREE, GIFT, HELP, LIVE, reasons};

reasons! { CAPTURE, Capture;
    TAKE_ONE_STONE 4.0 + 1.0, 0.5, FREE, "{move} takes {group}, which is in atari.";
    TAKE_TWO_STONES 5.0 + 2.2, 1.0, FREE, "{move} takes {group}.";
    TAKE_A_FEW_STONES 5.0 + 2.3, 1.5, FREE, "{move} takes {group}: large for one move.";
    TAKE_MANY_STONES 5.0 + 2.4, 2.0, FREE, "{move} takes {group}; that decides much.";
    TAKE_AND_RECAPTURE 5.0 + 2.2, 1.0, GIFT, "{move} takes {group}, even if the stone is taken back.";
    TAKE_CUTTING_STONES 8.0 + 2.4, 2.0, FREE, "{move} takes {group}, which divide your stones.";
    TAKE_TO_LIVE 9.0 + 2.4, 2.0, FREE, "{move} takes {group} and rescues weak stones of yours beside them.";
    TAKE_TO_SAVE_STRING 7.0 + 2.3, 1.5, FREE, "{move} takes {group} before your stones beside them are taken.";
    LADDER_ONE_STONE 5.0 + 1.5, 1.0, FREE, "{move} catches {group} in a ladder.";
    LADDER_STONES 5.0 + 2.2, 1.5, FREE, "{move} catches {group} with atari after atari.";
    LADDER_CUTTING_STONES 8.0 + 2.3, 2.0, FREE, "{move} catches {group}, which divide your stones.";
    NET_ONE_STONE 5.0 + 1.5, 1.0, FREE, "{move} leaves {group} no way out.";
    NET_STONES 5.0 + 2.1, 1.5, FREE, "{move} closes the net around {group}.";
    NET_CUTTING_STONES 8.0 + 2.2, 2.0, FREE, "{move} closes the net around {group}, which divide your stones.";
    CATCH_TO_LIVE 8.0 + 2.2, 1.5, FREE, "{move} catches {group}; that rescues weak stones of yours.";
    CATCH_TO_SAVE_STRING 6.5 + 2.1, 1.0, FREE, "{move} catches {group} before your stones beside them are caught.";
    SQUEEZE_BY_THROW_IN 7.0 + 2.1, 1.0, GIFT, "{move} throws a stone in and takes a liberty: {group} cannot get away.";
    SNAPBACK 7.0 + 2.2, 1.5, GIFT, "{move} gives one stone and takes {group} back with it.";
    CAPTURE_BY_KO 3.0 + 1.2, 0.3, GIFT, "{move} begins a ko for {group}, which you take first.";
    CAPTURE_BY_HARD_KO 1.0 + 0.9, 0.1, GIFT, "{move} begins a ko for {group}, though they take first.";
    CAPTURE_ON_EDGE 4.5 + 2.0, 1.0, FREE, "{move} catches {group} against the edge.";
    REMOVE_AJI 1.0 + 0.4, 0.1, FREE, "{move} takes {group}, which are lost already, off the board.";
}

reasons! { RESCUE, Rescue;
    RUN_OUT_ONE 3.5 + 1.2, 0.5, FREE, "{move} pulls {group} out of danger.";
    RUN_OUT_TWO 4.5 + 2.0, 1.0, FREE, "{move} pulls {group} out before they are caught.";
    RUN_OUT_A_FEW 5.0 + 2.2, 1.5, FREE, "{move} saves {group}, which would be caught.";
    RUN_OUT_MANY 5.0 + 2.4, 2.0, FREE, "{move} saves {group}; losing them would decide the game.";
    JOIN_FRIEND_ONE 3.5 + 1.4, 0.5, FREE, "{move} joins {group} to its friends before it is caught.";
    JOIN_FRIEND_STONES 5.0 + 2.2, 1.5, FREE, "{move} joins {group} to their friends before they are caught.";
    TAKE_HUNTER_ONE 4.5 + 1.6, 1.0, FREE, "{move} takes a stone that threatens {group}.";
    TAKE_HUNTER_STONES 6.0 + 2.3, 1.5, FREE, "{move} captures what threatens {group}.";
    CATCH_HUNTER 5.5 + 2.1, 1.0, FREE, "{move} catches the stones that threaten {group}, before they act.";
    SAVE_CUTTING_STONES 7.0 + 2.3, 1.5, FREE, "{move} saves {group}, which keep their groups apart.";
    SAVE_KEY_OF_GROUP 8.0 + 2.3, 2.0, HELP, "{move} saves {group}; without them the stones beside them die, too.";
    SAVE_AND_LIVE 9.0 + 2.3, 2.0, LIVE, "{move} saves {group} and with them a whole group.";
    MAKE_LIBERTIES 4.5 + 2.0, 1.0, FREE, "{move} gains liberties for {group}, more than they can take away.";
    HOLD_BY_KO 2.5 + 1.0, 0.3, GIFT, "{move} makes a ko of it: {group} are not lost yet.";
    ANSWER_ATARI_ONE 3.5 + 1.5, 0.6, FREE, "{group} is in atari; {move} saves it.";
    ANSWER_ATARI_STONES 5.0 + 2.3, 1.5, FREE, "{group} are in atari; {move} saves them.";
    COUNTER_ATARI 5.0 + 2.1, 1.0, FREE, "{move} gives atari back and saves {group} that way.";
}
