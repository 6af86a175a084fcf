/** The screen of one system, with all its fields. */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { known } from '../../state/kernel/loadable.ts';
import { isMarked } from '../../state/marks/marks.ts';
import type { State } from '../../state/state.ts';
import { bodyRows } from '../../state/kernel/layout.ts';
import { useTones } from '../parts/root-context.ts';
import { ScreenFrame } from '../frame/screen-frame.tsx';
import type { ViewProps, ScreenDefinitions } from '../screen-definition.ts';
import { nameOf, fieldText, jsonWords } from '../text/field-text.ts';
import { type Clean, clean, hiddenIn } from '../text/clean.ts';
import { clip, fit, wrapped } from '../text/fit.ts';
import { problemSentence } from '../text/problem-wording.ts';
import { bind, type BindingGroup, listKeysWithoutPages } from '../keys/binding.ts';
import { entriesOf, isCut } from '../../api/compact.ts';
import type { System } from '../../api/system.ts';
import { connectionOf } from '../../state/systems/connection.ts';
import { detailFields, isTimeField } from '../../state/systems/fields.ts';
import { ageOf, isConnected, isStale } from '../../state/staleness/staleness.ts';
import { count, age, exact, local } from '../text/quantities.ts';

const detailsKeys: BindingGroup = {
  title: 'One system',
  bindings: [
    bind(['space'], 'mark or unmark it', 'markToggled', { hint: 'mark' }),
    bind(['y'], 'copy: name, id, fields, marked systems', 'copyOpened', { hint: 'copy' }),
    bind(['r'], 'read it again', 'detailsOpened', { hint: 'read again' }),
  ],
};

export const detailsScreens: ScreenDefinitions<'details'> = {
  details: {
    View: DetailsScreen,
    keys: [detailsKeys, listKeysWithoutPages],
    backHint: 'back',
    extent: (state, screen) => {
      const height = bodyRows(state.rows);
      return { length: Math.max(1, detailLines(state, screen).length - height + 1), height };
    },
  },
};

type Details = ViewProps<'details'>['screen'];

const nameCells = 16;

function DetailsScreen({ state, screen }: ViewProps<'details'>): ReactNode {
  const tones = useTones();
  const lines = detailLines(state, screen);
  const first = Math.min(screen.list.row, Math.max(0, lines.length - bodyRows(state.rows)));
  return (
    <ScreenFrame state={state} title={titleOf(screen)} facts={factsOf(state, screen)}>
      {lines.slice(first, first + bodyRows(state.rows)).map(({ name, value, isWarning }, row) => (
        <Text key={row} wrap="truncate">
          <Text {...tones.dim}>{fit(name, nameCells - 1)} </Text>
          <Text {...(isWarning === true ? tones.warning : tones.plain)}>{value}</Text>
        </Text>
      ))}
    </ScreenFrame>
  );
}

/** The service's names of fields have any length. */
const longestName = 200;

/** The fields as lines; a long name or value takes as many as it needs. */
function detailLines(state: State, screen: Details): readonly FieldLine[] {
  const system = known(screen.system);
  if (system === null) return [];
  const twice = state.list.listing.scan?.listedTwice.get(system.systemId);
  return systemFields(system, state.staleness.days, state.now, twice).flatMap((field) => {
    const names = wrapped(clip(field.name, longestName), nameCells - 1);
    const values = wrapped(field.value, Math.max(8, state.columns - nameCells));
    const length = Math.max(names.length, values.length);
    return Array.from({ length }, (_, at) => ({
      ...field,
      name: names[at] ?? clean(''),
      value: values[at] ?? clean(''),
    }));
  });
}

function titleOf({ system }: Details): Clean {
  const value = known(system);
  return value === null ? clean('System') : nameOf(value);
}

function factsOf(state: State, { system }: Details): Clean {
  const value = known(system);
  const mark = value !== null && isMarked(state.marks.marked, value.systemId) ? '✓ marked · ' : '';
  const words = { loading: 'reading it from the service…', ready: 'read from the service just now' };
  const how = system.kind === 'failed' ? `${problemSentence(system.problem)} r retries.` : words[system.kind];
  return clean(`${mark}${how}`);
}

