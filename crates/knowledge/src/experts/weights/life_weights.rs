//! Reasons about weak groups: eyes, running, surrounding, races.

use super::aims::{ATTACK, FREE, HELP, HOPE, KILL, LIVE, SETTLE, reasons};

reasons! { SAVING, Saving;
    LIVE_BY_READING 12.0 + 2.2, 2.5, LIVE, "{group} live if you play {move}, and die if they do.", claims LivesOnlySo;
    LIVE_BY_EYE_POINT 11.0 + 2.0, 2.0, LIVE, "{move} is the point that makes the second eye of {group}.", claims Escapes;
    LIVE_BY_ROOM 10.0 + 2.0, 2.0, LIVE, "{move} widens the room of {group} to two eyes.", claims Escapes;
    LIVE_BY_JOINING 10.0 + 2.0, 2.0, LIVE, "{move} joins {group} to stones that live.", claims Escapes;
    LIVE_BY_CAPTURE 11.0 + 2.0, 2.0, LIVE, "{move} captures, and that makes the eye that {group} need.", claims Captures;
    SETTLE_BY_EYE_POINT 7.0 + 1.0, 1.0, LIVE, "{group} could limp away, but {move} makes them live at once.", claims Escapes;
    SETTLE_BY_ROOM 6.5 + 1.0, 1.0, SETTLE, "{move} gives {group} the room they lack, so that they need not limp away.", claims Escapes;
    SETTLE_BY_JOINING 6.5 + 1.0, 1.0, SETTLE, "{move} brings {group} home to stones that live.", claims Escapes;
    SETTLE_BY_CAPTURE 7.0 + 1.0, 1.0, SETTLE, "{move} captures and settles {group}.", claims Captures;
    EASE_BY_EYE_POINT 2.5 + 0.3, 0.3, LIVE, "{group} are not in danger, but {move} makes them live for good.", claims Easy;
    EASE_BY_ROOM 2.5 + 0.3, 0.3, SETTLE, "{move} gives {group} more room for eyes.", claims Easy;
    EASE_BY_JOINING 2.5 + 0.3, 0.3, SETTLE, "{move} joins {group} to their friends.", claims Easy;
    EASE_BY_CAPTURE 3.5 + 0.3, 0.5, SETTLE, "{move} captures and makes {group} easy.", claims Captures;
    HELP_BY_EYE_POINT 6.0 + 1.0, 1.0, HELP, "{group} are in trouble; {move} makes an eye for them.", claims Helped;
    HELP_BY_ROOM 6.0 + 1.0, 1.0, HELP, "{group} are in trouble; {move} makes room for an eye.", claims Helped;
    HELP_BY_JOINING 6.5 + 1.0, 1.0, HELP, "{group} are in trouble; {move} links them with friends.", claims Helped;
    HELP_BY_CAPTURE 7.0 + 1.2, 1.0, HELP, "{group} are in trouble; {move} captures to help them.", claims Captures;
}

reasons! { RUNNING, Running;
    RUN_TO_FRIEND 8.0 + 1.2, 1.0, HELP, "{move} runs with {group} towards friends.";
    RUN_INTO_OPEN 7.5 + 1.2, 1.0, HELP, "{move} runs with {group} into the open.";
    RUN_TOWARD_ENEMY 6.0 + 1.0, 0.5, HELP, "{move} pushes out with {group} between their stones.";
    RUN_ALONG_EDGE 4.5 + 0.8, 0.3, HELP, "{move} crawls along the edge with {group}: little, but it may be enough.", on Edge and Beside;
    STROLL_TO_FRIEND 4.0 + 0.4, 0.4, FREE, "{move} leads {group} towards friends before they are attacked.", claims Escapes, on Hunted;
    STROLL_INTO_OPEN 3.5 + 0.4, 0.4, FREE, "{move} leads {group} out to the open before they are attacked.", claims Escapes, on Hunted;
    STROLL_TOWARD_ENEMY 3.0 + 0.3, 0.2, FREE, "{move} comes out with {group} and bothers their stones.", claims Escapes, on Hunted;
    RUN_AND_SPLIT 8.5 + 1.2, 1.0, HELP, "{move} runs with {group} and keeps two weak groups of theirs apart.", on TwoWeak;
}

