/** What a run is called, by what it does to its systems: the same words in notices, titles, keys and reports. */
import type { RunKind } from './run-kinds.ts';

export interface RunWords {
  /** The first word of its phrase. */
  readonly verb: string;
  readonly doing: string;
  readonly done: string;
  readonly noun: string;
  /** The noun as it stands in a sentence: with its article, where it has one. */
  readonly a: string;
  readonly the: string;
  /** The same of one system. */
  readonly its: string;
}

export const runWords: Readonly<Record<RunKind, RunWords>> = {
  delete: {
    ...{ verb: 'delete', doing: 'deleting', done: 'deleted' },
    ...{ noun: 'deletion', a: 'a deletion', the: 'the deletion', its: 'its deletion' },
  },
  disable: {
    ...{ verb: 'disable', doing: 'disabling', done: 'disabled' },
    ...{ noun: 'disabling', a: 'disabling', the: 'disabling', its: 'disabling it' },
  },
  enable: {
    ...{ verb: 'enable', doing: 'enabling', done: 'enabled' },
    ...{ noun: 'enabling', a: 'enabling', the: 'enabling', its: 'enabling it' },
  },
};

/** `a deletion is in progress` */
export function inProgress({ does }: { readonly does: RunKind }): string {
  return `${runWords[does].a} is in progress`;
}

/** Of the first letter: `A deletion`, `Disabling`. */
export function capitalised(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
