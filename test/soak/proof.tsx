/** Draws a text from outside in every place, and checks that the screen stays intact. */
import type { Terminal as Emulator } from '@xterm/headless';
import { parse } from 'csv-parse/sync';
import { renderToString } from 'ink';
import type { ReactNode } from 'react';
import stringWidth from 'string-width';
import { crashReport } from '../../src/app/process/crash-report.ts';
import { exitSummary, outcomeLines } from '../../src/app/terminal/exit-summary.ts';
import { runCsv, runJson } from '../../src/app/commands/reports.ts';
import { sanitizeInput } from '../../src/app/keyboard/line-editor.ts';
import type { System } from '../../src/api/system.ts';
import { Screen } from '../../src/screens/screen.tsx';
import type { State } from '../../src/state/root/state.ts';
import { aNewRun, anOrganisation, aReviewOf, aStateOf, aSystem, refused } from '../support/make.ts';
import { createEmulator } from '../support/screen.ts';

export const columns = 120;
const rows = 24;

/** Systems on one screen: each takes three of the texts. */
const systemsPerFrame = 15;
export const textsPerFrame = 3 * systemsPerFrame;

export interface Emulated {
  readonly emulator: Emulator;
  /** Actions of the terminal that the text caused. */
  readonly done: string[];
}

/** A terminal that notes whatever it does besides showing text. */
export function anEmulator(): Emulated {
  const emulator = createEmulator(columns, rows);
  const done: string[] = [];
  emulator.onBell(() => void done.push('bell'));
  emulator.onTitleChange(() => void done.push('title'));
  emulator.onData((reply) => void done.push(`reply ${JSON.stringify(reply)}`));
  for (const code of [0, 8, 52]) {
    emulator.parser.registerOscHandler(code, () => done.push(`OSC ${code}`) > 0);
  }
  return { emulator, done };
}

function textsOf(texts: readonly string[], row: number): readonly string[] {
  return texts.slice(3 * row, 3 * row + 3);
}

/** The list of systems with these texts in the places of names and of keys, and elsewhere on the screen. */
function listWith(texts: readonly string[]): State {
  const systems = Array.from({ length: systemsPerFrame }, (_, at) => {
    const [hostname = '', enrolmentKeyDescription = '', tag = ''] = textsOf(texts, at);
    return aSystem({ systemId: `S${at}`, hostname, enrolmentKeyDescription, tags: [tag] });
  });
  const [title = '', detail = ''] = texts;
  const problem = refused(409, { title, detail, traceId: title });
  return aStateOf(systems, {
    columns,
    rows,
    organisation: anOrganisation({ orgName: texts[2] ?? '' }),
    notice: { kind: 'problem', problem },
  });
}

/** Other screens with these texts in them. */
function othersWith(texts: readonly string[]): readonly State[] {
  const list = listWith(texts);
  const systems = (list.list.listing.scan?.pages ?? []).flat();
  const review = aReviewOf(systems, {}, texts[0] ?? '');
  const run = aNewRun(review);
  const problem = refused(409, { title: texts[1] ?? '', detail: texts[2] ?? '' });
  const settled = systems.map((system) => ({ system, outcome: { kind: 'refused', problem } as const }));
  const details = (value: System) =>
    ({ kind: 'details', systemId: 'S0', system: { kind: 'ready', value }, list: { row: 0, top: 0 } }) as const;
  return [
    { ...list, review, screen: { kind: 'review' } },
    { ...list, deletion: { ...run, settled }, screen: { kind: 'deletion' } },
    ...systems.slice(0, 1).map((system) => ({ ...list, screen: details(system) })),
    { ...list, overlay: { kind: 'palette', typed: sanitizeInput(texts[3] ?? ''), list: { row: 0, top: 0 } } },
    { ...list, prompt: { kind: 'search', typed: sanitizeInput(texts[4] ?? ''), before: list.list.listing } },
  ];
}

/** Faults of the screen; empty where all is well. `isWhole` draws every other screen, too. */
export async function faultsOf(texts: readonly string[], emulated: Emulated, isWhole: boolean): Promise<string[]> {
  const list = listWith(texts);
  const faults = await columnFaults(list, texts, emulated);
  const others = isWhole ? othersWith(texts) : [];
  for (const state of others) {
    const frame = drawn(<Screen state={state} />);
    await shown(frame, emulated);
    faults.push(...frameFaults(frame, state.overlay?.kind ?? state.prompt?.kind ?? state.screen.kind));
  }
  for (const text of isWhole ? texts : []) faults.push(...printedFaults(text));
  faults.push(...emulated.done.splice(0));
  return faults;
}

