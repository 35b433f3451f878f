//! Reasons about single strings: capturing and saving.

use super::aims::{FREE, GIFT, HELP, LIVE, reasons};

reasons! { CAPTURE, Capture;
    TAKE_ONE_STONE 4.0 + 1.0, 0.5, FREE, "{move} takes {group}, which is in atari.", claims Taken;
    TAKE_TWO_STONES 5.0 + 2.2, 1.0, FREE, "{move} takes {group}.", claims Taken;
    TAKE_A_FEW_STONES 5.0 + 2.3, 1.5, FREE, "{move} takes {group}: large for one move.", claims Taken;
    TAKE_MANY_STONES 5.0 + 2.4, 2.0, FREE, "{move} takes {group}; that decides much.", claims Taken;
    TAKE_AND_RECAPTURE 5.0 + 2.2, 1.0, GIFT, "{move} takes {group}, even if the stone is taken back.", claims Taken;
    TAKE_CUTTING_STONES 8.0 + 2.4, 2.0, FREE, "{move} takes {group}, which divide your stones.", claims Taken;
    TAKE_TO_LIVE 9.0 + 2.4, 2.0, FREE, "{move} takes {group} and rescues weak stones of yours beside them.", claims Taken;
    TAKE_TO_SAVE_STRING 7.0 + 2.3, 1.5, FREE, "{move} takes {group} before your stones beside them are taken.", claims Taken;
    LADDER_ONE_STONE 5.0 + 1.5, 1.0, FREE, "{move} catches {group} in a ladder.", claims Lost;
    LADDER_STONES 5.0 + 2.2, 1.5, FREE, "{move} catches {group} with atari after atari.", claims Lost;
    LADDER_CUTTING_STONES 8.0 + 2.3, 2.0, FREE, "{move} catches {group}, which divide your stones.", claims Lost;
    NET_ONE_STONE 5.0 + 1.5, 1.0, FREE, "{move} leaves {group} no way out.", claims Lost;
    NET_STONES 5.0 + 2.1, 1.5, FREE, "{move} closes the net around {group}.", claims Lost;
    NET_CUTTING_STONES 8.0 + 2.2, 2.0, FREE, "{move} closes the net around {group}, which divide your stones.", claims Lost;
    CATCH_TO_LIVE 8.0 + 2.2, 1.5, FREE, "{move} catches {group}; that rescues weak stones of yours.", claims Lost;
    CATCH_TO_SAVE_STRING 6.5 + 2.1, 1.0, FREE, "{move} catches {group} before your stones beside them are caught.", claims Lost;
    SQUEEZE_BY_THROW_IN 7.0 + 2.1, 1.0, GIFT, "{move} throws a stone in and takes a liberty: {group} cannot get away.", claims Lost;
    SNAPBACK 7.0 + 2.2, 1.5, GIFT, "{move} gives one stone and takes {group} back with it.", claims Lost;
    CAPTURE_BY_KO 3.0 + 1.2, 0.3, GIFT, "{move} begins a ko for {group}, which you take first.", claims Stirs;
    CAPTURE_BY_HARD_KO 1.0 + 0.9, 0.1, GIFT, "{move} begins a ko for {group}, though they take first.", claims Stirs;
    CAPTURE_ON_EDGE 4.5 + 2.0, 1.0, FREE, "{move} catches {group} against the edge.", claims Lost;
    REMOVE_AJI 1.0 + 0.4, 0.1, FREE, "{move} takes {group}, which are lost already, off the board.", claims TakenLost;
}

reasons! { RESCUE, Rescue;
    RUN_OUT_ONE 3.5 + 1.2, 0.5, FREE, "{move} pulls {group} out of danger.", claims Escapes;
    RUN_OUT_TWO 4.5 + 2.0, 1.0, FREE, "{move} pulls {group} out before they are caught.", claims Escapes;
    RUN_OUT_A_FEW 5.0 + 2.2, 1.5, FREE, "{move} saves {group}, which would be caught.", claims Escapes;
    RUN_OUT_MANY 5.0 + 2.4, 2.0, FREE, "{move} saves {group}; losing them would decide the game.", claims Escapes;
    JOIN_FRIEND_ONE 3.5 + 1.4, 0.5, FREE, "{move} joins {group} to its friends before it is caught.", claims Escapes;
    JOIN_FRIEND_STONES 5.0 + 2.2, 1.5, FREE, "{move} joins {group} to their friends before they are caught.", claims Escapes;
    TAKE_HUNTER_ONE 4.5 + 1.6, 1.0, FREE, "{move} takes a stone that threatens {group}.", claims Escapes;
    TAKE_HUNTER_STONES 6.0 + 2.3, 1.5, FREE, "{move} captures what threatens {group}.", claims Escapes;
    CATCH_HUNTER 5.5 + 2.1, 1.0, FREE, "{move} catches the stones that threaten {group}, before they act.", claims Escapes;
    SAVE_CUTTING_STONES 7.0 + 2.3, 1.5, FREE, "{move} saves {group}, which keep their groups apart.", claims Escapes;
    SAVE_KEY_OF_GROUP 8.0 + 2.3, 2.0, HELP, "{move} saves {group}; without them the stones beside them die, too.", claims Escapes;
    SAVE_AND_LIVE 9.0 + 2.3, 2.0, LIVE, "{move} saves {group} and with them a whole group.", claims Escapes;
    MAKE_LIBERTIES 4.5 + 2.0, 1.0, FREE, "{move} gains liberties for {group}, more than they can take away.", claims Lives;
    HOLD_BY_KO 2.5 + 1.0, 0.3, GIFT, "{move} makes a ko of it: {group} are not lost yet.", claims NotGiven;
    ANSWER_ATARI_ONE 3.5 + 1.5, 0.6, FREE, "{group} is in atari; {move} saves it.", claims Lives;
    ANSWER_ATARI_STONES 5.0 + 2.3, 1.5, FREE, "{group} are in atari; {move} saves them.", claims Lives;
    COUNTER_ATARI 5.0 + 2.1, 1.0, FREE, "{move} gives atari back and saves {group} that way.", claims Lives;
}
