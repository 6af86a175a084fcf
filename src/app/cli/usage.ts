/** The text of --help. */
import { commandTable, flagTable } from './flags.ts';

/** At most 80 columns, whatever the terminal. */
export function usage(): string {
  const rows = flagTable.map((flag) => row(`--${flag.name}${'takes' in flag ? ` ${flag.takes}` : ''}`, flag.does));
  return [
    'rollcall: see which enrolled systems have gone silent, and remove them safely',
    '',
    'Usage: rollcall [flags]',
    ...commandTable.map(({ name, does }) => `       rollcall ${name.padEnd(10)}${does}`),
    '',
    ...rows,
    '',
    'Environment (a flag wins over it, and both over what was used last):',
    '',
    row('ROLLCALL_BASE_URL', "the service's address"),
    row('ROLLCALL_TOKEN', 'the access token; there is no flag that takes one'),
    '',
    'In the program, ? shows the keys of the screen and : everything it can do.',
  ].join('\n');
}

function row(name: string, does: string): string {
  return `  ${name.padEnd(20)}${does}`;
}
