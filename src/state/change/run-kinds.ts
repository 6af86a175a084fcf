/**
 * The kinds of a run, a row each: what it does to a system, what it asks of the service, and how it is told. Nothing
 * outside the table asks which kind a run is.
 */
import type { System } from '../../api/system.ts';
import type { SystemChange } from '../../api/systems.ts';

/** The first one is meant where nothing says which. */
export const runKinds = ['delete', 'disable', 'enable'] as const;

export type RunKind = (typeof runKinds)[number];

export const [usualKind] = runKinds;

/** The same words in notices, titles, keys and reports. */
export interface RunWords {
  /** The first word of its phrase. */
  readonly verb: string;
  readonly doing: string;
  readonly done: string;
  readonly noun: string;
  /** The noun as it stands in a sentence: with its article, where it has one; and before systems: `a deletion of 3 systems`. */
  readonly a: string;
  readonly the: string;
  readonly of: string;
  /** The same of one system. */
  readonly its: string;
  /** A system that needs it no more, in full and in a word; and one that the run has not changed. */
  readonly already: string;
  readonly alreadyBriefly: string;
  readonly still: string;
  /** Before the kind is said, where it need not be: `paused at`, `kept and failed`. */
  readonly paused: string;
  readonly failed: string;
  /** Planned result, in its longest form and in shorter ones. */
  readonly bar: (about: BarNumbers) => readonly string[];
}

/** Systems that count, in full, shorter, and their share of the organisation. */
export interface BarNumbers {
  readonly systems: string;
  readonly short: string;
  readonly share: string;
  readonly isOne: boolean;
}

/** State of an existing system towards the run's goal; `unsaid`: not whether it is enabled. */
export type Observation = 'done' | 'undone' | 'unsaid';

export interface RunRow {
  readonly kind: RunKind;
  readonly words: RunWords;
  /** The request to the service for each system. */
  readonly request: SystemChange;
  /** Every service has it; else the service's definition must name the request. */
  readonly isEverywhere: boolean;
  readonly observe: (system: Pick<System, 'isEnabled'>) => Observation;
  /** A system to which it was done is no longer there. */
  readonly removes: boolean;
  /** Enabled state of a system after success; null: success says nothing of it. */
  readonly enables: boolean | null;
  /** Do guards hold, and what came back? To enable a system takes nothing from anybody. */
  readonly isGuarded: boolean;
  /** Kind of run that undoes this one; null where none does. */
  readonly undo: RunKind | null;
  /** The gentle alternative, to which its review can be turned; null where there is none. */
  readonly alternative: RunKind | null;
  readonly tone: 'danger' | 'warning' | 'accent';
  readonly sign: string;
  /** In the list. Of two kinds with one key, the one that undoes the other is meant where every system has that done. */
  readonly key: 'd' | 'D';
}

function enabledIs(wanted: boolean): RunRow['observe'] {
  return ({ isEnabled }) => (isEnabled === null ? 'unsaid' : isEnabled === wanted ? 'done' : 'undone');
}

/** By kind. */
export const runRows: Readonly<Record<RunKind, RunRow>> = {
  delete: {
    kind: 'delete',
    words: {
      ...{ verb: 'delete', doing: 'deleting', done: 'deleted' },
      ...{ noun: 'deletion', a: 'a deletion', the: 'the deletion', of: 'a deletion of', its: 'its deletion' },
      ...{ already: 'already gone', alreadyBriefly: 'gone', still: 'still exists' },
      // Most runs delete.
      ...{ paused: 'paused at', failed: 'failed' },
      bar: ({ systems, short, share }) => [
        `${systems} will be PERMANENTLY DELETED. This cannot be undone.`,
        `${systems} will be PERMANENTLY DELETED: cannot be undone.`,
        `${systems} will be PERMANENTLY DELETED.`,
        `PERMANENTLY DELETE ${short}${share}`,
        `PERMANENTLY DELETE ${short}`,
      ],
    },
    ...{ request: 'delete system', isEverywhere: true, removes: true, enables: null },
    // A deleted system is not there.
    observe: () => 'undone',
    ...{ isGuarded: true, undo: null, alternative: 'disable' },
    ...{ tone: 'danger', sign: '✗', key: 'd' },
  },
  disable: {
    kind: 'disable',
    words: {
      ...{ verb: 'disable', doing: 'disabling', done: 'disabled' },
      ...{ noun: 'disabling', a: 'disabling', the: 'disabling', of: 'disabling', its: 'disabling it' },
      ...{ already: 'already disabled', alreadyBriefly: 'already', still: 'is still enabled' },
      ...{ paused: 'disabling paused at', failed: 'disabling failed' },
      bar: ({ systems, short, share, isOne }) => [
        `${systems} will be DISABLED. ${isOne ? 'It stays' : 'They stay'} enrolled and can be enabled again.`,
        `${systems} will be DISABLED, and can be enabled again.`,
        `${systems} will be DISABLED: can be enabled.`,
        `${systems} will be DISABLED.`,
        `DISABLE ${short}${share}: can be enabled again`,
        `DISABLE ${short}${share}`,
        `DISABLE ${short}`,
      ],
    },
    ...{ request: 'disable system', isEverywhere: false, removes: false, enables: false },
    observe: enabledIs(false),
    ...{ isGuarded: true, undo: 'enable', alternative: null },
    ...{ tone: 'warning', sign: '↓', key: 'D' },
  },
  enable: {
    kind: 'enable',
    words: {
      ...{ verb: 'enable', doing: 'enabling', done: 'enabled' },
      ...{ noun: 'enabling', a: 'enabling', the: 'enabling', of: 'enabling', its: 'enabling it' },
      ...{ already: 'already enabled', alreadyBriefly: 'already', still: 'is still disabled' },
      ...{ paused: 'enabling paused at', failed: 'enabling failed' },
      bar: ({ systems, short, share, isOne }) => [
        `${systems} will be enabled. ${isOne ? 'It' : 'They'} can connect again.`,
        `${systems} will be enabled.`,
        `Enable ${short}${share}`,
        `Enable ${short}`,
      ],
    },
    ...{ request: 'enable system', isEverywhere: false, removes: false, enables: true },
    observe: enabledIs(true),
    ...{ isGuarded: false, undo: 'disable', alternative: null },
    ...{ tone: 'accent', sign: '↑', key: 'D' },
  },
};

/** One thing for each kind. */
export function forEachKind<T>(make: (row: RunRow) => T): Readonly<Record<RunKind, T>> {
  return Object.fromEntries(runKinds.map((kind) => [kind, make(runRows[kind])])) as Record<RunKind, T>;
}

/** `a deletion is in progress` */
export function inProgress({ kind }: { readonly kind: RunKind }): string {
  return `${runRows[kind].words.a} is in progress`;
}

/** First letter only: `A deletion`, `Disabling`. */
export function capitalised(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
