/**
 * The readable report of a run or a request: what was done and set, why, by whom, when, and the outcome of each system.
 */
import { type Standing, standingOf } from '../../state/change/history/feature.ts';
import type { Tone } from '../parts/root-context.ts';
import { type Json, writeExactly } from '../../api/exact-json.ts';
import { mask, maxLevels } from '../../api/secrets.ts';
import type { FieldName } from '../../api/system.ts';
import { memoize } from '../../state/kernel/store.ts';
import type { CutSize } from '../../state/change/journal/format.ts';
import type { KeptRequest } from '../../state/change/journal/requests.ts';
import type { Run, Settled } from '../../state/change/run.ts';
import { capitalise, type Follows, runRows, type Why } from '../../state/change/run-kinds.ts';
import { type Clean, clean, fieldText, keyOf } from '../text/clean.ts';
import { count, plural } from '../text/quantities.ts';
import { checkedSentence, countsWords, outcomeWord, peopleWords, reasonFor } from './outcome-wording.ts';

// The outcome of a request as a word, a sign and a sentence.

interface Words {
  /** Drawn before the word; a screen reader gets the word only. */
  readonly sign: string;
  readonly tone: Tone;
  readonly word: string;
  readonly sentence: string;
}

const words: Readonly<Record<Standing, Words>> = {
  done: { sign: '✓', tone: 'good', word: 'done', sentence: 'The service carried it out.' },
  partly: {
    ...{ sign: '✗', tone: 'danger', word: 'partly' },
    sentence: 'Its answer names failures: only a part was carried out. Read its targets before you send it again.',
  },
  failed: {
    ...{ sign: '✗', tone: 'danger', word: 'failed' },
    sentence: 'The service answered that it failed. Read its target before you send it again.',
  },
  refused: { sign: '✗', tone: 'danger', word: 'refused', sentence: 'The service refused it: it was not carried out.' },
  unknown: {
    ...{ sign: '●', tone: 'warning', word: 'unknown' },
    sentence: 'It was sent, and no answer says whether it was carried out. Read its target before you send it again.',
  },
  withheld: { sign: ' ', tone: 'dim', word: 'not sent', sentence: 'Nothing left this computer.' },
  noOutcome: {
    ...{ sign: '●', tone: 'warning', word: 'no outcome' },
    sentence:
      'Its outcome is not known: rollcall ended before it could be saved. Read its target before you send it again.',
  },
  underWay: {
    ...{ sign: '▸', tone: 'accent', word: 'in progress' },
    sentence: 'Another session is sending it now. r refreshes the list.',
  },
  preview: { sign: ' ', tone: 'dim', word: 'preview', sentence: 'Preview: this would have been sent. Nothing was.' },
};

export function standingWords(standing: Standing): Words {
  return words[standing];
}

/** `done, 204`; a preview has no status, because there was no answer. */
export function standingWithStatus(request: Parameters<typeof standingOf>[0]): string {
  const { word } = words[standingOf(request)];
  const status = request.result?.status ?? null;
  return status === null ? word : `${word}, ${status}`;
}

/** The columns of a system, in their order. An unknown text is `–`. */
export const reportColumns = [
  ...(['result', 'name', 'id', 'when', 'set', 'marked', 'key', 'tags', 'address', 'why'] as const),
] as const;

/** `when`: UTC, to the second. `set`: fields with their old and their sent values. */
export type ReportRow = Readonly<Record<(typeof reportColumns)[number], Clean>>;

export interface Report {
  readonly title: Clean;
  readonly facts: readonly (readonly [name: Clean, value: Clean])[];
  /** The columns with content; empty for a request. */
  readonly columns: readonly (typeof reportColumns)[number][];
  readonly length: number;
  /** Built on demand: a run may have 100,000 rows. */
  readonly row: (at: number) => ReportRow | undefined;
  /** Longer texts below the table, such as indented JSON. */
  readonly texts: readonly (readonly [title: Clean, text: string])[];
}

const unknown = clean('–');

function cleanIfKnown(text: string | null | undefined): Clean {
  return text == null || text === '' ? unknown : clean(text);
}

/** `2026-11-21 16:02:11` */
function moment(ms: number | null | undefined): Clean {
  return ms == null ? unknown : clean(new Date(ms).toISOString().slice(0, 19).replace('T', ' '));
}

type Fact = readonly [name: Clean, value: Clean];

function fact(name: string, value: string | null): readonly Fact[] {
  return value === null ? [] : [[clean(name), clean(value)]];
}

const followsWords: Readonly<Record<Follows, string>> = { undo: 'Undo: ', retry: 'Retry: ' };

export const runReport = memoize((run: Run): Report => {
  const { kind, edit, organisation, isPreview, planned, settled, people, follows } = run;
  const { of, noun } = runRows[kind].words;
  const what = isPreview ? `preview of ${of}` : of;
  const title = `${what} ${plural(planned.length, 'system')} in ${organisation.orgName}`;
  const address = run.baseUrl === null ? '' : ` at ${run.baseUrl}`;
  const isSet = settled.some(({ set }) => set !== undefined);
  return {
    title: clean(follows === undefined ? capitalise(title) : followsWords[follows] + title),
    facts: [
      ...fact('What', edit === null ? capitalise(noun) : `${edit.operation.method} ${edit.operation.path}`),
      ...fact('Why', whyOf(run)),
      ...fact('Who', people === undefined ? cleanIfKnown(run.person) : peopleWords(people)),
      ...fact('When', `${moment(run.startedAt)} – ${moment(run.finishedAt)} UTC`),
      ...fact('Where', `${organisation.orgName} (${organisation.orgId})${address}`),
      ...fact('Outcome', countsWords(run.counts, run)),
      ...fact('Check', checkedSentence(run)),
      ...fact('File', run.journalPath),
    ],
    columns: reportColumns.filter((name) => (name !== 'set' || isSet) && (name !== 'marked' || run.why !== undefined)),
    length: settled.length,
    row(at) {
      const one = settled[at];
      return one === undefined ? undefined : systemRow(one, run);
    },
    texts: [],
  };
});

