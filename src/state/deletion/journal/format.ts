/** The lines of a run's file: one JSON object each. */
import type { System } from '../../../api/system.ts';
import type { Outcome, OutcomeCounts } from '../outcome.ts';
import type { RunHeader, StopReason } from '../run.ts';
import type { Checked } from '../check.ts';
import { sizeOf } from '../../../api/other-fields.ts';
import { recordOf } from '../../systems/fields.ts';

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

/** Characters of other fields in one plan: with many more, its file would be too large to be read (`maxBytes`). */
const mostOtherCharacters = 100_000_000;

/** One after the other: all at once they would take several times the memory of the systems. */
export function* planEntries(
  orgId: string,
  systems: readonly System[],
  room = mostOtherCharacters,
): Generator<JournalEntry, void> {
  let left = room;
  for (let at = 0; at < systems.length; at += systemsPerLine) {
    const here = systems.slice(at, at + systemsPerLine).map((system) => {
      left -= sizeOf(system.others);
      return wireRecord(left < 0 ? { ...system, others: null } : system);
    });
    yield { kind: 'plan', orgId, systems: here };
  }
}

/** In the service's own words, so that it can be read as its answers are; what it did not say is not there either. */
export function wireRecord(system: System): unknown {
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
