/** The fields of a system as lines, including every field that the service sent. */
import { entriesOf, isCut } from '../../api/compact.ts';
import type { System } from '../../api/system.ts';
import { connectionOf, type DisabledAt, timeDisabled } from '../../state/fleet/systems/status.ts';
import { detailFields, isTimeField, safeRecord } from '../../state/fleet/systems/fields.ts';
import { type Clean, clean, fieldText, findHidden, jsonWords } from '../text/clean.ts';
import { age, count, exact, local } from '../text/quantities.ts';
import type { Mark } from '../../state/fleet/marks/marks.ts';
import { type Guard, guardOf, isProtected } from '../../state/fleet/protection/guards.ts';
import { ageOf, dayMs, isConnected, isStale } from '../../state/fleet/staleness/staleness.ts';
import type { State } from '../../state/root/state.ts';
import { changedField } from '../../state/fleet/systems/compare.ts';
import { type Part, plain } from '../parts/table.tsx';
import type { Tone } from '../parts/root-context.ts';
import { guardWords } from '../text/fleet-wording.ts';
import type { Reason } from '../screen-definition.ts';

/** The section of a line: the connection, the identity, long values, or fields outside the specification. */
type FieldPart = 'note' | 'connection' | 'identity' | 'long' | 'other';

export interface FieldLine {
  readonly part: FieldPart;
  readonly name: Clean;
  readonly value: Clean;
  readonly isWarning?: boolean;
}

/** Limit of hidden characters named in a line. */
const maxNamed = 8;

/** `listedTwice`: set if the list has the system more than once: the other record if its name differs, else null. */
export function systemFields(system: System, now: number, listedTwice?: System | null): readonly FieldLine[] {
  const made = remembered.get(system);
  if (made?.now === now && made.listedTwice === listedTwice) return made.lines;
  const lines = [
    ...twiceLines(listedTwice),
    ...detailFields.map((detail) => fieldLine(system, detail, now)),
    ...system.otherTimes.map(({ field, text, ms }) => line('other', field, timeWords(text, ms, now, '–'))),
    ...otherLines(system),
    ...hiddenLine(system),
    ...system.faults.map((fault) => warning('not readable', fault)),
  ];
  remembered.set(system, { now, listedTwice, lines });
  return lines;
}

/** A record is immutable; only its ages change. */
const remembered = new WeakMap<
  System,
  { readonly now: number; readonly listedTwice: System | null | undefined; readonly lines: readonly FieldLine[] }
>();

const connectionFields: ReadonlySet<string> = new Set([
  'state',
  'lastSeen',
  'enrolledAt',
  'isEnabled',
  'connectedFrom',
]);

const longFields: ReadonlySet<string> = new Set(['tags', 'customDns']);

function twiceLines(other: System | null | undefined): readonly FieldLine[] {
  if (other === undefined) return [];
  if (other === null) return [line('note', 'note', 'The list had it twice; the newer time is shown.')];
  return [
    warning('note', 'The list has this id under two names: mark it by itself, or not at all.'),
    warning('also listed as', other.hostname ?? '–'),
  ];
}

function line(part: FieldPart, name: string, value: string | null): FieldLine {
  return { part, name: clean(name), value: clean(value === null || value === '' ? '–' : value) };
}

function warning(name: string, value: string, part: FieldPart = 'note'): FieldLine {
  return { part, name: clean(name), value: clean(value), isWarning: true };
}

function fieldLine(system: System, detail: (typeof detailFields)[number], now: number): FieldLine {
  const { field, title, absent = '–' } = detail;
  const part = connectionFields.has(field) ? 'connection' : longFields.has(field) ? 'long' : 'identity';
  if (isTimeField(field)) return line(part, title, timeWords(system[field], system[`${field}Ms`], now, absent));
  if (field === 'state') return stateLine(system, title);
  const text = fieldText(system, field);
  const behind = detail.with === undefined ? null : system[detail.with];
  if (behind === null) return line(part, title, text);
  return line(part, title, text === null ? String(behind) : `${text} (${behind})`);
}

