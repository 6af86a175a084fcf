/** The notice of interrupted changes: one sentence for every kind. */
import type { PlainNotice } from '../../kernel/declare.ts';
import { grouped } from '../../kernel/spelling.ts';
import type { State } from '../../root/state.ts';
import { capitalised } from '../run-kinds.ts';
import type { RequestSummary } from '../runs/files.ts';
import type { Interrupted } from './feature.ts';

const dayMs = 24 * 60 * 60_000;

/** `16:02 UTC`, `yesterday 16:02 UTC`, `2026-11-20 16:02 UTC`. */
function momentOf(at: string, now: number): string {
  const time = new Date(at).toISOString();
  const day = time.slice(0, 10);
  const onDay = (ms: number): boolean => new Date(ms).toISOString().startsWith(day);
  const before = onDay(now) ? '' : onDay(now - dayMs) ? 'yesterday ' : `${day} `;
  return `${before}${time.slice(11, 16)} UTC`;
}

const maxEndLength = 24;

/** A request, with the end of its path: `PUT …/disable`. */
export function interruptedRequest({ header: { method, template, at } }: RequestSummary): Interrupted {
  const end = template.slice(template.lastIndexOf('/'));
  const name = `${method} …${end.length > maxEndLength ? `…${end.slice(1 - maxEndLength)}` : end}`;
  return { what: 'a request', at, name, settledAt: null };
}

/** `next`: the key that shows the change; by default that of the history, which has all of them. */
export function interruptedNotice(
  [newest, ...others]: readonly [Interrupted, ...Interrupted[]],
  { now, columns }: State,
  next = others.length === 0 ? 'E shows it.' : 'E shows them.',
): PlainNotice {
  const { what, name, settledAt } = newest;
  const moment = momentOf(newest.at, now);
  const said = (text: string, more: string = next): PlainNotice => ({ kind: 'warning', text, next: more });
  if (others.length > 0) return said(`${grouped(1 + others.length)} changes were interrupted, the last of ${moment}.`);
  const whole = `${capitalised(what)} of ${moment} was interrupted${name === null ? '' : `: ${name}`}.`;
  // The next step is drawn on the same line.
  const isRoom = (more: string): boolean => whole.length + more.length + 4 <= columns;
  if (settledAt !== null) {
    const settle = `To settle it, start at ${settledAt}.`;
    return said(isRoom(settle) ? whole : `${capitalised(what)} was interrupted.`, settle);
  }
  return said(isRoom(next) || name === null ? whole : `Interrupted: ${name}, ${moment}.`);
}
