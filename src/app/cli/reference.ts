/** Exit codes and variables of the environment, for the help, the man page and the reference of the command line. */

/** Exit codes of the program, and of every command but `api` where it says nothing else. */
export const exitCodes = [
  ['0', 'you quit; with a command: it did everything'],
  ['1', 'rollcall could not continue; with a command: standard error says what is missing'],
  ['2', 'wrong usage; nothing was sent'],
] as const;

export const signalExitCodes = ['129, 130, 131, 143', 'ended by SIGHUP, SIGINT, SIGQUIT or SIGTERM'] as const;

export const apiExitCodes = [
  ['0', 'done'],
  ['1', 'an answer could not be read or written to its end'],
  ['2', 'nothing was sent: wrong usage, no --write, or not allowed'],
  ['3', 'the service pointed elsewhere (3xx), which is not followed'],
  ['4', 'the service refused the request (4xx, 501)'],
  ['5', 'the service failed (5xx); it may have made the change'],
  ['6', 'a change was sent, and its outcome is not known'],
] as const;

export const environmentTable = [
  ['ROLLCALL_BASE_URL', 'the address of the service'],
  ['ROLLCALL_TOKEN', 'the access token; there is no flag that takes one'],
  ['NO_COLOR', 'no colours'],
  ['INK_SCREEN_READER', 'true: as --plain'],
  ['VISUAL, EDITOR, PAGER', 'the editor for lists, and the pager for records'],
  ['HTTPS_PROXY, HTTP_PROXY, ALL_PROXY, NO_PROXY', 'proxies for requests to the service'],
  ['NODE_EXTRA_CA_CERTS', 'a file with your own certificate authorities, which are trusted, too'],
  ['NODE_TLS_REJECT_UNAUTHORIZED', '0: certificates are not checked, and a warning is shown'],
  ['LC_ALL, LC_CTYPE, LANG', 'without UTF-8: as --ascii'],
  ['COLUMNS, LINES', 'the size of the screen, where the terminal says none'],
  ['SSH_CONNECTION', 'the address you come from: the system with that address is protected'],
  ['XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_CACHE_HOME', 'the folders of the files that rollcall stores'],
] as const;
