/** How long a keyboard is quiet before keys count that may have been meant for what was there before. */

/** No key for so long, in milliseconds: the person has stopped typing ahead, and sees what is on the screen. */
export const quietMs = 400;
