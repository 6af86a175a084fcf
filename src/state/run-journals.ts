/** Which journal belongs to which run? They are open while their run goes on. */
import type { Action } from './actions.ts';
import type { RunHeader } from './effects.ts';
import { type Journal, openJournal } from './journal.ts';
import type { Ports } from './ports.ts';
import type { Outcome } from './run.ts';

export interface RunJournals {
  open(run: number, header: RunHeader): Promise<Action>;
  recordIntent(run: number, systemId: string, record: unknown): Promise<Action>;
  recordOutcome(run: number, systemId: string, outcome: Outcome): Promise<void>;
  close(run: number): void;
  /** Resolves when the files that were to be closed so far are. */
  closed(): Promise<unknown>;
}

export function runJournals({ version, runsFolder, now }: Pick<Ports, 'version' | 'runsFolder' | 'now'>): RunJournals {
  const journals = new Map<number, Journal>();
  let closing: Promise<unknown> = Promise.resolve();
  const at = (): string => new Date(now()).toISOString();
  return {
    async open(run, header) {
      const folder = await runsFolder().catch(() => null);
      if (folder === null) return { kind: 'journalFailed', run, code: 'no home folder', now: now() };
      const opened = await openJournal(folder, { kind: 'run', version, at: at(), ...header });
      if (!opened.ok) return { kind: 'journalFailed', run, code: opened.code, now: now() };
      journals.set(run, opened.journal);
      return { kind: 'journalOpened', run, path: opened.journal.path, now: now() };
    },
    async recordIntent(run, systemId, record) {
      const journal = journals.get(run);
      const code =
        journal === undefined ? 'not open' : await journal.append({ kind: 'intent', at: at(), systemId, record });
      return code === null
        ? { kind: 'intentRecorded', run, systemId }
        : { kind: 'intentFailed', run, systemId, code, now: now() };
    },
    async recordOutcome(run, systemId, outcome) {
      await journals.get(run)?.append({ kind: 'result', at: at(), systemId, outcome });
    },
    close(run) {
      closing = Promise.all([closing, journals.get(run)?.close()]);
      journals.delete(run);
    },
    closed: () => closing,
  };
}