function stateLine({ state }: System, title: string): FieldLine {
  if (connectionOf(state) !== 'notUnderstood') return line('connection', title, state);
  const value = state === null || state === '' ? 'none' : state;
  return warning(title, `${value} (not understood: a review protects it)`, 'connection');
}

/** Limits on the screen only: copied and exported JSON has all fields in full. */
const maxOthers = 200;
const maxOtherLength = 1000;

/** Times are left out, because they have lines of their own. */
function otherLines({ systemId, others, otherTimes }: System): readonly FieldLine[] {
  const times = new Set(otherTimes.map(({ field }) => field));
  const record = safeRecord<Record<string, unknown>>(Object.fromEntries(entriesOf(others)), systemId);
  const entries = Object.entries(record).filter(([name, value]) => typeof value !== 'string' || !times.has(name));
  const lines = entries.slice(0, maxOthers).map(([name, value]) => line('other', name, otherWords(value)));
  const more = entries.length - lines.length;
  return more === 0 ? lines : [...lines, line('other', '…', `${count(more)} more fields`)];
}

function otherWords(value: unknown): string {
  const isShort = isCut(value);
  const text = isShort ? value.cut : value === '' ? '""' : jsonWords(value);
  if (isShort && value.moreCharacters === null) return 'nested too deep to keep';
  const more = Math.max(0, text.length - maxOtherLength) + (isShort ? (value.moreCharacters ?? 0) : 0);
  return more === 0 ? text : `${text.slice(0, maxOtherLength)}… ${count(more)} more characters`;
}

function timeWords(raw: string | null, ms: number | null, now: number, absent: string): string {
  if (raw === null) return absent;
  if (ms === null) return `not a time: ${raw}`;
  const here = local(ms);
  const when = here === null ? exact(ms) : `${exact(ms)} (${here} here)`;
  return ms > now ? `${when}, in the future` : `${when}, ${age(now - ms)} ago`;
}

/** Names the first few code points that a terminal would not show. */
function hiddenLine(system: System): readonly FieldLine[] {
  const { tags, customDns, others } = system;
  const inOthers = entriesOf(others).flatMap(([name, value]) => [name, jsonWords(value)]);
  const texts = [...Object.values<unknown>({ ...system }), ...tags, ...customDns.map(jsonWords), ...inOthers];
  const found = [...new Set(texts.flatMap((text) => (typeof text === 'string' ? findHidden(text) : [])))];
  if (found.length === 0) return [];
  const more = found.length > maxNamed ? ` and ${found.length - maxNamed} more` : '';
  const named = found.slice(0, maxNamed).join(', ');
  return [warning('note', `Contains hidden characters, shown as signs: ${named}${more}`)];
}

// The verdict on one system in signs, and its reasons in sentences.

export interface Verdict {
  /** For example `✓ marked` and `● stale by 140 d`. */
  readonly signs: readonly Part[];
  readonly reasons: readonly Reason[];
}

export interface FactsContext {
  readonly days: number;
  readonly now: number;
  readonly isUnverified: boolean;
  readonly mark: Mark | undefined;
  readonly guard: Guard | null;
  readonly isProtected: boolean;
  /** Reasons from other features, such as the outcome of an earlier deletion. */
  readonly told: readonly Reason[];
  /** When rollcall disabled it, in milliseconds since 1970. Null also before the records are loaded. */
  readonly disabledAt: DisabledAt;
  /** The service answered 404 for it, or deleted it, since the list was loaded. */
  readonly isGone: boolean;
}

type Teller = (state: State, system: System) => readonly Reason[];

let tellers: readonly Teller[] = [];

/** Registers functions of other features that add reasons to the verdict. */
export function addTellers(more: readonly Teller[]): void {
  tellers = more;
}

