/** Makes the pictures of the documents: runs the built program as a user would, and keeps its screens. */
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { aFleet } from '../../src/demo/fleet/fleet.ts';
import { problem } from '../../src/demo/faults/misbehaviours.ts';
import { type Intercept, type Service, startService } from '../../src/demo/service.ts';
import { bytesOf, keyThat } from '../../test/support/keys.ts';
import type { Cell } from '../../test/support/screen.ts';
import { openTerminal, type Terminal, typeByHand } from '../../test/support/terminal.ts';
import { movingSvgOf, type Scene, svgOf } from './svg.ts';

interface Picture {
  readonly name: string;
  readonly rows: number;
  /** The usual ones are 100. */
  readonly columns?: number;
  readonly flags?: readonly string[];
  /** Leads to the final screen; in a moving picture, `show` keeps each screen for some seconds. */
  readonly story: (terminal: Terminal, stage: Stage) => Promise<unknown>;
}

/** Beside the terminal, a story has the service, and the clock of the program. */
interface Stage {
  readonly show: (seconds: number) => void;
  readonly service: Pick<Service, 'systems' | 'change'>;
  /** Deletions are answered one after the other; from this one on, none is. */
  readonly hold: (from: number) => void;
  /** The service refuses to delete this system. */
  readonly refuse: (systemId: string) => void;
  readonly passes: (ms: number) => void;
}

export const pictures: readonly Picture[] = [
  { name: 'tour', rows: 24, flags: ['--org', 'Tailspin Toys'], story: tour },
  { name: 'organisations', rows: 9, story: counted },
  { name: 'systems', rows: 30, story: staleMarked },
  { name: 'stale', rows: 21, story: thresholdShown },
  { name: 'review', rows: 22, flags: ['--org', 'Tailspin Toys', '--days', '600'], story: reviewed },
  { name: 'run', rows: 20, flags: ['--days', '600'], story: deleting },
  { name: 'summary', rows: 20, flags: ['--org', 'Tailspin Toys', '--days', '600'], story: deleted },
  { name: 'new-key', rows: 15, columns: 70, story: keyCreated },
  { name: 'operations', rows: 24, flags: ['--org', 'Tailspin Toys'], story: operationsListed },
  { name: 'operation', rows: 22, flags: ['--org', 'Tailspin Toys'], story: operationOpened },
  { name: 'request', rows: 24, flags: ['--org', 'Tailspin Toys'], story: requestShown },
  { name: 'review-disable', rows: 20, flags: ['--org', 'Tailspin Toys', '--days', '600'], story: disablingReviewed },
  { name: 'answer', rows: 17, flags: ['--org', 'Tailspin Toys'], story: operationAnswered },
];

/** The moment that the pictures show. */
const moment = Date.UTC(2026, 10, 26, 9, 30);

/** The picture as it is now, in SVG: the same each time. */
export async function pictureOf({ rows, columns = 100, flags = [], story }: Picture): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-pictures-'));
  const clock = join(folder, 'clock');
  let now = moment;
  // The service's clock goes on: an answer with an old time looks as if a cache had sent it.
  const started = performance.now();
  const passes = (ms: number): void => {
    now += ms;
    writeFileSync(clock, '');
    utimesSync(clock, now / 1000, now / 1000);
  };
  passes(0);
  const { intercept, hold, refuse } = deletionsInTurn();
  const fleet = aFleet({ seed: 1, systems: 12_431, now });
  const service = await startService({ fleet, now: () => now + performance.now() - started, intercept });
  const terminal = openTerminal({
    command: process.execPath,
    args: [resolve('dist/rollcall.js'), ...flags],
    cwd: folder,
    env: {
      HOME: folder,
      ROLLCALL_BASE_URL: service.baseUrl,
      ROLLCALL_TOKEN: service.token,
      ROLLCALL_PICTURE_CLOCK: clock,
      NODE_OPTIONS: `--import=${join(import.meta.dirname, 'fixed-clock.js')}`,
    },
    columns,
    rows,
  });
  try {
    const scenes: Scene[] = [];
    const linesNow = (): Scene['lines'] =>
      Array.from({ length: rows }, (_, row) => withFixedTexts(terminal.styledLine(row), folder));
    const show = (seconds: number): void => void scenes.push({ lines: linesNow(), seconds });
    await story(terminal, { show, service, hold, refuse, passes });
    return scenes.length > 0 ? movingSvgOf(scenes, columns) : svgOf(linesNow(), columns);
  } finally {
    await terminal.close();
    await service.close();
    rmSync(folder, { recursive: true });
  }
}

