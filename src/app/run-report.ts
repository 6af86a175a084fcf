/** How did each system of a run end, as rows for other programs and as lines for a person? */
import { stringify } from 'csv-stringify/sync';
import { outcomeWord, reasonFor } from '../screens/deletion/outcome-wording.ts';
import { nameOf } from '../screens/systems/system-columns.ts';
import { clean } from '../screens/text/clean.ts';
import type { Run, Settled } from '../state/run.ts';

/** RFC 4180. A cell that a spreadsheet would take for a formula begins with a quote; what is hidden is a visible sign. */
export function csvOf(run: Run): string {
  return stringify(run.settled.map(rowOf), {
    header: true,
    columns,
    escape_formulas: true,
    record_delimiter: 'windows',
  });
}

/** Texts are as the service sent them: JSON has an escape for everything. */
export function jsonOf(run: Run): string {
  const { organisation, isPreview, startedAt, finishedAt, stop, counts } = run;
  const time = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
  const about = { organisation, isPreview, startedAt: time(startedAt), finishedAt: time(finishedAt), stop, counts };
  const systems = run.settled.map(({ system, outcome }) => ({ ...outcome, reason: reasonFor(outcome), system }));
  return `${JSON.stringify({ ...about, systems }, null, 2)}\n`;
}

/** One line for each system, safe for a terminal: `refused  kiosk-12  K3F9Q  409 …`. */
export function linesOf(settled: readonly Settled[]): string {
  return settled
    .map(({ system, outcome }) => {
      const reason = reasonFor(outcome);
      const parts = [
        outcomeWord(outcome.kind),
        nameOf(system),
        clean(system.systemId),
        ...(reason === '' ? [] : [reason]),
      ];
      return `${parts.join('  ')}\n`;
    })
    .join('');
}

const columns = [
  'outcome',
  'reason',
  'name',
  'system id',
  'last seen',
  'enrolled at',
  'enrolment key',
  'tags',
] as const;

function rowOf({ system, outcome }: Settled): Readonly<Record<(typeof columns)[number], string>> {
  const safe = (text: string | null): string => clean(text ?? '');
  return {
    outcome: outcomeWord(outcome.kind),
    reason: reasonFor(outcome),
    name: safe(system.hostname),
    'system id': safe(system.systemId),
    'last seen': safe(system.lastSeen),
    'enrolled at': safe(system.enrolledAt),
    'enrolment key': safe(system.enrolmentKeyDescription),
    tags: safe(system.tags.join(' ')),
  };
}