export function judgingOf(state: State, system: System): FactsContext {
  const { marks, staleness, now, settings, session, clock, disabling } = state;
  const guarding = { guards: settings.guards, address: session.address };
  const disabledTimes = disabling.records?.times;
  return {
    days: staleness.days,
    now,
    isUnverified: clock.kind === 'unverified',
    mark: marks.marked.get(system.systemId),
    guard: guardOf(system, guarding, now),
    isProtected: isProtected(system, guarding),
    told: tellers.flatMap((tell) => tell(state, system)),
    disabledAt: typeof disabledTimes === 'object' ? timeDisabled(system, disabledTimes, now) : null,
    isGone: state.list.listing.scan?.gone.has(system.systemId) === true,
  };
}

export function verdictOf(system: System, judging: FactsContext): Verdict {
  const { mark, guard, isUnverified, isGone } = judging;
  if (isGone) {
    return {
      signs: [sign('✓ gone', 'good')],
      reasons: [
        reason('WHY', 'The service does not find it: it was deleted, or is hidden from you. r refreshes the list.'),
        ...judging.told,
      ],
    };
  }
  const isByHand = mark !== undefined && !isStale(system, judging.days, judging.now);
  const changed = mark === undefined ? null : changedField(mark.system, system);
  return {
    signs: [
      ...(mark === undefined ? [] : [sign(isByHand ? '✓ marked by hand' : '✓ marked', 'accent')]),
      staleSign(system, judging),
      ...(judging.isProtected ? [sign(protectedSign(guard), 'accent')] : []),
    ],
    reasons: [
      reason('WHY', whyWords(system, judging)),
      ...(isUnverified ? [reason('AGES', 'Unverified: the service sent no reliable time.', 'warning')] : []),
      ...(guard === null ? [] : [guardReason(guard, judging)]),
      ...(changed === null ? [] : [reason('CHANGED', `${changed} has changed since the mark.`, 'warning')]),
      ...disabledReasons(judging),
      ...judging.told,
    ],
  };
}

function disabledReasons({ disabledAt: at, now }: FactsContext): readonly Reason[] {
  if (at === null) return [];
  const when = at === 'unknown' ? 'at a time that is not known' : `${age(Math.max(0, now - at))} ago`;
  return [reason('DISABLED', `Disabled by rollcall ${when}.`)];
}

function protectedSign(guard: Guard | null): string {
  return guard?.kind === 'byYou' ? `◆ ${guardWords(guard)}` : '◆ protected';
}

/** A guard keeps the system even without the sign of lasting protection. */
function guardReason(guard: Guard, judging: FactsContext): Reason {
  if (!judging.isProtected) return reason('KEPT', `${guardWords(guard)}, so a review keeps it.`);
  return reason('PROTECTED', guard.kind === 'byYou' ? 'By you, for good. p undoes.' : guardWords(guard));
}

function sign(text: string, tone: Tone): Part {
  return { text: clean(text), tone };
}

function reason(name: string, value: string, tone: Reason['tone'] = 'plain'): Reason {
  return { name: clean(name), value: clean(value), tone };
}

function staleSign(system: System, { days, now, isUnverified }: FactsContext): Part {
  if (isConnected(system)) return sign('connected', 'good');
  const known = ageOf(system, now);
  if (!('ms' in known)) return sign(`age ${known.kind}`, 'warning');
  if (!isStale(system, days, now)) return plain('not stale');
  return sign(`${isUnverified ? '○' : '●'} stale by ${age(known.ms - days * dayMs)}`, 'warning');
}

function whyWords(system: System, { days, now }: FactsContext): string {
  if (isConnected(system)) return 'Connected now: never stale, whatever "last seen" says.';
  const known = ageOf(system, now);
  if (!('ms' in known)) {
    const what = known.kind === 'unknown' ? 'No time to count from' : 'Its time cannot be read';
    return `${what}: no rule calls it stale.`;
  }
  const limit = `${isStale(system, days, now) ? 'over' : 'within'} the limit of ${days} d`;
  return known.kind === 'seen'
    ? `Last seen ${age(known.ms)} ago: ${limit}.`
    : `Never connected, enrolled ${age(known.ms)} ago: ${limit}.`;
}
