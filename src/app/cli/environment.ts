/** The variables of the environment that rollcall reads, for the man page and the reference of the command line. */
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
