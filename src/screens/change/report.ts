/** A run, or a request, as people read it: what was done, why, by whom, when, and how each system ended. */
import type { FieldName } from '../../api/system.ts';
import { memoize } from '../../state/kernel/memoize.ts';
import { flat, standingOf } from '../../state/change/history/rows.ts';
import type { KeptRequest } from '../../state/change/journal/request-record.ts';
import type { Run, Settled } from '../../state/change/run.ts';
import { capitalised, runRows } from '../../state/change/run-kinds.ts';
import { type Clean, clean } from '../text/clean.ts';
import { fieldText, keyOf } from '../text/field-text.ts';
import { plural } from '../text/quantities.ts';
import { standingWithStatus } from './history/standing-words.ts';
import { checkedSentence, countsWords, outcomeWord, peopleWords, reasonFor } from './outcome-wording.ts';

/** One system, or the target of a request. Texts that are not known are `–`. */
export interface ReportRow {
  readonly result: Clean;
  readonly name: Clean;
  readonly id: Clean;
  /** UTC, to the second. */
  readonly when: Clean;
  readonly key: Clean;
  readonly tags: Clean;
  readonly address: Clean;
  readonly why: Clean;
}

export interface Report {
  readonly title: Clean;
  readonly facts: readonly (readonly [name: Clean, value: Clean])[];
  readonly length: number;
  /** Made where it is asked for: a run may have a hundred thousand. */
  readonly row: (at: number) => ReportRow | undefined;
}

/** In the order of the columns. */
export const reportColumns = ['result', 'name', 'id', 'when', 'key', 'tags', 'address', 'why'] as const;

const unknown = clean('–');

function known(text: string | null | undefined): Clean {
  return text == null || text === '' ? unknown : clean(text);
}

/** `2026-11-21 16:02:11` */
function moment(ms: number | null | undefined): Clean {
  return ms == null ? unknown : clean(new Date(ms).toISOString().slice(0, 19).replace('T', ' '));
}

type Fact = readonly [name: Clean, value: Clean];

function fact(name: string, value: Clean | null): readonly Fact[] {
  return value === null ? [] : [[clean(name), value]];
}

export const runReport = memoize((run: Run): Report => {
  const { kind, edit, organisation, isPreview, planned, settled, people } = run;
  const { of, noun } = runRows[kind].words;
  const what = isPreview ? `Preview of ${of}` : capitalised(of);
  const who = people === undefined ? known(run.person) : peopleWords(people);
  const when = `${moment(run.startedAt)} – ${moment(run.finishedAt)} UTC`;
  const operation = edit === null ? null : clean(`${edit.operation.method} ${edit.operation.path}`);
  return {
    title: clean(`${what} ${plural(planned.length, 'system')} in ${organisation.orgName}`),
    facts: [
      ...fact('What', operation ?? clean(capitalised(noun))),
      ...fact('Why', whyOf(run)),
      ...fact('Who', who),
      ...fact('When', clean(when)),
      ...fact(
        'Where',
        clean(`${organisation.orgName} (${organisation.orgId})${run.baseUrl === null ? '' : ` at ${run.baseUrl}`}`),
      ),
      ...fact('Outcome', countsWords(run.counts, run)),
      ...fact('Check', checkedSentence(run)),
    ],
    length: settled.length,
    row(at) {
      const one = settled[at];
      return one === undefined ? undefined : systemRow(one, run);
    },
  };
});

/** The rule that judged the systems, where the record has it. */
function whyOf({ days, edit }: Run): Clean {
  if (edit !== null) return clean('the systems were marked, and reviewed');
  return days === undefined ? unknown : clean(`reviewed by the rule: not seen for more than ${plural(days, 'day')}`);
}

function systemRow({ system, outcome, at }: Settled, { kind }: Run): ReportRow {
  const text = (field: FieldName): Clean => known(fieldText(system, field));
  return {
    ...{ result: outcomeWord(outcome, kind), name: text('hostname'), id: clean(system.systemId), when: moment(at) },
    ...{ key: known(keyOf(system)), tags: text('tags'), address: text('connectedFrom') },
    why: known(reasonFor(outcome, kind)),
  };
}

export function requestReport(request: KeptRequest): Report {
  const { record, end } = request;
  const result = clean(standingWithStatus(standingOf(flat(request)), end).trim());
  const whose = record.orgId === null ? null : `${record.orgName ?? 'unknown'} (${record.orgId})`;
  const id = clean(record.address.split('/').at(-1) ?? '');
  const when = moment(Date.parse(record.at));
  return {
    title: clean(`${record.method} ${record.template}`),
    facts: [
      ...fact('What', clean(`${record.method} ${record.address}`)),
      ...fact('Who', peopleWords(record) ?? known(record.person)),
      ...fact('When', clean(`${when} UTC`)),
      ...fact('Where', clean([...(whose === null ? [] : [whose]), record.baseUrl].join(' at '))),
      ...fact('Outcome', result),
      ...fact('Trace id', end?.traceId == null ? null : clean(end.traceId)),
    ],
    length: 1,
    row: (at) =>
      at === 0
        ? { result, name: unknown, id, when, key: unknown, tags: unknown, address: unknown, why: known(end?.slug) }
        : undefined,
  };
}
