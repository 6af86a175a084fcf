/** Measures the explorer of operations: its start, the delay of its keys, and its memory. */
import { setTimeout } from 'node:timers/promises';
import { hostileDocument } from '../test/support/documents/hostile.ts';
import { usualDocument } from '../test/support/documents/usual.ts';
import type { Terminal } from '../test/support/terminal.ts';
import { residentOf, taking, timesOfKeys } from './large-lists.ts';
import { startProgram } from './program.ts';
import { startSyntheticService } from './synthetic-service.ts';

const definitionPath = '/swagger/v1/swagger.json';

/** A definition, and the cost of the explorer with it. */
export interface ExplorerCosts {
  /** Milliseconds from `A` to the list, with the definition from the service, and from the cache. */
  readonly fromService: readonly number[];
  readonly fromCache: readonly number[];
  /** MiB more than before `A`. */
  readonly resident: readonly number[];
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
  large: (): string => largeDocument(13 * 2 ** 20),
};

/** The usual definition again and again under other names, to at least so many characters. */
function largeDocument(length: number): string {
  const usual = JSON.stringify(usualDocument());
  const { components, paths, ...rest } = JSON.parse(usual) as {
    readonly components: { readonly schemas: object };
    readonly paths: object;
  };
  const all = { paths: {}, schemas: {} };
  for (let part = 0; part < length / usual.length; part++) {
    const renamed = (value: object): object =>
      JSON.parse(JSON.stringify(value).replaceAll('#/components/schemas/', `#/components/schemas/P${part}`)) as object;
    const named = (value: object, before: string): object =>
      Object.fromEntries(Object.entries(value).map(([name, one]) => [before + name, one as unknown]));
    Object.assign(all.paths, named(renamed(paths), `/part${part}`));
    Object.assign(all.schemas, named(renamed(components.schemas), `P${part}`));
  }
  return JSON.stringify({ ...rest, paths: all.paths, components: { ...components, schemas: all.schemas } });
}

/** Each run begins without a cache, and once more with it; the last program stays for the measurements in its list. */
export async function measureExplorer(
  document: string,
  runs: number,
  keys: number,
  freshHome: () => string,
): Promise<ExplorerCosts> {
  const service = await startSyntheticService(260, 0, false, 1, { [definitionPath]: document });
  const [fromService, fromCache, resident]: [number[], number[], number[]] = [[], [], []];
  const openedIn = async (home: string, times: number[]): Promise<Terminal> => {
    const terminal = startProgram(service, home);
    await terminal.waitFor(/NAME[^]*\? help/);
    await setTimeout(500);
    const before = residentOf(terminal.pid);
    times.push(await taking(terminal, 'A', shownOfRow));
    // By then the cache for the next start is written, and the garbage of reading is collected.
    await setTimeout(1500);
    resident.push(residentOf(terminal.pid) - before);
    return terminal;
  };
  const homes = Array.from({ length: runs }, freshHome);
  for (const home of homes) await leave(await openedIn(home, fromService));
  const firstStarts = resident.splice(0);
  for (const home of homes.slice(1)) await leave(await openedIn(home, fromCache));
  const terminal = await openedIn(homes[0] ?? freshHome(), fromCache);
  const costs = await costsOfList(terminal, keys);
  await terminal.close();
  await service.close();
  return { fromService, fromCache, resident: firstStarts, ...costs };
}

/** Names the row under the cursor, with the number of all rows. */
const shownOfRow = /› Operations on .*\n.*\d in all/;
const shown = /› Operations\s*\n.*\d operations:/;
const filter = 'systems';

async function costsOfList(
  terminal: Terminal,
  keys: number,
): Promise<Pick<ExplorerCosts, 'keys' | 'filterLetters' | 'forms' | 'idleSeconds'>> {
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
    terminal.write('\u{1B}');
    await terminal.waitFor(shown);
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

/** An answer as a tree: milliseconds for a key, and for the way to its last row with its largest branch open. */
export async function measureTree(
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
  await terminal.waitFor(/200 in [^]*▌.*entries/, { timeout: 60_000 });
  terminal.write('\r');
  await terminal.waitFor(/▾ entries/, { timeout: 60_000 });
  const times = await timesOfKeys(terminal, keys);
  const toLast: number[] = [];
  for (let run = 0; run < 7; run++) {
    toLast.push(await taking(terminal, 'G', /▌ *last/));
    terminal.write('g');
    await terminal.waitFor(/▌.*entries/);
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
