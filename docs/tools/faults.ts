/** The text of `docs/faults.md`, from the table of faults. */
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { faults } from '../../test/faults/fault-table.ts';
import { type Fault, listed } from '../../test/faults/fault.ts';

export const faultsPath = join(import.meta.dirname, '..', 'faults.md');

const introduction = `# Know what rollcall does when the service misbehaves

Each fault is injected into each operation of the built program, against a real HTTP service. A test of each cell checks
the screen, the files and the requests. \`npm run docs\` writes the table from \`test/faults/fault-table.ts\`, and
\`npm run service -- --faults\` lists the faults that you can try.

| Word | Means |
| --- | --- |
| shown | what failed, and that \`r\` retries; rows, marks and typed text stay |
| 3 ×, shown | retried after one and two seconds, and then shown |
| waits | the time that the service asks for is counted down; esc ends it |
| new token, by id | asked for, and work resumes; 403 to the list of organisations asks for an id |
| stopped | its rows count, its link is not followed, and the list is called incomplete |
| put off | the deletion waits as the service asks; if you stop it then, the system was refused |
| checked | rollcall checks whether the system still exists: already gone, or failed |
| may exist | not created, and the screen says to look in the portal first |
`;

/** The whole text, formatted as the other documents are. */
export async function faultsDocument(): Promise<string> {
  const cells = faults.reduce((sum, { at }) => sum + at.length, 0);
  const alike = Map.groupBy(faults, (fault) => [...outcomesOf(fault), wordsOf(fault)].join('|'));
  const rows = [
    ...Map.groupBy(alike.values(), ([fault]) => (fault === undefined ? '' : outcomesOf(fault).join(' | '))),
  ];
  const lines = rows.map(([outcomes, sets]) => `| ${outcomes} | ${sets.map(namesOf).join(' · ')} |`);
  const text = [
    introduction,
    `${faults.length} faults, ${cells} cells. After a colon: what you see.`,
    '',
    '| Reads | Deletion | Key creation | Faults |',
    '| --- | --- | --- | --- |',
    ...lines,
    '',
  ].join('\n');
  return format(text, { ...(await resolveConfig(faultsPath)), filepath: faultsPath });
}

/** The words for the reads, the deletion and the creation; empty where the fault is not injected. */
function outcomesOf({ at, read, deletion, creation, name }: Fault): readonly string[] {
  const isRead = at.some((operation) => operation !== 'deletion' && operation !== 'key creation');
  const byId = name === '403' ? ', by id' : '';
  return [
    isRead ? reads[read] + byId : '',
    at.includes('deletion') ? deletion : '',
    at.includes('key creation') ? creations[creation] : '',
  ];
}

/** Faults that look the same, and their text on the screen. */
function namesOf(same: readonly Fault[]): string {
  const [first] = same;
  const words = first === undefined ? '' : wordsOf(first);
  return `${same.map(({ name }) => name).join(', ')}${words === '' ? '' : `: ${words}`}`;
}

/** The test's expected text on the screen, the first choice of a pattern, without the status of its name and the test's own title. */
function wordsOf({ name, says }: Fault): string {
  if (says === '' || says === listed) return '';
  const words = typeof says === 'string' ? says : (says.source.split('|')[0] ?? '').replace('[23]0', '30');
  const own = /^\d{3}/.test(name) && words.startsWith(name.slice(0, 3)) ? words.slice(4) : words;
  return /^(?:\d+ ?)?(?:"Made up")?$/.test(own) ? '' : own.replaceAll('|', '/').replaceAll('[', String.raw`\[`);
}

const reads: Record<Fault['read'], string> = {
  shown: 'shown',
  retried: '3 ×, shown',
  waits: 'waits',
  'new token': 'new token',
  'timed out': '30 s, shown',
  used: 'used',
  stopped: 'stopped',
};

const creations: Record<Fault['creation'], string> = {
  created: 'created',
  refused: 'not created',
  unknown: 'may exist',
  'new token': 'new token',
};
