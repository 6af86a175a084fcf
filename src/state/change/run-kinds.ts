/**
 * The kinds of a run, one row each: effect on a system, request, and words. Code outside this table asks for what a
 * row says, not for the kind.
 */
import { own } from '../../api/openapi/json-pieces.ts';
import { lastLiteral } from '../../api/openapi/dangerous-words.ts';
import type { System } from '../../api/system.ts';
import type { SystemChange } from '../../api/operations.ts';
import { cameBack, type GuardScope, type SignOfLife } from '../fleet/protection/guards.ts';
import { fieldOf } from '../fleet/systems/fields.ts';
import {
  changedAtStake,
  type Edit,
  type FieldsAsked,
  fieldsSent,
  isHeavyEdit,
  type Observation,
  observeFields,
  observeRecord,
} from './edit.ts';
import type { MarkedBy } from '../fleet/marks/marks.ts';

/** The first kind is the default. */
export const runKinds = ['delete', 'disable', 'enable', 'change', 'heavyChange'] as const;

export type RunKind = (typeof runKinds)[number];

export const [usualKind] = runKinds;

export interface RunWords {
  /** The first word of the phrase. */
  readonly verb: string;
  readonly doing: string;
  readonly done: string;
  readonly noun: string;
  /** The noun in a sentence, with its article if it has one, and before systems: `a deletion of 3 systems`. */
  readonly a: string;
  readonly the: string;
  readonly of: string;
  /** The noun for one system. */
  readonly its: string;
  /**
   * Words for a system that had reached the goal before, in full and short; and for one that the run has not changed.
   */
  readonly already: string;
  readonly alreadyBriefly: string;
  readonly still: string;
  /** Words before a label: `paused at`, `failed`. They name the kind unless it is a deletion. */
  readonly paused: string;
  readonly failed: string;
  /** The planned result. `systems`: the systems that count, and their share of the organisation. */
  readonly bar: (systems: string) => string;
}

export interface RunRow {
  readonly kind: RunKind;
  readonly words: RunWords;
  /** The request for each system; null: an operation that you have filled in. */
  readonly request: SystemChange | null;
  /** True: every service has it. False: the definition must name the request. */
  readonly isEverywhere: boolean;
  /**
   * `set`: fields that an operation sets; null: none. `record`: the system's own, as received; absent: use the fields
   * of the list.
   */
  readonly observe: (system: System, set: FieldsAsked | null, record?: unknown) => Observation;
  /** Success removes the system. */
  readonly removes: boolean;
  /** Enabled state after success; null: success does not set it. */
  readonly enables: boolean | null;
  /**
   * Guards that keep a system out. `loss`: every guard, and any sign of life since the review. `own`: lasting
   * protection, and a change of the fields at stake. `none`: enabling a system harms no one.
   */
  readonly guards: GuardScope;
  /** Kind of run that undoes this one; null: none does. */
  readonly undo: RunKind | null;
  /** A gentler kind that the review can switch to; null: none. */
  readonly alternative: RunKind | null;
  readonly tone: 'danger' | 'warning' | 'accent';
  readonly sign: string;
  /**
   * The key in the list. If two kinds share a key, the one that undoes the other is chosen when every system has
   * already been changed by the other.
   */
  readonly key: 'd' | 'D' | 'A';
}

const changeRow: Omit<RunRow, 'kind' | 'guards' | 'tone'> = {
  words: {
    ...{ verb: 'change', doing: 'changing', done: 'changed' },
    ...{ noun: 'change', a: 'a change', the: 'the change', of: 'a change of', its: 'its change' },
    ...{ already: 'already so', alreadyBriefly: 'already', still: 'is as it was' },
    ...{ paused: 'change paused at', failed: 'change failed' },
    bar: (systems) => `${systems} will be CHANGED.`,
  },
  ...{ request: null, isEverywhere: false, removes: false, enables: null },
  observe: (system, set, record) =>
    observeFields(set, record === undefined ? (name) => fieldOf(system, name) : observeRecord(record, set?.before)),
  ...{ undo: null, alternative: null, sign: '≔', key: 'A' },
};

function enabledIs(wanted: boolean): RunRow['observe'] {
  return ({ isEnabled }) => (isEnabled === null ? 'unsaid' : isEnabled === wanted ? 'done' : 'undone');
}

