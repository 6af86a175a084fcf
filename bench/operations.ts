/** Measures the explorer of operations: how a definition is opened, the delay of keys, and an answer as a tree. */
import { setTimeout } from 'node:timers/promises';
import { hostileDocument } from '../test/support/documents/hostile.ts';
import { usualDocument } from '../test/support/documents/usual.ts';
import type { Terminal } from '../test/support/terminal.ts';
import { largeDefinition } from './large-definition.ts';
import { processorOf, residentOf, taking, timesOfKeys } from './large-lists.ts';
import { goBack, startProgram } from './program.ts';
import { startSyntheticService } from './synthetic-service.ts';

const definitionPath = '/swagger/v1/swagger.json';

/** Costs of `A`. */
export interface OpeningCosts {
  /** Milliseconds to the list, with the definition from the service, and from the cache. */
  readonly fromService: readonly number[];
  readonly fromCache: readonly number[];
  /** With the definition from the service: MiB more than before, and seconds of the processor, after all is stored. */
  readonly resident: readonly number[];
  readonly processor: readonly number[];
}

/** Costs in the list. */
export interface ListCosts {
  /** Milliseconds in the list, from the byte to the frame. */
  readonly keys: readonly number[];
  readonly filterLetters: readonly number[];
  /** From enter to the form, for operations all over the list. */
  readonly forms: readonly number[];
  readonly idleSeconds: readonly number[];
}

/** Definitions by their names in the figures. */
export const documents = {
  usual: (): string => JSON.stringify(usualDocument()),
  hostile: (): string => hostileDocument(),
  large: (): string => largeDefinition(),
};

/** Each run begins without a cache, and once more with it. */
export async function measureOpening(document: string, runs: number, freshHome: () => string): Promise<OpeningCosts> {
  const service = await startSyntheticService(260, 0, false, 1, { [definitionPath]: document });
  const [fromService, fromCache, resident, processor]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (let run = 0; run < runs; run++) {
    const home = freshHome();
    for (const times of [fromService, fromCache]) {
      const terminal = startProgram(service, home);
      await terminal.waitFor(/NAME[^]*\? help/);
      await setTimeout(500);
      const before = { resident: residentOf(terminal.pid), processor: processorOf(terminal.pid) };
      times.push(await taking(terminal, 'A', shownOfRow));
      // By then the cache for the next start is written, and the garbage of reading is collected.
      await setTimeout(1500);
      if (times === fromService) {
        resident.push(residentOf(terminal.pid) - before.resident);
        processor.push(processorOf(terminal.pid) - before.processor);
      }
      await leave(terminal);
    }
  }
  await service.close();
  return { fromService, fromCache, resident, processor };
}

export async function measureExplorer(document: string, keys: number, home: string): Promise<ListCosts> {
  const service = await startSyntheticService(260, 0, false, 1, { [definitionPath]: document });
  const terminal = startProgram(service, home);
  await terminal.waitFor(/NAME[^]*\? help/);
  await taking(terminal, 'A', shownOfRow);
  const costs = await costsOfList(terminal, keys);
  await terminal.close();
  await service.close();
  return costs;
}

/** Names the row under the cursor, with the number of all rows. */
const shownOfRow = /› Operations on .*\n.*\d in all/;
const shown = /› Operations\s*\n.*\d operations:/;
const filter = 'systems';

async function costsOfList(terminal: Terminal, keys: number): Promise<ListCosts> {
  terminal.write('A');
  await terminal.waitFor(shown);
  const times = await timesOfKeys(terminal, keys);
  const filterLetters: number[] = [];
  for (let round = 0; round < 5; round++) {
    terminal.write('f');
    await terminal.waitFor('filter:');
    for (const end of Array.from(filter).keys()) {
      filterLetters.push(await taking(terminal, filter.charAt(end), `filter: ${filter.slice(0, end + 1)}`));
    }
    await goBack(terminal, shown);
  }
  const forms: number[] = [];
  for (let form = 0; form < keys; form++) {
    terminal.write(form % 2 === 0 ? pageDown : 'j');
    await setTimeout(30);
    forms.push(await taking(terminal, '\r', (screen) => !shown.test(screen)));
    terminal.write('\u{1B}');
    await terminal.waitFor(shown);
  }
  await setTimeout(1500);
  const idleSeconds: number[] = [];
  for (let second = 0; second < 7; second++) {
    const before = terminal.bytes();
    await setTimeout(1000);
    idleSeconds.push(terminal.bytes() - before);
  }
  return { keys: times, filterLetters, forms, idleSeconds };
}

const pageDown = '\u{1B}[6~';

/** A program that is killed keeps nothing for the next start. */
async function leave(terminal: Terminal): Promise<void> {
  terminal.write('q');
  await terminal.exited;
  await terminal.close();
}

/** An answer as text: milliseconds for a key, and for the way to the last line that is shown. */
export async function measureText(
  bytes: number,
  keys: number,
  home: string,
): Promise<{ readonly keys: readonly number[]; readonly toLast: readonly number[] }> {
  const paths = { '/account/large': { get: { responses: { '200': { description: 'Much.' } } } } };
  const service = await startSyntheticService(260, 0, false, 1, {
    [definitionPath]: JSON.stringify({ openapi: '3.0.1', info: { title: 'A service', version: 'v1' }, paths }),
    '/account/large': JSON.stringify(largeValue(bytes)),
  });
  const terminal = startProgram(service, home);
  await terminal.waitFor(/NAME[^]*\? help/);
  terminal.write('A');
  await terminal.waitFor(shownOfRow);
  terminal.write('A');
  await terminal.waitFor(/› Operations[^]*\/account\/large/);
  terminal.write('\r');
  await terminal.waitFor(/GET \/account\/large/);
  terminal.write('s\r');
  await terminal.waitFor(/200 in [^]*"entries"/, { timeout: 60_000 });
  const times: number[] = [];
  for (let key = 0; key < keys; key++) {
    const before = terminal.lines().join('\n');
    times.push(await taking(terminal, key % 16 < 8 ? 'j' : 'k', () => terminal.lines().join('\n') !== before));
  }
  terminal.write('g');
  await terminal.waitFor(/^\{\s*"entries"/m);
  const toLast: number[] = [];
  for (let run = 0; run < 7; run++) {
    toLast.push(await taking(terminal, 'G', /"last": true|the rest is left out/));
    terminal.write('g');
    await terminal.waitFor(/^\{\s*"entries"/m);
  }
  await terminal.close();
  await service.close();
  return { keys: times, toLast };
}

/** A list of nested values, and another list, so that it is no table; with a field after them. */
function largeValue(bytes: number): object {
  const thing = (at: number): object => ({
    at,
    isOn: at % 2 === 0,
    parts: [
      { of: at, ports: [80, 443] },
      { of: at, ports: [] },
    ],
    note: null,
  });
  const count = Math.ceil(bytes / JSON.stringify(thing(10_000)).length);
  return { entries: Array.from({ length: count }, (_, at) => thing(at)), others: [{ at: 0 }], last: true };
}
