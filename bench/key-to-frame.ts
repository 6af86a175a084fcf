/** How long from a key to the frame that shows its effect, with every system of a large organisation read? */
import { aServiceOf, startProgram } from './program.ts';

/** Milliseconds for each key. */
export async function measureKeyToFrame(systems: number, keys: number, home: string): Promise<readonly number[]> {
  const service = await aServiceOf(systems, 0);
  const terminal = startProgram(service, home);
  await terminal.waitFor(/NAME[^]*\? all keys/);
  terminal.write('s');
  await terminal.waitFor(/Marked as stale[^]*\? all keys/, { timeout: 60_000 });
  const times: number[] = [];
  const cursorLine = (): number => terminal.lines().findIndex((line) => line.startsWith('▸'));
  for (let key = 0; key < keys; key++) {
    const before = cursorLine();
    const begun = performance.now();
    terminal.write(key % 16 < 8 ? 'j' : 'k');
    await terminal.waitFor(() => cursorLine() !== before);
    times.push(performance.now() - begun);
  }
  await terminal.close();
  await service.close();
  return times;
}