export const runRows: Readonly<Record<RunKind, RunRow>> = {
  delete: {
    kind: 'delete',
    words: {
      ...{ verb: 'delete', doing: 'deleting', done: 'deleted' },
      ...{ noun: 'deletion', a: 'a deletion', the: 'the deletion', of: 'a deletion of', its: 'its deletion' },
      ...{ already: 'already gone', alreadyBriefly: 'gone', still: 'still exists' },
      // Most runs delete, so the kind is left out.
      ...{ paused: 'paused at', failed: 'failed' },
      bar: (systems) => `${systems} will be PERMANENTLY DELETED: cannot be undone.`,
    },
    ...{ request: 'delete system', isEverywhere: true, removes: true, enables: null },
    // A record proves that the system was not deleted.
    observe: () => 'undone',
    ...{ guards: 'loss', undo: null, alternative: 'disable' },
    ...{ tone: 'danger', sign: '✗', key: 'd' },
  },
  disable: {
    kind: 'disable',
    words: {
      ...{ verb: 'disable', doing: 'disabling', done: 'disabled' },
      ...{ noun: 'disabling', a: 'disabling', the: 'disabling', of: 'disabling', its: 'disabling it' },
      ...{ already: 'already disabled', alreadyBriefly: 'already', still: 'is still enabled' },
      ...{ paused: 'disabling paused at', failed: 'disabling failed' },
      bar: (systems) => `${systems} will be DISABLED, and can be enabled again.`,
    },
    ...{ request: 'disable system', isEverywhere: false, removes: false, enables: false },
    observe: enabledIs(false),
    ...{ guards: 'loss', undo: 'enable', alternative: null },
    ...{ tone: 'warning', sign: '↓', key: 'D' },
  },
  enable: {
    kind: 'enable',
    words: {
      ...{ verb: 'enable', doing: 'enabling', done: 'enabled' },
      ...{ noun: 'enabling', a: 'enabling', the: 'enabling', of: 'enabling', its: 'enabling it' },
      ...{ already: 'already enabled', alreadyBriefly: 'already', still: 'is still disabled' },
      ...{ paused: 'enabling paused at', failed: 'enabling failed' },
      bar: (systems) => `${systems} will be enabled, and can connect again.`,
    },
    ...{ request: 'enable system', isEverywhere: false, removes: false, enables: true },
    observe: enabledIs(true),
    ...{ guards: 'none', undo: 'disable', alternative: null },
    ...{ tone: 'accent', sign: '↑', key: 'D' },
  },
  change: { ...changeRow, kind: 'change', guards: 'own', tone: 'warning' },
  heavyChange: { ...changeRow, kind: 'heavyChange', guards: 'loss', tone: 'danger' },
};

/** Raises the kind to `heavyChange` if the values or bodies are heavy; never lowers it. */
export function weighedKind(said: RunKind, edit: Edit | null): RunKind {
  return edit !== null && isHeavyEdit(edit) ? 'heavyChange' : said;
}

/** An operation is confirmed by its method. */
export function phraseVerb(kind: RunKind, edit: Edit | null): string {
  if (edit === null) return runRows[kind].words.verb;
  const { method, path } = edit.operation;
  return method === 'DELETE' ? `delete ${lastLiteral(path)} of` : method.toLowerCase();
}

/** A change since the review that keeps a system out: a sign of life, or another value of a field at stake. */
export function changeSince(
  { kind, edit }: { readonly kind: RunKind; readonly edit: Edit | null },
  reviewed: System,
  now: System,
): SignOfLife | null {
  const { guards } = runRows[kind];
  if (guards === 'none') return null;
  const field = edit === null ? null : changedAtStake(edit, reviewed, now);
  if (field !== null) return { why: 'changed', field };
  // Enabling a system harms no one: signs of life do not keep it out.
  const left = leftByRun(edit, now);
  const isEnabling =
    left.includes('isEnabled') && edit !== null && own(fieldsSent(edit, now) ?? {}, 'isEnabled') === true;
  return guards === 'loss' && !isEnabling ? cameBack(reviewed, now, left) : null;
}

/** Fields that an earlier run changed, which an undo expects. Enabling and disabling change the state too. */
function leftByRun(edit: Edit | null, { systemId }: System): readonly string[] {
  const names = Object.keys(edit?.expected?.get(systemId) ?? {});
  return names.includes('isEnabled') ? [...names, 'state'] : names;
}

export function forEachKind<T>(make: (row: RunRow) => T): Readonly<Record<RunKind, T>> {
  return Object.fromEntries(runKinds.map((kind) => [kind, make(runRows[kind])])) as Record<RunKind, T>;
}

export function inProgress({ kind }: { readonly kind: RunKind }): string {
  return `${runRows[kind].words.a} is in progress`;
}

/** First letter only: `A deletion`, `Disabling`. */
export function capitalise(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

// Why a change is made, and why a system is in it.

/** The change retries or undoes another one. */
export type Follows = 'retry' | 'undo';

/** Why a system is in a change: by its mark, as the row under the cursor, or left over from an earlier run. */
export interface Why {
  readonly by: MarkedBy | 'row' | 'run';
  readonly filter?: string;
}
