/** A question that a phrase answers waits for a quiet keyboard. */

/** No key for so long: the person has stopped typing ahead, and sees the question. */
export const quietMs = 400;
