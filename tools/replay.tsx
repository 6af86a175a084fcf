/** Plays a log that `rollcall --log` has written: `npm run replay FILE [-- --at N]`. */
import { readFileSync } from 'node:fs';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { renderToString } from 'ink';
import { type Replayed, replay } from '../src/app/log/replay.ts';
import { Screen } from '../src/screens/screen.tsx';
import { clean } from '../src/screens/text/clean.ts';
import type { State } from '../src/state/root/state.ts';

const mostDifferences = 20;

/** The screen as text, as it was drawn on the terminal of the log. */
export function screenText(state: State): string {
  const frame = stripVTControlCharacters(renderToString(<Screen state={state} />, { columns: state.columns }));
  return frame
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trimEnd();
}

/** What there is to say of it, line by line. */
export function reportOf({ header, state, actions, differences, stopped }: Replayed): readonly string[] {
  const { rollcall, node, platform, at, flags, columns, rows } = header;
  const given = flags.map((name) => `--${name}`).join(' ');
  const more = differences.length - mostDifferences;
  return [
    `rollcall ${rollcall}, Node ${node}, ${platform}, ${String(columns)}×${String(rows)}, ${at} ${given}`.trimEnd(),
    `${String(actions)} actions played.`,
    ...differences
      .slice(0, mostDifferences)
      .map((one) => clean(`Action ${String(one.action)} (line ${String(one.line)}, ${one.kind}): ${one.says}.`)),
    ...(more > 0 ? [`${String(more)} more differences.`] : []),
    ...(stopped === null ? [] : [clean(stopped)]),
    ...(differences.length === 0 && stopped === null ? ['No difference.'] : []),
    '',
    screenText(state),
  ];
}

/** Answers the exit code: 0 without a difference, 1 with one or with a line that cannot be played, 2 for wrong usage. */
function main(args: readonly string[]): number {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { at: { type: 'string' } },
    allowPositionals: true,
  });
  const [path] = positionals;
  const at = values.at === undefined ? undefined : Number(values.at);
  if (path === undefined || positionals.length > 1 || (at !== undefined && !(Number.isSafeInteger(at) && at >= 0))) {
    process.stderr.write('Usage: npm run replay FILE [-- --at N]; N is the number of the last action to play.\n');
    return 2;
  }
  const read = replay(readFileSync(path, 'utf8'), at);
  if (!read.ok) {
    process.stderr.write(`${read.says}\n`);
    return 1;
  }
  process.stdout.write(`${reportOf(read.replayed).join('\n')}\n`);
  return read.replayed.differences.length === 0 && read.replayed.stopped === null ? 0 : 1;
}

if (import.meta.main) process.exitCode = main(process.argv.slice(2));
