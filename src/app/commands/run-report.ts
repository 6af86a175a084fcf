/** Reports the outcome of each system of a deletion: CSV and JSON for other programs, lines for people. */
import { outcomeWord, reasonFor } from '../../screens/deletion/outcome-wording.ts';
import { nameOf } from '../../screens/text/field-text.ts';
import { clean } from '../../screens/text/clean.ts';
import type { Run, Settled } from '../../state/deletion/run.ts';
import { safeJson } from '../../state/kernel/hidden-characters.ts';
import { withOtherFields } from '../../state/systems/fields.ts';
import { csvText } from './csv.ts';

export function runCsv(run: Run): string {
  const rows = run.settled.map((settled) =>
    Object.fromEntries(Object.entries(columns).map(([name, cell]) => [name, cell(settled)])),
  );
  return csvText(Object.keys(columns), rows);
}

/** Texts are as the service sent them, with escapes for what a terminal acts on. */
export function runJson(run: Run): string {
  const { organisation, isPreview, startedAt, finishedAt, stop, counts, checked } = run;
  const time = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
  const times = { startedAt: time(startedAt), finishedAt: time(finishedAt) };
  const about = { organisation, isPreview, ...times, stop, counts, checked };
  // What is only there to be compared with other records is of no use to other programs.
  const inside = {
    odd: undefined,
    others: undefined,
    otherTimes: undefined,
    notSent: undefined,
    alsoListed: undefined,
  };
  const systems = run.settled.map(({ system, outcome }) => ({
    ...{ ...outcome, reason: reasonFor(outcome) },
    system: withOtherFields({ ...system, ...inside }, system),
  }));
  return `${safeJson({ ...about, systems })}\n`;
}

/** One line for each system, safe for a terminal: `refused  kiosk-12  K3F9Q  409 …`. */
export function outcomeLines(settled: readonly Settled[]): string {
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

const columns = {
  outcome: ({ outcome }) => outcomeWord(outcome.kind),
  reason: ({ outcome }) => reasonFor(outcome),
  name: ({ system }) => system.hostname ?? '',
  'system id': ({ system }) => system.systemId,
  'last seen': ({ system }) => system.lastSeen ?? '',
  'enrolled at': ({ system }) => system.enrolledAt ?? '',
  'enrolment key': ({ system }) => system.enrolmentKeyDescription ?? '',
  tags: ({ system }) => system.tags.join(' '),
} satisfies Readonly<Record<string, (settled: Settled) => string>>;