/** Why the systems were chosen, with their number; unknown if the record does not have it. */
function whyOf(run: Run): Clean {
  const { why, days } = run;
  if (why === undefined) return unknown;
  const groups = new Map<string, number>();
  for (const one of why.values()) groups.set(whyWords(one, days), (groups.get(whyWords(one, days)) ?? 0) + 1);
  return clean([...groups].map(([words, of]) => `${count(of)} ${words}`).join('; '));
}

/** `by the rule: not seen for more than 90 days` */
export function whyWords({ by, filter = '' }: Why, days: number | undefined): string {
  switch (by) {
    case 'rule':
      return days === undefined ? 'by the rule' : `by the rule: not seen for more than ${plural(days, 'day')}`;
    case 'filter':
      return filter === '' ? 'with all that were shown' : `by the filter: ${filter}`;
    case 'hand':
      return 'by hand';
    case 'row':
      return 'under the cursor';
    case 'run':
      return 'from the change before';
  }
}

function systemRow({ system, outcome, at, set }: Settled, run: Run): ReportRow {
  const { kind, why, days } = run;
  const text = (field: FieldName): Clean => cleanIfKnown(fieldText(system, field));
  const reason = why?.get(system.systemId);
  return {
    ...{ result: outcomeWord(outcome, kind), name: text('hostname'), id: clean(system.systemId), when: moment(at) },
    ...{ key: cleanIfKnown(keyOf(system)), tags: text('tags'), address: text('connectedFrom') },
    marked: reason === undefined ? unknown : clean(whyWords(reason, days)),
    set: cleanIfKnown(set === undefined ? null : setIn(set, run).map(setWords).join('; ')),
    why: cleanIfKnown(reasonFor(outcome, kind)),
  };
}

/** A field with its old and its sent value; `before` undefined means that the field did not exist. */
interface FieldSet {
  readonly field: string;
  readonly before: Json | undefined;
  readonly after: Json;
}

/** Masks typed secrets, and values of fields with secret names. */
export function setIn({ sent, before }: NonNullable<Settled['set']>, { edit }: Pick<Run, 'edit'>): readonly FieldSet[] {
  const masking = { secrets: edit?.secrets ?? [], levels: maxLevels };
  return Object.entries(sent).map(([field, after]) => {
    const was = Object.hasOwn(before, field) ? mask(before[field] ?? null, masking, { name: field }) : undefined;
    return { field, before: was, after: mask(after, masking, { name: field }) };
  });
}

export function setWords({ field, before, after }: FieldSet): string {
  return `${field}: ${before === undefined ? 'not there' : writeExactly(before)} → ${writeExactly(after)}`;
}

export function requestReport(request: KeptRequest): Report {
  const { header, result, cut } = request;
  const { sentence } = standingWords(standingOf(request));
  const took = result?.ms === undefined || result.status == null ? '' : ` in ${count(result.ms)} ms`;
  const problem = result !== null && 'problem' in result.outcome ? result.outcome.problem : null;
  const { slug = null, title = null, detail = null } = problem?.kind === 'refused' ? problem : {};
  const whose = header.orgId === null ? '' : `${header.orgName ?? 'unknown'} (${header.orgId}) at `;
  const when = `${moment(Date.parse(header.at))} UTC`;
  return {
    title: clean(`${header.method} ${header.template}`),
    facts: [
      ...fact('Outcome', `${standingWithStatus(request)}${took}`),
      ...fact('Meaning', sentence),
      ...fact('Answer', [title, detail].filter((text) => text !== null).join(' – ') || null),
      ...fact('Says', result?.claim?.says ?? null),
      ...fact('Code', slug),
      ...fact('Trace id', result?.traceId ?? null),
      ...fact('What', `${header.method} ${header.address}`),
      ...fact('Who', peopleWords(header) ?? cleanIfKnown(header.person)),
      ...fact(header.mode === 'preview' ? 'Asked for' : 'When', when),
      ...fact('Where', `${whose}${header.baseUrl}`),
      ...fact('Profile', header.profile),
      ...fact('File', request.path),
    ],
    columns: [],
    length: 0,
    row: () => undefined,
    texts: [...textOf('Body', request.sent, cut.sent), ...textOf('Before it, the service had', request.was, cut.was)],
  };
}

/** For a value that was cut, only the beginning of its JSON is known. */
function textOf(title: string, value: Json | null, cut: CutSize | undefined): Report['texts'] {
  if (value === null) return [];
  if (cut === undefined) return [[clean(title), writeExactly(value, 2)]];
  const size = `, the beginning of ${count(cut.bytes)} bytes (SHA-256 ${cut.sha256})`;
  return [[clean(`${title}${size}`), typeof value === 'string' ? value : writeExactly(value)]];
}
