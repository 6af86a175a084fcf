/** Writes the man page (`rollcall man`): the same as --help, and files and exit codes (man-pages(7)). */
import {
  apiExitCodes,
  commandTable,
  environmentTable,
  examples,
  exitCodes,
  flagTable,
  purpose,
  signalExitCodes,
  takesOf,
} from '../../src/app/cli/flags.ts';

/** This page's own last change (man-pages(7)): the date of the build would make every package different. */
const writtenOn = '2026-11-23';

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
    `rollcall \\- ${purpose}`,
    '.SH SYNOPSIS',
    '.B rollcall',
    '.RI [ flags ]',
    ...commandTable.flatMap(({ name }) => ['.br', '.B rollcall', escaped(name + takesOf(name))]),
    '.SH DESCRIPTION',
    ...paragraph(
      'An interactive program for the terminal. It lists the systems of an organisation, shows which ones have stopped ' +
        'connecting, and deletes those that you choose, after checking each again and asking you to confirm. Press ? ' +
        'for the keys of a screen, and : for all commands.',
    ),
    '.SH COMMANDS',
    'Without a command, the interactive program starts.',
    ...commands,
    '.SH OPTIONS',
    ...flags,
    '.SH ENVIRONMENT',
    'A flag overrides a variable; both override the settings used last.',
    ...environmentTable.flatMap(([names, does]) => entry(names, does)),
    '.SH FILES',
    ...entry('~/.config/rollcall/config.json', 'settings, by profile'),
    ...entry('~/.config/rollcall/tokens.json', 'access tokens, only where you chose a file for them'),
    ...entry(
      '~/.local/state/rollcall/changes/',
      'records of all that changed something, without secrets, a file each (the demo: demo-changes/)',
    ),
    ...entry('~/.local/state/rollcall/seen/', 'the list that you saw last of each organisation'),
    ...entry('~/.local/state/rollcall/marks/', 'marks with which you left each organisation'),
    ...entry('~/.local/state/rollcall/crash-*.txt', 'notes of crashes, without tokens'),
    ...entry('~/.cache/rollcall/', 'compiled code of the program, and definitions of services'),
    '.PP',
    ...paragraph('On macOS and Windows the files are in other folders; rollcall docs files lists them.'),
    '.SH EXIT STATUS',
    ...exitCodes.flatMap(([code, means]) => entry(code, means)),
    ...apiExitCodes.filter(([code]) => Number(code) > 2).flatMap(([code, means]) => entry(code, `with api: ${means}`)),
    ...entry(...signalExitCodes),
    '.SH EXAMPLES',
    ...examples.flatMap(({ line, does }) => entry(line, does)),
    '',
  ].join('\n');
}

function entry(name: string, does: string): readonly string[] {
  return ['.TP', `.B ${escaped(name)}`, ...paragraph(does)];
}

/** In lines of at most 80 characters, which the formatter fills again. */
function paragraph(text: string): readonly string[] {
  return (text.match(/\S.{0,70}\S(?=\s|$)/g) ?? []).map(escaped);
}

/** groff(7) draws a hyphen as another character, and reads a dot or quote at the beginning of a line as a request. */
function escaped(text: string): string {
  const plain = text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll('…', '...');
  return /^[.']/.test(plain) ? `\\&${plain}` : plain;
}