/** Deletions take effect in the order in which they were sent: the picture of one is then always the same. */
function deletionsInTurn() {
  let held = Infinity;
  let sent = 0;
  let before = Promise.resolve();
  const refused = new Set<string>();
  const intercept: Intercept = async ({ method, path }) => {
    if (method !== 'DELETE') return undefined;
    sent += 1;
    if (sent >= held) await new Promise(() => undefined);
    before = before.then(() => setTimeout(10));
    await before;
    return refused.has(path.split('/').at(-1) ?? '') ? problem(409, {}, { title: 'The system is in use' }) : undefined;
  };
  const hold = (from: number): void => {
    held = from;
  };
  return { intercept, hold, refuse: (systemId: string) => void refused.add(systemId) };
}

/** Texts that differ from one time to the next, and those in their place: the home folder, also where its path is cut, the id of a change, the port, and durations. */
function withFixedTexts(cells: readonly Cell[], home: string): readonly Cell[] {
  const fixed = [
    [home, '~'],
    [/…\S*(?=\/\.local\/)/, '~'],
    [/(?<=T[\d-]+\.\d{3}-)[\da-f]{8}(?=\.jsonl)/, '616ad1c3'],
    [/(?<=T09:30:)\d\d\.\d{3}(?=Z)/, '00.000'],
    [/(?<=127\.0\.0\.1:)\d+/, '8080'],
    [/(?<=\b\d{3} in )\d+(?= ms)/, '45'],
  ] as const;
  return fixed.reduce<readonly Cell[]>((all, [wanted, text]) => {
    const found = all
      .map((cell) => cell.text)
      .join('')
      .match(wanted);
    const first = all[found?.index ?? -1];
    if (found?.index === undefined || first === undefined) return all;
    const instead = Array.from(text, (character) => ({ ...first, text: character }));
    const changed = [...all.slice(0, found.index), ...instead, ...all.slice(found.index + found[0].length)];
    // The blanks at the end take the difference.
    return changed.slice(0, all.length);
  }, cells);
}

function organisations(terminal: Terminal): Promise<unknown> {
  return terminal.waitFor('Northwind Traders');
}

async function counted(terminal: Terminal): Promise<void> {
  await organisations(terminal);
  press(terminal, 'count stale systems in those shown');
  await terminal.waitFor('Counted 3 organisations.');
}

async function systems(terminal: Terminal): Promise<void> {
  await organisations(terminal);
  press(terminal, 'open the organisation');
  await terminal.waitFor(/› Systems.*\n.*(loaded|systems)/);
}

async function staleMarked(terminal: Terminal): Promise<void> {
  await systems(terminal);
  press(terminal, 'mark all stale');
  await terminal.waitFor(/[\d,]+ marked/, { timeout: 60_000 });
}

async function thresholdShown(terminal: Terminal): Promise<void> {
  await staleMarked(terminal);
  press(terminal, 'stale systems: threshold and ages');
  await terminal.waitFor('by key');
}

/** With a system among them that is connected, was marked by hand, and is kept. */
async function reviewed(terminal: Terminal): Promise<void> {
  await terminal.waitFor(/› Systems.*\n.*(loaded|systems)/);
  press(terminal, 'mark all stale');
  await terminal.waitFor(/[\d,]+ marked/);
  press(terminal, 'filter the loaded systems');
  await terminal.waitFor('filter:');
  terminal.write('is:connected');
  await terminal.waitFor('is:connected');
  press(terminal, 'apply the text');
  await terminal.waitFor(/shown by filter/);
  press(terminal, 'mark and move down');
  await terminal.waitFor(/8 marked/);
  terminal.write('\u001B');
  await terminal.waitFor((screen) => !screen.includes('shown by filter'));
  press(terminal, 'review and delete');
  // It comes with the service's definition.
  await terminal.waitFor(/D disables them[^]*To delete, type: [^]*^│ >[^]*\? help/m);
}

async function deleting(terminal: Terminal, { hold, refuse, passes, service }: Stage): Promise<void> {
  hold(140);
  await staleMarked(terminal);
  press(terminal, 'review and delete');
  const [, phrase = ''] = /type: {2}(.*?) *│$/m.exec(await terminal.waitFor(/type: {2}.*[^]*^│ >/m)) ?? [];
  press(terminal, 'go to the field of the phrase');
  await terminal.waitFor(/back to the list/);
  await typeByHand(terminal, phrase);
  for (const name of ['print-gent', 'pos-0007.retail']) refuse(idOf(service, 'Northwind Traders', name));
  press(terminal, 'delete, if the phrase is right');
  await terminal.waitFor(/[5-9]\d of/);
  passes(20_000);
  // The four at work have all come to the request that is held.
  await terminal.waitFor(/139 of[^]*NOW(?:[^]*? deleting\b){4}/);
}

