/** What does `man rollcall` say? The same as --help, and where files are and what exit codes mean (man-pages(7)). */
import { commandTable, flagTable } from '../src/app/cli/flags.ts';

/** When what only this page says was changed last (man-pages(7)): a date of the day would make every package another one. */
const writtenOn = '2026-11-22';

export function manPage(version: string): string {
  const flags = flagTable.flatMap((flag) => [
    '.TP',
    `.B \\-\\-${escaped(flag.name)}${'takes' in flag ? ` \\fI${escaped(flag.takes)}\\fR` : ''}`,
    escaped(flag.does),
  ]);
  const commands = commandTable.flatMap(({ name, does }) => ['.TP', `.B ${escaped(name)}`, escaped(does)]);
  return [
    `.TH ROLLCALL 1 ${writtenOn} "rollcall ${version}" "User Commands"`,
    '.SH NAME',
    'rollcall \\- see which enrolled systems have gone silent, and remove them safely',
    '.SH SYNOPSIS',
    '.B rollcall',
    '.RI [ flags ]',
    ...commandTable.flatMap(({ name }) => ['.br', '.B rollcall', `.RI ${escaped(name)} " " [ flags ]`]),
    '.SH DESCRIPTION',
    ...paragraph(
      'An interactive program for the terminal: it lists the systems of an organisation, says which were not seen for ' +
        'a number of days, and deletes those that a person has chosen, read again and confirmed. In it, ? shows the ' +
        'keys of the screen, and : everything it can do.',
    ),
    '.SH COMMANDS',
    'Without one, the program itself is started.',
    ...commands,
    '.SH OPTIONS',
    ...flags,
    '.SH ENVIRONMENT',
    'A flag wins over it, and both over what was used last.',
    ...entry('ROLLCALL_BASE_URL', 'the address of the service'),
    ...entry('ROLLCALL_TOKEN', 'the access token; there is no flag that takes one'),
    ...entry('NO_COLOR', 'no colours: signs and words stand alone'),
    ...entry('INK_SCREEN_READER', 'true: as --plain'),
    ...entry('VISUAL, EDITOR, PAGER', 'with what a list is written and records are shown'),
    ...entry('HTTPS_PROXY, HTTP_PROXY, ALL_PROXY, NO_PROXY', 'the way to the service'),
    ...entry('NODE_EXTRA_CA_CERTS', 'a file with the authorities of your own that are trusted, too'),
    ...entry('NODE_TLS_REJECT_UNAUTHORIZED', '0: no certificate is looked at, of which a warning is shown'),
    ...entry('LC_ALL, LC_CTYPE, LANG', 'without UTF-8: as --ascii'),
    ...entry('SSH_CONNECTION', 'from where you come: the system with that address is guarded'),
    ...entry('XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_CACHE_HOME', 'where the files below are'),
    '.SH FILES',
    ...entry('~/.config/rollcall/config.json', 'settings, by profile'),
    ...entry('~/.config/rollcall/tokens.json', 'access tokens, only where you chose a file for them'),
    ...entry(
      '~/.local/state/rollcall/runs/',
      'records of what was deleted: a file for each run (the demo: demo-runs/)',
    ),
    ...entry('~/.local/state/rollcall/seen/', 'what you saw last of each organisation'),
    ...entry('~/.local/state/rollcall/session-PROFILE.json', 'place and marks of a session whose line dropped'),
    ...entry('~/.local/state/rollcall/crash-*.txt', 'notes of crashes, without tokens'),
    ...entry('~/.cache/rollcall/', 'what Node.js has compiled of the program'),
    '.PP',
    ...paragraph('On macOS and Windows they are where those keep such files; the README says where.'),
    '.SH EXIT STATUS',
    ...entry('0', 'the person left; with a command: all of it was done'),
    ...entry('1', 'it could not go on; with a command: what is missing is on standard error'),
    ...entry('2', 'it was called in a way that cannot work'),
    ...entry('129, 130, 131, 143', 'ended by SIGHUP, SIGINT, SIGQUIT or SIGTERM'),
    '.SH EXAMPLES',
    ...entry('rollcall --demo', 'everything, with invented systems'),
    ...entry(
      'rollcall systems --org Northwind --stale --json',
      'what is stale in the organisation of this name, for another program',
    ),
    '',
  ].join('\n');
}

function entry(name: string, does: string): readonly string[] {
  return ['.TP', `.B ${escaped(name)}`, escaped(does)];
}

/** In lines of at most 80 characters, of which the formatter makes its own. */
function paragraph(text: string): readonly string[] {
  return (text.match(/\S.{0,70}\S(?=\s|$)/g) ?? []).map(escaped);
}

/** A hyphen would be drawn as another character, and a dot or quote at the beginning of a line is a request (groff(7)). */
function escaped(text: string): string {
  const plain = text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll('…', '...');
  return /^[.']/.test(plain) ? `\\&${plain}` : plain;
}
