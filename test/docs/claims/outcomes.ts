/** The claims of "Know every outcome". */
import type { Claim } from './claim.ts';

const properties = 'test/state/removal/deletion/properties.test.ts';
const recovery = 'test/state/change/runs/recover.test.ts';

export const claims: readonly Claim[] = [
  {
    says: 'Every system that you chose ends in exactly one of seven [outcomes](guide.md#read-the-results).',
    file: 'src/state/change/run.ts',
    from: 'return { ...withSettled(run, left), taken: run.planned.length,',
    to: 'return { ...run, taken: run.planned.length,',
    test: properties,
    fails: 'delete: whatever is answered, in whatever order, every system ends in exactly one outcome',
  },
  {
    says: 'The seven add up, on the screen and in the records, also after a crash.',
    file: 'src/state/change/outcome.ts',
    from: 'counts[outcome.kind]++;',
    to: "if (outcome.kind !== 'kept') counts[outcome.kind]++;",
    test: properties,
    fails: 'delete: whatever is answered, in whatever order, every system ends in exactly one outcome',
  },
  {
    says: 'The seven add up, on the screen and in the records, also after a crash.',
    file: 'src/state/change/runs/open-journals.ts',
    from: '} else rest.push(system);',
    to: '}',
    test: recovery,
    fails: 'systems that a run had not reached when it was cut off are counted',
  },
  {
    says: 'At the end, rollcall checks the outcomes against a fresh list of the organisation.',
    file: 'src/state/removal/deletion/end.ts',
    from: 'if (!isWorthIt) return closeRun(state, run, null);',
    to: 'return closeRun(state, run, null);',
    test: 'test/hazards/outcomes-checked.test.ts',
    fails: 'a 200 for a system that stays is found out by a fresh list',
  },
  {
    says: 'A system that a 504 deleted late is already gone, and a "deleted" one that is listed still exists.',
    file: 'src/state/change/outcome.ts',
    from: "return ['refused', 'failed', 'unknown'].includes(outcome.kind) ? gone : outcome;",
    to: "return ['refused', 'unknown'].includes(outcome.kind) ? gone : outcome;",
    test: 'test/hazards/outcomes-checked.test.ts',
    fails: 'a 504 and a reset that are carried out seconds later end as gone',
  },
  {
    says: 'A system that a 504 deleted late is already gone, and a "deleted" one that is listed still exists.',
    file: 'src/state/change/outcome.ts',
    from: 'if (isGone(kind, outcome)) return listed !== undefined;',
    to: 'if (isGone(kind, outcome)) return false;',
    test: 'test/hazards/outcomes-checked.test.ts',
    fails: 'a 200 for a system that stays is found out by a fresh list',
  },
  {
    says: 'The summary says when it checked, or why not.',
    file: 'src/screens/change/outcome-wording.ts',
    from: 'return clean(`Checked against a fresh list at ${checked.at.slice(11, 16)} UTC.`);',
    to: 'return null;',
    test: 'test/hazards/outcomes-checked.test.ts',
    fails: 'a 200 for a system that stays is found out by a fresh list',
  },
  {
    says: 'The summary says when it checked, or why not.',
    file: 'src/screens/change/outcome-wording.ts',
    from: 'return clean(`Not checked: ${whyNot[reason]} (${why}).`);',
    to: 'return null;',
    test: 'test/hazards/outcomes-checked.test.ts',
    fails: 'where the list cannot be read, that is said, and the outcomes stay',
  },
  {
    says: 'They are also killed before an outcome is written, and at any write.',
    file: 'src/state/change/outcome.ts',
    from: 'if (isSystemNotFound(problem)) return isRemoved ? { kind: ',
    to: "if (isSystemNotFound(problem) && uncertainty.kind === 'cutOff') return { kind: 'notAttempted', problem: null };\n  if (isSystemNotFound(problem)) return isRemoved ? { kind: ",
    test: recovery,
    fails: 'with its record saved and no outcome',
  },
  {
    says: 'So are the restarts that settle them.',
    file: 'src/state/change/runs/open-journals.ts',
    from: 'if (opened.ok) hold(run, opened.journal, held.release);',
    to: `if (opened.ok) {
      hold(run, opened.journal, held.release);
      const { noCounts: counts } = await import('../outcome.ts');
      await opened.journal.append({ kind: 'end', at: at(), stop: 'cutOff', counts, checked: null });
    }`,
    test: 'test/state/change/journal/records-file.test.ts',
    fails: 'wherever a run of any kind was killed',
  },
  {
    says: 'The next start knows the outcome of each system, and nothing is sent twice.',
    file: 'src/state/change/runs/open-journals.ts',
    from: 'else if (outcome !== undefined || intents.has(system.systemId)) {',
    to: 'else if (outcome !== undefined) {',
    test: recovery,
    fails: 'with its record saved and no outcome',
  },
  {
    says: 'A dropped connection, a signal, sleep and a second session lose no outcome, either.',
    file: 'src/state/removal/deletion/update.ts',
    from: 'holdsExit: ({ deletion: run }) => isGoing(run),',
    to: 'holdsExit: () => false,',
    test: 'test/hazards/deletion-interrupted.test.ts',
    fails: 'SIGTERM takes no further system, waits for those in flight',
  },
  {
    says: 'A dropped connection, a signal, sleep and a second session lose no outcome, either.',
    file: 'src/state/change/outcome.ts',
    from: "return { kind: 'inDoubt' };",
    to: "return { kind: 'notAttempted', problem };",
    test: 'test/hazards/deletion-interrupted.test.ts',
    fails: 'after sleep the connections are gone, and lost requests are checked',
  },
  {
    says: 'Nor does a full disk, at any line of the records.',
    file: 'src/api/http/saved-intent.ts',
    from: 'return (await save()) ?? new SavedIntent();',
    to: 'return (await save(), new SavedIntent());',
    test: 'test/hazards/deletion-records.test.ts',
    fails: 'with 48 kB: what is not written is not deleted',
  },
  {
    says: 'A file of records that rollcall cannot read is named, and left as it is.',
    file: 'src/state/change/runs/files.ts',
    from: 'if (found.orgId === orgId || found.path === folder) unread.push(found);',
    to: '',
    test: 'test/hazards/records-left.test.ts',
    fails: 'a file whose header is damaged is named where its organisation is opened',
  },
  {
    says: 'A file of records that rollcall cannot read is named, and left as it is.',
    file: 'src/state/change/runs/files.ts',
    from: 'if (found.orgId === orgId || found.path === folder) unread.push(found);',
    to: "if (found.orgId === orgId || found.path === folder) {\n        unread.push(found);\n        await (await import('node:fs/promises')).appendFile(found.path, '\\n');\n      }",
    test: 'test/hazards/records-left.test.ts',
    fails: 'a file whose header is damaged is named where its organisation is opened',
  },
];
