/** Makes the pictures of the documents: runs the built program as a user would, and keeps its screens. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { bytesOf, keyThat } from '../../test/support/keys.ts';
import type { Cell } from '../../test/support/screen.ts';
import { openTerminal, type Terminal, typeByHand } from '../../test/support/terminal.ts';
import { movingSvgOf, type Scene, svgOf } from './svg.ts';

interface Picture {
  readonly name: string;
  readonly rows: number;
  readonly flags?: readonly string[];
  /** Leads to the final screen; in a moving picture, `show` keeps each screen for some seconds. */
  readonly story: (terminal: Terminal, show: Show) => Promise<unknown>;
}

type Show = (seconds: number) => void;

const columns = 100;

export const pictures: readonly Picture[] = [
  { name: 'tour', rows: 26, flags: ['--org', 'Tailspin Toys'], story: tour },
  { name: 'organisations', rows: 10, story: organisations },
  { name: 'systems', rows: 30, story: staleMarked },
  { name: 'stale', rows: 26, story: thresholdShown },
  { name: 'review', rows: 26, flags: ['--org', 'Tailspin Toys', '--days', '600'], story: reviewed },
  { name: 'run', rows: 24, story: deleting },
  { name: 'summary', rows: 20, flags: ['--org', 'Tailspin Toys', '--days', '600'], story: deleted },
  { name: 'new-key', rows: 16, story: keyCreated },
  { name: 'operations', rows: 24, flags: ['--org', 'Tailspin Toys'], story: operationsListed },
  { name: 'operation', rows: 22, flags: ['--org', 'Tailspin Toys'], story: operationOpened },
  { name: 'request', rows: 24, flags: ['--org', 'Tailspin Toys'], story: requestShown },
  { name: 'review-disable', rows: 24, flags: ['--org', 'Tailspin Toys', '--days', '600'], story: disablingReviewed },
  { name: 'answer', rows: 20, flags: ['--org', 'Tailspin Toys'], story: operationAnswered },
];

/** The picture as it is now, in SVG. */
export async function pictureOf({ rows, flags = [], story }: Picture): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-pictures-'));
  const terminal = openTerminal({
    command: process.execPath,
    args: [resolve('dist/rollcall.js'), '--demo', ...flags],
    cwd: folder,
    env: { HOME: folder },
    columns,
    rows,
  });
  try {
    const scenes: Scene[] = [];
    const linesNow = (): Scene['lines'] =>
      Array.from({ length: rows }, (_, row) => withHomeSign(terminal.styledLine(row), folder));
    await story(terminal, (seconds) => scenes.push({ lines: linesNow(), seconds }));
    return scenes.length > 0 ? movingSvgOf(scenes, columns) : svgOf(linesNow(), columns);
  } finally {
    await terminal.close();
    rmSync(folder, { recursive: true });
  }
}

/** The picture shows `~` for the home folder that was made for it. */
function withHomeSign(cells: readonly Cell[], home: string): readonly Cell[] {
  const at = cells
    .map(({ text }) => text)
    .join('')
    .indexOf(home);
  const first = cells[at];
  if (first === undefined) return cells;
  return [...cells.slice(0, at), { ...first, text: '~' }, ...cells.slice(at + home.length)];
}

function organisations(terminal: Terminal): Promise<unknown> {
  return terminal.waitFor('Northwind Traders');
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
  await terminal.waitFor(/To delete, type: [^]*^│ >[^]*\? help/m);
}

async function deleting(terminal: Terminal): Promise<void> {
  await staleMarked(terminal);
  press(terminal, 'review and delete');
  const [, phrase = ''] = /type: {2}(.*?) *│$/m.exec(await terminal.waitFor(/type: {2}.*[^]*^│ >/m)) ?? [];
  press(terminal, 'go to the field of the phrase');
  await terminal.waitFor(/back to the list/);
  await typeByHand(terminal, phrase);
  press(terminal, 'delete, if the phrase is right');
  await terminal.waitFor(/1,0\d\d of/, { timeout: 120_000 });
}

async function deleted(terminal: Terminal): Promise<void> {
  await terminal.waitFor(/› Systems.*\n.*(loaded|systems)/);
  press(terminal, 'mark all stale');
  await terminal.waitFor(/[\d,]+ marked/);
  press(terminal, 'review and delete');
  const [, phrase = ''] = /type: {2}(.*?) *│$/m.exec(await terminal.waitFor(/type: {2}.*[^]*^│ >/m)) ?? [];
  await typeByHand(terminal, phrase);
  press(terminal, 'delete, if the phrase is right');
  await terminal.waitFor(/Deletion finished/);
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
  await terminal.waitFor('D disable');
  press(terminal, 'disable this key, or enable it again');
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
async function tour(terminal: Terminal, show: Show): Promise<void> {
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
  await phraseTyped(terminal, show);
  press(terminal, 'delete, if the phrase is right');
  await terminal.waitFor(/› Deleting/);
  show(1.5);
  await terminal.waitFor(/Deletion finished/);
  show(3);
  await changedTogether(terminal, show);
}

/** All systems of an old version get a description, each with a field of its own in it. */
async function changedTogether(terminal: Terminal, show: Show): Promise<void> {
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
async function phraseTyped(terminal: Terminal, show: Show): Promise<void> {
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