function drawn(node: ReactNode): string {
  return renderToString(node, { columns });
}

async function shown(frame: string, { emulator }: Emulated): Promise<void> {
  emulator.reset();
  await new Promise<void>((resolve) => {
    // Lines do not wrap while the program draws.
    emulator.write('\u001b[?7l' + frame.replaceAll('\n', '\r\n'), resolve);
  });
}

/** An emoji of several characters: a family, a flag, a skin tone, a keycap, a heart in colour. */
// The constructor, because the compiler's target is older than the flags.
const joinedEmoji = new RegExp(String.raw`(?=..)\p{RGI_Emoji}`, 'sv');

/** In every row the state stands where its title stands, and the line of the pane, too: nothing before them is wider or narrower. */
async function columnFaults(state: State, texts: readonly string[], emulated: Emulated): Promise<string[]> {
  const frame = drawn(<Screen state={state} />);
  await shown(frame, emulated);
  const { active } = emulated.emulator.buffer;
  const lineAt = (row: number): string[] =>
    Array.from({ length: columns }, (_, column) => active.getLine(row)?.getCell(column)?.getChars() ?? '');
  const textAt = (cells: readonly string[], column: number, length: number): string =>
    cells
      .slice(column, column + length)
      .map((cell) => cell || ' ')
      .join('');
  const header = lineAt(3)
    .map((cell) => cell || ' ')
    .join('');
  const [stateColumn, paneColumn] = [header.indexOf('STATE'), header.indexOf('│')];
  const faults = frameFaults(frame, 'list');
  for (let row = 0; row < systemsPerFrame; row++) {
    const cells = lineAt(4 + row);
    const isStraight =
      paneColumn > stateColumn && textAt(cells, stateColumn, 7) === 'offline' && cells[paneColumn] === '│';
    // The emulator, like many terminals, draws the parts of a joined emoji apart: that row is longer, and not broken.
    const isJoined = textsOf(texts, row).some((text) => joinedEmoji.test(text));
    if (!isStraight && !isJoined) faults.push(`shifted: ${cells.join('')}`);
  }
  return faults;
}

/** Colours and attributes: all that a frame may hold. */
const ourSequences = new RegExp(String.raw`\u001b\[[\d;]*m`, 'g');

/** Only our own colours and attributes; as many rows as the terminal has, and none wider than it. */
function frameFaults(frame: string, where: string): string[] {
  const lines = frame.replace(ourSequences, '').split('\n');
  const faults: string[] = [];
  if (lines.length !== rows) faults.push(`${where}: ${lines.length} rows`);
  for (const line of lines) {
    if (/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u.test(line)) faults.push(`${where}: control in ${JSON.stringify(line)}`);
    if (stringWidth(line) > columns) faults.push(`${where}: wider than the terminal: ${line}`);
  }
  return faults;
}

/** Text printed on the shell's own screen, or written to a file: one line each, and nothing that steers. */
function printedFaults(text: string): string[] {
  const system = aSystem({ systemId: text, hostname: text, enrolmentKeyDescription: text, tags: [text] });
  const settled = [{ system, outcome: { kind: 'refused', problem: refused(409, { title: text }) } as const }];
  const run = { ...aNewRun(aReviewOf([], {}, text)), journalPath: text, settled };
  const printed = [
    exitSummary({ ...listWith([]), deletion: run }),
    crashReport(new Error(text)),
    outcomeLines(settled, 'delete'),
    runCsv(run),
  ];
  const faults = printed
    .filter((words) => /[^\P{Cc}\r\n]/u.test(words) || /\r(?!\n)/.test(words))
    .map((words) => `printed: ${JSON.stringify(words)}`);
  // A spreadsheet calculates what begins so.
  const formulas = parse(runCsv(run))
    .flat()
    .filter((cell) => /^[=+\-@\t\r]/.test(cell));
  for (const cell of formulas) faults.push(`a cell that calculates: ${JSON.stringify(cell)}`);
  const exported = JSON.parse(runJson(run)) as { systems: { system: { hostname: string } }[] };
  if (exported.systems[0]?.system.hostname !== text) faults.push(`exported: ${JSON.stringify(text)}`);
  const line = JSON.stringify({ record: { hostname: text } });
  const isSame = (JSON.parse(line) as { record: { hostname: string } }).record.hostname === text;
  if (!isSame || /\n/.test(line)) faults.push(`journal: ${line}`);
  return faults;
}
