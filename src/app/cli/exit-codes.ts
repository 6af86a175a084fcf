/** What the exit codes of `rollcall api` mean, for its help and the man page. */
export const apiExitCodes = [
  ['0', 'done'],
  ['1', 'an answer could not be read or written to its end'],
  ['2', 'nothing was sent: wrong usage, no --write, or not allowed'],
  ['3', 'the service pointed elsewhere (3xx), which is not followed'],
  ['4', 'the service refused the request (4xx)'],
  ['5', 'the service failed (5xx); it may have made the change'],
  ['6', 'a change was sent, and its outcome is not known'],
] as const;