reasons! { KILLING, Killing;
    KILL_BY_READING 12.0 + 2.2, 2.5, KILL, "{group} die if you play {move}, and live if they do.", claims LostOnlySo;
    KILL_BY_EYE_POINT 11.0 + 2.0, 2.0, KILL, "{move} is the point of the second eye of {group}: without it they die.", claims Lost;
    KILL_BY_ROOM 10.0 + 2.0, 2.0, KILL, "{move} takes the room that {group} need for two eyes.", claims Lost;
    KILL_BY_SEPARATION 10.0 + 2.0, 2.0, ATTACK, "{move} cuts {group} off from the stones that would save them.", claims Lost;
    KILL_BY_SAVING_PREY 10.5 + 2.0, 2.0, ATTACK, "{move} saves your stones, and {group} do not get the eye they hoped for.", claims Keeps;
    HARRY_BY_EYE_POINT 6.5 + 0.9, 0.8, KILL, "{move} takes an eye of {group}; now they have to run.", claims Weak;
    HARRY_BY_ROOM 6.0 + 0.9, 0.8, ATTACK, "{move} takes the room of {group}; now they have to run.", claims Weak;
    HARRY_BY_SEPARATION 6.0 + 0.9, 0.8, ATTACK, "{move} keeps {group} from their friends; now they have to run.", claims Weak;
    HARRY_BY_SAVING_PREY 6.0 + 0.9, 0.8, ATTACK, "{move} saves your stones and leaves {group} without that eye.", claims Keeps;
    CHASE_BY_EYE_POINT 3.0 + 0.4, 0.3, KILL, "{move} takes an eye of {group}; that will be felt when they are attacked.", claims Harried;
    CHASE_BY_ROOM 3.0 + 0.4, 0.3, ATTACK, "{move} narrows {group}.", claims Harried;
    CHASE_BY_SEPARATION 3.0 + 0.4, 0.3, ATTACK, "{move} stands between {group} and their friends.", claims Harried;
    CHASE_BY_SAVING_PREY 4.0 + 0.4, 0.4, ATTACK, "{move} saves your stones, and {group} stay without an eye.", claims Keeps;
    FINISH_BY_EYE_POINT 5.0 + 1.2, 0.8, KILL, "{group} are nearly dead: {move} takes the eye that might help.", claims Lost;
    FINISH_BY_ROOM 5.0 + 1.2, 0.8, ATTACK, "{group} are nearly dead: {move} leaves them no room.", claims Lost;
    FINISH_BY_SEPARATION 5.0 + 1.2, 0.8, ATTACK, "{group} are nearly dead: {move} cuts off the last help.", claims Lost;
    FINISH_BY_SAVING_PREY 5.5 + 1.2, 0.8, ATTACK, "{group} are nearly dead: {move} saves the stones that they need.", claims Keeps;
}

reasons! { SURROUNDING, Surrounding;
    BLOCK_WAY_HOME 8.0 + 1.2, 1.0, ATTACK, "{move} blocks the way of {group} to their friends.", claims Harried;
    BLOCK_WAY_OUT 7.5 + 1.2, 1.0, ATTACK, "{move} blocks the way of {group} into the open.", claims Harried;
    BLOCK_LAST_GAP 7.0 + 1.2, 1.0, ATTACK, "{move} closes the gap through which {group} might slip.", claims Harried;
    BLOCK_EDGE_CRAWL 5.0 + 0.9, 0.5, ATTACK, "{move} stops {group} from crawling along the edge.", claims Harried, on Edge;
    LEAN_FROM_HOME 4.0 + 0.5, 0.4, ATTACK, "{move} comes between {group} and their friends, from a distance.", claims Harried, on Afar;
    LEAN_FROM_OPEN 4.0 + 0.5, 0.4, ATTACK, "{move} attacks {group} from the open side, from a distance.", claims Harried, on Afar and OpenSide;
    LEAN_WITH_WALL 4.5 + 0.5, 0.5, ATTACK, "{move} drives {group} towards your strong stones.", claims Harried, on Wall;
    CAP_GROUP 5.5 + 0.6, 0.6, ATTACK, "{move} caps {group}.", claims Harried, makes Cap;
}

reasons! { RACES, Races;
    RACE_FILL_EVEN 10.0 + 2.0, 2.0, ATTACK, "Who moves first wins the race: {move} fills an outside liberty of {group}.", claims Lost;
    RACE_FILL_AHEAD 3.0 + 0.6, 0.3, ATTACK, "{move} fills a liberty of {group}, and the race is won for certain.", claims Lost;
    RACE_FILL_BEHIND 4.0 + 0.5, 0.2, ATTACK, "{move} fills a liberty of {group}.", claims Stands;
    RACE_FILL_COMMON 6.0 + 1.6, 1.0, KILL, "Only common liberties are left: {move} fills one of {group}.", claims Lost;
    RACE_EXTEND_EVEN 10.0 + 2.0, 2.0, HELP, "Who moves first wins the race: {move} gains liberties for {group}.", claims Lives;
    RACE_EXTEND_BEHIND 5.0 + 1.2, 0.5, HOPE, "{move} gains liberties for {group}, which are behind in a race.";
    RACE_EYE_EVEN 10.5 + 2.0, 2.0, HELP, "An eye decides a race: {move} makes one for {group}.", claims Lives;
    RACE_EYE_BEHIND 6.0 + 1.4, 0.5, HOPE, "{group} are behind in a race; an eye at {move} turns it.";
    RACE_DENY_EYE 8.0 + 1.6, 1.0, KILL, "An eye would decide the race: {move} takes it from {group}.", claims Lost;
    RACE_KEEP_LEAD 3.0 + 0.8, 0.4, LIVE, "{move} keeps {group} ahead in the race.", claims Lives;
    SEKI_SPOIL 3.0 + 0.8, 0.3, KILL, "{move} tries to turn the seki with {group} into a capture.";
    SEKI_SECURE 3.0 + 0.6, 0.3, LIVE, "{move} makes sure that {group} live in seki.", claims Lives;
}
