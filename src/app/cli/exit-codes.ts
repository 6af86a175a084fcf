/** What the exit codes mean, for the help, the man page and the reference of the command line. */

/** Of the program, and of every command but `api` where it says nothing else. */
export const exitCodes = [
  ['0', 'you quit; with a command: it did everything'],
  ['1', 'rollcall could not continue; with a command: standard error says what is missing'],
  ['2', 'wrong usage; nothing was sent'],
] as const;

export const signalExitCodes = ['129, 130, 131, 143', 'ended by SIGHUP, SIGINT, SIGQUIT or SIGTERM'] as const;

/** Of `rollcall api`. */
export const apiExitCodes = [
  ['0', 'done'],
  ['1', 'an answer could not be read or written to its end'],
  ['2', 'nothing was sent: wrong usage, no --write, or not allowed'],
  ['3', 'the service pointed elsewhere (3xx), which is not followed'],
  ['4', 'the service refused the request (4xx, 501)'],
  ['5', 'the service failed (5xx); it may have made the change'],
  ['6', 'a change was sent, and its outcome is not known'],
] as const;
