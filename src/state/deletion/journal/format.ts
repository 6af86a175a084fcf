/** Which lines has the file of a run? One JSON object each. */
import type { System } from '../../../api/system.ts';
import type { Outcome, OutcomeCounts } from '../outcome.ts';
import type { RunHeader, StopReason } from '../run.ts';
import type { Checked } from '../check.ts';
import { recordOf } from '../../systems/record.ts';

export type JournalEntry =
  | HeaderEntry
  /** The planned systems in the order in which they are taken; several lines where they are many. `orgId`: also where the header is damaged. */
  | { readonly kind: 'plan'; readonly orgId?: string; readonly systems: readonly unknown[] }
  /** Before the request leaves. `record` is the system as the service described it just then: what is needed to enrol it again. */
  | { readonly kind: 'intent'; readonly at: string; readonly systemId: string; readonly record: unknown }
  /** `request`: in a preview, what would have been sent. */
  | {
      readonly kind: 'result';
      readonly at: string;
      readonly systemId: string;
      readonly outcome: Outcome;
      readonly request?: string;
    }
  /** The last line of a run that ended with the program still there. */
  | {
      readonly kind: 'end';
      readonly at: string;
      readonly stop: StopReason | null;
      readonly counts: OutcomeCounts;
      /** Absent from older files. */
      readonly checked?: Checked | null;
    };

export type HeaderEntry = {
  readonly kind: 'run';
  /** Of the file; a later one may have other lines. */
  readonly format: 1;
  readonly version: string;
  readonly at: string;
} & RunHeader;

/** Systems per line of the plan: a line is read and written whole. */
const systemsPerLine = 500;

export function planEntries(orgId: string, systems: readonly System[]): readonly JournalEntry[] {
  const lines = Math.ceil(systems.length / systemsPerLine);
  return Array.from({ length: lines }, (_, line): JournalEntry => {
    const here = systems.slice(line * systemsPerLine, (line + 1) * systemsPerLine);
    return { kind: 'plan', orgId, systems: here.map(planned) };
  });
}

/** In the service's own words, so that it can be read as its answers are; what it did not say is not there either. */
function planned(system: System): unknown {
  const unsaid = Object.fromEntries(system.notSent.map((field) => [field, undefined]));
  const odd = Object.entries(system.odd).map(([field, json]) => [field, parsed(json)]);
  return { ...recordOf(system), ...Object.fromEntries(odd), ...unsaid };
}

/** A text that was cut says as much: it is of another type than the field. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return { cut: json };
  }
}