interface FieldLine {
  readonly name: Clean;
  readonly value: Clean;
  readonly isWarning?: boolean;
}

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
      const stale = { ...line('stale', staleWords(system, days, now)), isWarning: isStale(system, days, now) };
      return [...(detail.field === 'lastSeen' ? [stale] : []), fieldLine(system, detail, now)];
    }),
    ...system.otherTimes.map(({ field, text, ms }) => line(field, timeWords(text, ms, now, '–'))),
    ...otherLines(system),
    ...hiddenLine(system),
    ...system.faults.map((fault) => warning('not readable', fault)),
  ];
}

function twiceLines(other: System | null | undefined): readonly FieldLine[] {
  if (other === undefined) return [];
  if (other === null) return [line('note', 'the list had it twice; the newer time is shown')];
  return [
    warning('note', 'the list has this id under two names: it is marked by itself or not at all'),
    warning('also listed as', other.hostname ?? '–'),
  ];
}

function line(name: string, value: string | null): FieldLine {
  return { name: clean(name), value: clean(value === null || value === '' ? '–' : value) };
}

function warning(name: string, value: string): FieldLine {
  return { name: clean(name), value: clean(value), isWarning: true };
}

function fieldLine(system: System, detail: (typeof detailFields)[number], now: number): FieldLine {
  const { field, title, absent = '–' } = detail;
  if (isTimeField(field)) return line(title, timeWords(system[field], system[`${field}Ms`], now, absent));
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
  return warning(title, `${value} (not understood: a review protects it)`);
}

/** More fields, and longer values, are in the JSON that is copied and exported. */
const mostOthers = 200;
const longestOther = 1000;

/** A time has its line already. */
function otherLines({ others, otherTimes }: System): readonly FieldLine[] {
  const times = new Set(otherTimes.map(({ field }) => field));
  const entries = entriesOf(others).filter(([name, value]) => typeof value !== 'string' || !times.has(name));
  const lines = entries.slice(0, mostOthers).map(([name, value]) => line(name, otherWords(value)));
  const more = entries.length - lines.length;
  return more === 0 ? lines : [...lines, line('…', `${count(more)} more fields`)];
}

function otherWords(value: unknown): string {
  const isShort = isCut(value);
  const text = isShort ? value.cut : value === '' ? '""' : jsonWords(value);
  if (isShort && value.moreCharacters === null) return 'nested too deep to keep';
  const more = Math.max(0, text.length - longestOther) + (isShort ? (value.moreCharacters ?? 0) : 0);
  return more === 0 ? text : `${text.slice(0, longestOther)}… ${count(more)} more characters`;
}

function staleWords(system: System, days: number, now: number): string {
  if (isConnected(system)) return 'no: it is connected, whatever "last seen" says';
  const known = ageOf(system, now);
  if (!('ms' in known))
    return `not known: ${known.kind === 'unknown' ? 'there is no time' : 'its time cannot be read'}`;
  const what = known.kind === 'seen' ? 'last seen' : 'never connected, enrolled';
  return `${isStale(system, days, now) ? 'yes' : 'no'}: ${what} ${age(known.ms)} ago, threshold ${days} d`;
}

function timeWords(raw: string | null, ms: number | null, now: number, absent: string): string {
  if (raw === null) return absent;
  if (ms === null) return `not a time: ${raw}`;
  const here = local(ms);
  const when = here === null ? exact(ms) : `${exact(ms)} (${here} here)`;
  return ms > now ? `${when}, in the future` : `${when}, ${age(now - ms)} ago`;
}

/** What a terminal would not show, by its code points: the first few of them. */
function hiddenLine(system: System): readonly FieldLine[] {
  const { tags, customDns, others } = system;
  const inOthers = entriesOf(others).flatMap(([name, value]) => [name, jsonWords(value)]);
  const texts = [...Object.values<unknown>({ ...system }), ...tags, ...customDns.map(jsonWords), ...inOthers];
  const found = [...new Set(texts.flatMap((text) => (typeof text === 'string' ? hiddenIn(text) : [])))];
  if (found.length === 0) return [];
  const more = found.length > mostNamed ? ` and ${found.length - mostNamed} more` : '';
  const named = found.slice(0, mostNamed).join(', ');
  return [warning('note', `contains hidden characters, shown as signs: ${named}${more}`)];
}
