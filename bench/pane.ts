/** Measures a list with the pane beside it: the delay of a key, and the traffic while nothing happens. */
import { setTimeout } from 'node:timers/promises';
import { startProgram } from './program.ts';
import { startSyntheticService } from './synthetic-service.ts';

export interface PaneCosts {
  /** Milliseconds from the byte of `j` or `k` to the frame with the cursor moved and its system in the pane. */
  readonly keys: readonly number[];
  /** The same for keys that come while a system at rest is checked, or just after. */
  readonly keysWhileChecked: readonly number[];
  /** Bytes in seconds in which nothing happens, after the system under the cursor was checked. */
  readonly idleSeconds: readonly number[];
}

const readingMs = 300_000;
/** After this pause a system at rest is requested; its answer on loopback comes within a few milliseconds. */
const restMs = 295;
const spreadMs = 20;

export async function measurePane(systems: number, keys: number, home: string): Promise<PaneCosts> {
  const service = await startSyntheticService(systems, 0);
  const terminal = startProgram(service, home, '', { columns: 120, rows: 40 });
  await terminal.waitFor(/NAME[^]*\? help/);
  terminal.write('G');
  await terminal.waitFor(new RegExp(`^${systems.toLocaleString('en')} systems`, 'm'), { timeout: readingMs });
  terminal.write('g');
  await terminal.waitFor(/^▌.*web-0 .*$/m);
  let row = terminal.lines().findIndex((line) => line.startsWith('▌'));
  const press = async (at: number): Promise<number> => {
    const isDown = at % 16 < 8;
    row += isDown ? 1 : -1;
    const begun = performance.now();
    terminal.write(isDown ? 'j' : 'k');
    await terminal.waitFor(() => isAnswered(terminal.lines(), row), { timeout: 60_000 });
    return performance.now() - begun;
  };
  const times: number[] = [];
  for (let key = 0; key < keys; key++) times.push(await press(key));
  const whileChecked: number[] = [];
  for (let key = 0; key < keys / 2; key++) {
    await setTimeout(restMs + (key % spreadMs));
    whileChecked.push(await press(key));
  }
  await terminal.waitFor('Checked just now.');
  await setTimeout(1500);
  const idleSeconds: number[] = [];
  for (let second = 0; second < 7; second++) {
    const before = terminal.bytes();
    await setTimeout(1000);
    idleSeconds.push(terminal.bytes() - before);
  }
  await terminal.close();
  await service.close();
  return { keys: times, keysWhileChecked: whileChecked, idleSeconds };
}

/** The cursor is in its line, and the head of the pane names the system there. */
function isAnswered(lines: readonly string[], row: number): boolean {
  const [, name] = /^▌\s+(?:[✓●◆]+\s+)?([\w-]+)/.exec(lines[row] ?? '') ?? [];
  return name !== undefined && lines.some((line) => line.includes(`│ ${name} `));
}
