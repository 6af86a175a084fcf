/** The lines of the details of one system: the fields that the specification names, then the service's other fields. */
import { entriesOf, isCut } from '../../api/other-fields.ts';
import type { System } from '../../api/system.ts';
import { connectionOf } from '../../state/systems/connection.ts';
import { detailFields, isTimeField } from '../../state/systems/fields.ts';
import { ageOf, isConnected, isStale } from '../../state/staleness/staleness.ts';
import { type Clean, clean, hiddenIn } from '../text/clean.ts';
import { fieldText, jsonWords } from '../text/field-text.ts';
import { count } from '../text/numbers.ts';
import { age, exact, local } from '../text/times.ts';

export interface FieldLine {
  readonly name: Clean;
  readonly value: Clean;
  readonly isWarning?: boolean;
}

const none = clean('–');

/** Of the hidden characters. */
const mostNamed = 8;

/** `listedTwice`: the service's list had it more than once; the other record where it had another name, else null. */
export function systemFields(
  system: System,
  days: number,
  now: number,
  listedTwice?: System | null,
): readonly FieldLine[] {
  return [
    ...twiceLines(listedTwice),
    ...detailFields.flatMap((detail) => {
      const lines = [fieldLine(system, detail, now)];
      return detail.field === 'lastSeen' ? [stalenessLine(system, days, now), ...lines] : lines;
    }),
    ...system.otherTimes.map(({ field, text, ms }) => ({
      name: clean(field),
      value: timeWords(text, ms, now, '–'),
    })),
    ...otherLines(system),
    ...hiddenLine(system),
    ...system.faults.map((fault) => ({ name: clean('not readable'), value: clean(fault), isWarning: true })),
  ];
}

function twiceLines(other: System | null | undefined): readonly FieldLine[] {
  if (other === undefined) return [];
  if (other === null) return [{ name: clean('note'), value: clean('the list had it twice; the newer time is shown') }];
  const value = 'the list has this id under two names: it is marked by itself or not at all';
  return [
    { name: clean('note'), value: clean(value), isWarning: true },
    { name: clean('also listed as'), value: clean(other.hostname ?? '–'), isWarning: true },
  ];
}

function line(name: string, value: string | null): FieldLine {
  return { name: clean(name), value: value === null || value === '' ? none : clean(value) };
}

function fieldLine(system: System, detail: (typeof detailFields)[number], now: number): FieldLine {
  const { field, title, absent = '–' } = detail;
  if (isTimeField(field)) {
    return { name: clean(title), value: timeWords(system[field], system[`${field}Ms`], now, absent) };
  }
  if (field === 'state') return stateLine(system, title);
  // Of another shape, as they were sent: a word that protects may stand anywhere in them.
  if (field === 'tags') return line(title, system.odd['tags'] ?? system.tags.join(', '));
  const text = fieldText(system, field);
  const behind = detail.with === undefined ? null : system[detail.with];
  if (behind === null) return line(title, text);
  return line(title, text === null ? String(behind) : `${text} (${behind})`);
}

function stateLine({ state }: System, title: string): FieldLine {
  if (connectionOf(state) !== 'notUnderstood') return line(title, state);
  const value = state === null || state === '' ? 'none' : state;
  return { name: clean(title), value: clean(`${value} (not understood: a review protects it)`), isWarning: true };
}

function stalenessLine(system: System, days: number, now: number): FieldLine {
  return { name: clean('stale'), value: staleWords(system, days, now), isWarning: isStale(system, days, now) };
}

/** More fields, and longer values, are in the JSON that is copied and exported. */
const mostOthers = 200;
const longestOther = 1000;

/** A time has its line already. */
function otherLines({ others, otherTimes }: System): readonly FieldLine[] {
  const times = new Set(otherTimes.map(({ field }) => field));
  const entries = entriesOf(others).filter(([name, value]) => typeof value !== 'string' || !times.has(name));
  const lines = entries.slice(0, mostOthers).map(([name, value]) => ({ name: clean(name), value: otherWords(value) }));
  const more = entries.length - lines.length;
  return more === 0 ? lines : [...lines, line('…', `${count(more)} more fields`)];
}

function otherWords(value: unknown): Clean {
  const isShort = isCut(value);
  const text = isShort ? value.cut : value === '' ? '""' : jsonWords(value);
  if (isShort && value.moreCharacters === null) return clean('nested too deep to keep');
  const more = Math.max(0, text.length - longestOther) + (isShort ? (value.moreCharacters ?? 0) : 0);
  return clean(more === 0 ? text : `${text.slice(0, longestOther)}… ${count(more)} more characters`);
}

function staleWords(system: System, days: number, now: number): Clean {
  if (isConnected(system)) return clean('no: it is connected, whatever "last seen" says');
  const known = ageOf(system, now);
  switch (known.kind) {
    case 'unknown':
      return clean('not known: there is no time');
    case 'unreadable':
      return clean('not known: its time cannot be read');
    case 'seen':
    case 'neverConnected': {
      const what = known.kind === 'seen' ? 'last seen' : 'never connected, enrolled';
      return clean(`${isStale(system, days, now) ? 'yes' : 'no'}: ${what} ${age(known.ms)} ago, threshold ${days} d`);
    }
  }
}

function timeWords(raw: string | null, ms: number | null, now: number, absent: string): Clean {
  if (raw === null) return clean(absent);
  if (ms === null) return clean(`not a time: ${raw}`);
  const here = local(ms);
  const when = here === null ? exact(ms) : `${exact(ms)} (${here} here)`;
  return clean(ms > now ? `${when}, in the future` : `${when}, ${age(now - ms)} ago`);
}

/** What a terminal would not show, by its code points: the first few of them. */
function hiddenLine(system: System): readonly FieldLine[] {
  const { tags, customDns, others } = system;
  const inOthers = entriesOf(others).flatMap(([name, value]) => [name, jsonWords(value)]);
  const texts = [...Object.values<unknown>({ ...system }), ...tags, ...customDns.map(jsonWords), ...inOthers];
  const found = [...new Set(texts.flatMap((text) => (typeof text === 'string' ? hiddenIn(text) : [])))];
  if (found.length === 0) return [];
  const more = found.length > mostNamed ? ` and ${found.length - mostNamed} more` : '';
  const value = `contains hidden characters, shown as signs: ${found.slice(0, mostNamed).join(', ')}${more}`;
  return [{ name: clean('note'), value: clean(value), isWarning: true }];
}