/** One of the systems has reconnected since the review, and one cannot be deleted. */
async function deleted(terminal: Terminal, { service, refuse }: Stage): Promise<void> {
  await terminal.waitFor(/› Systems.*\n.*(loaded|systems)/);
  press(terminal, 'mark all stale');
  await terminal.waitFor(/[\d,]+ marked/);
  press(terminal, 'review and delete');
  const [, phrase = ''] = /type: {2}(.*?) *│$/m.exec(await terminal.waitFor(/type: {2}.*[^]*^│ >/m)) ?? [];
  await typeByHand(terminal, phrase);
  service.change(idOf(service, 'Tailspin Toys', 'laptop-chloé'), { state: 'Connected' });
  refuse(idOf(service, 'Tailspin Toys', 'pos-0004.retail'));
  press(terminal, 'delete, if the phrase is right');
  await terminal.waitFor(/Deletion finished[^]*Checked against/);
  terminal.write('5');
  await terminal.waitFor(/\[5 all/);
}

function idOf(service: Stage['service'], organisation: string, hostname: string): string {
  const found = service.systems(organisation).find((system) => system['hostname'] === hostname);
  if (found === undefined) throw new Error(`There is no ${hostname}.`);
  return found.systemId;
}

async function keyCreated(terminal: Terminal): Promise<void> {
  await systems(terminal);
  press(terminal, 'create an enrolment key');
  await terminal.waitFor('description');
  terminal.write('build agents, Warsaw');
  await terminal.waitFor('build agents, Warsaw');
  // An enter that comes with text is taken for a part of a paste.
  await setTimeout(400);
  press(terminal, 'create the key');
  await terminal.waitFor('Enrolment key created');
}

/** Lists the row first, then all. */
async function operationsListed(terminal: Terminal): Promise<void> {
  await terminal.waitFor(/› Systems.*\n.*(loaded|systems)/);
  press(terminal, 'every operation of the service');
  await terminal.waitFor(/› Operations on .*\n.*\d operations/);
  press(terminal, 'every operation of the service');
  await terminal.waitFor(/› Operations\s*\n.*\d operations/);
}

async function operationFound(terminal: Terminal, filter: string, title: RegExp): Promise<void> {
  await operationsListed(terminal);
  await operationFiltered(terminal, filter, title);
}

async function operationFiltered(terminal: Terminal, filter: string, title: RegExp): Promise<void> {
  press(terminal, 'filter the operations');
  await terminal.waitFor('filter:');
  terminal.write(filter);
  await terminal.waitFor(`filter: ${filter}`);
  await setTimeout(400);
  press(terminal, 'apply the filter');
  await terminal.waitFor('shown by filter');
  press(terminal, 'open the operation');
  await terminal.waitFor(title);
}

async function operationOpened(terminal: Terminal): Promise<void> {
  await operationFound(terminal, 'method:patch policy', /› PATCH .*policyId/);
  press(terminal, 'set this field');
  await terminal.waitFor('enter set');
  terminal.write('42');
  await terminal.waitFor(/policyId +42/);
  await setTimeout(400);
  press(terminal, 'set the field');
  await terminal.waitFor(/in the body +NOW/);
}

/** The first key of the list, which is enabled. */
async function requestShown(terminal: Terminal): Promise<void> {
  await terminal.waitFor(/› Systems.*\n.*(loaded|systems)/);
  press(terminal, 'enrolment keys');
  await terminal.waitFor('Keys of');
  press(terminal, 'every operation of the service');
  await terminal.waitFor(/› Operations on .*\n.*\d operations/);
  await operationFiltered(terminal, 'method:put path:*/disable', /› PUT .*disable/);
  press(terminal, 'go to Send, the last line');
  press(terminal, 'on Send: send it; a change is shown first');
  await terminal.waitFor(/Now, read[^]*To send it, type: [^]*^│ >[^]*enter send/m);
}

async function disablingReviewed(terminal: Terminal): Promise<void> {
  await terminal.waitFor(/› Systems.*\n.*(loaded|systems)/);
  press(terminal, 'mark all stale');
  await terminal.waitFor(/[\d,]+ marked/);
  press(terminal, 'review and disable, or enable again');
  await terminal.waitFor(/To disable, type: [^]*^│ >[^]*\? help/m);
}

async function operationAnswered(terminal: Terminal): Promise<void> {
  await operationFound(terminal, 'method:get path:*/enrolment-keys', /› GET .*enrolment-keys/);
  press(terminal, 'go to Send, the last line');
  press(terminal, 'on Send: send it; a change is shown first');
  await terminal.waitFor(/\d secrets hidden/);
}

/** Mark, threshold, review, delete, and how it ended; then one change for all marked systems. */
async function tour(terminal: Terminal, { show }: Stage): Promise<void> {
  await terminal.waitFor(/› Systems.*\n.*(loaded|systems)/);
  show(2);
  press(terminal, 'mark all stale');
  await terminal.waitFor(/\d marked/);
  show(2);
  press(terminal, 'stale systems: threshold and ages');
  await terminal.waitFor('by key');
  show(2);
  for (const digits of ['6', '60', '600']) {
    terminal.write(digits.slice(-1));
    await terminal.waitFor(`▏ ${digits}`);
    show(0.5);
  }
  show(1.5);
  terminal.write('s');
  await terminal.waitFor(/› Systems[^]*\d marked/);
  show(2);
  press(terminal, 'review and delete');
  await terminal.waitFor(/D disables them/);
  await phraseTyped(terminal, show);
  press(terminal, 'delete, if the phrase is right');
  await terminal.waitFor(/› Deleting/);
  show(1.5);
  await terminal.waitFor(/Deletion finished/);
  show(3);
  await changedTogether(terminal, show);
}

/** All systems of an old version get a description, each with a field of its own in it. */
async function changedTogether(terminal: Terminal, show: Stage['show']): Promise<void> {
  press(terminal, 'go back one level');
  await terminal.waitFor(/› Systems/);
  // Letters right after esc do nothing.
  await setTimeout(500);
  press(terminal, 'filter the loaded systems');
  await terminal.waitFor('filter:');
  terminal.write('version:3.12.4 -is:disabled');
  await terminal.waitFor('version:3.12.4 -is:disabled');
  await setTimeout(400);
  press(terminal, 'apply the filter');
  await terminal.waitFor(/40 shown by filter/);
  press(terminal, 'mark all matching systems');
  await terminal.waitFor(/40 marked/);
  show(2);
  press(terminal, 'every operation of the service');
  await terminal.waitFor(/› Operations on 40 marked systems/);
  show(2);
  press(terminal, 'open the operation');
  await terminal.waitFor(/differs in 40/);
  show(2);
  press(terminal, 'set this field');
  await terminal.waitFor('enter set  tab');
  terminal.write('Update from {serv');
  await terminal.waitFor('Update from {serv');
  show(1);
  await setTimeout(400);
  terminal.write(bytesOf('tab'));
  await terminal.waitFor('Update from {serviceVersion}');
  show(2);
  await setTimeout(400);
  press(terminal, 'set the field');
  await terminal.waitFor(/1 of 2 set/);
  press(terminal, 'go to Send, the last line');
  await terminal.waitFor('enter review ');
  show(1);
  press(terminal, 'on Send: send it; a change is shown first');
  await phraseTyped(terminal, show);
  terminal.write(bytesOf('enter'));
  await terminal.waitFor(/Change finished[^]*Checked against/);
  show(5);
}

/** Shows the review of many systems, and its phrase as it is typed. */
async function phraseTyped(terminal: Terminal, show: Stage['show']): Promise<void> {
  const [, phrase = ''] = /type: {2}(.*?) *│$/m.exec(await terminal.waitFor(/just now[^]*type: {2}.*[^]*^│ >/m)) ?? [];
  show(3);
  press(terminal, 'go to the field of the phrase');
  await terminal.waitFor(/back to the list/);
  for (let end = 1; end <= phrase.length; end++) {
    terminal.write(phrase.charAt(end - 1));
    await terminal.waitFor(`> ${phrase.slice(0, end).trimEnd()}`);
    // Faster than a hand types is not typed by one.
    await setTimeout(60);
    if (end % 2 === 0) show(0.2);
  }
  show(1);
}

function press(terminal: Terminal, does: string): void {
  terminal.write(bytesOf(keyThat(does)));
}

export function picturePath({ name }: Pick<Picture, 'name'>): string {
  return join(import.meta.dirname, '..', 'pictures', `${name}.svg`);
}

if (import.meta.main) {
  for (const picture of pictures) writeFileSync(picturePath(picture), await pictureOf(picture));
}
