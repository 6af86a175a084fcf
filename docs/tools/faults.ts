/** What does `docs/faults.md` say? The table of faults, as the tests meet them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { faults } from '../../test/faults/fault-table.ts';
import { type Fault, type Operation, operations } from '../../test/faults/fault.ts';

export const faultsPath = join(import.meta.dirname, '..', 'faults.md');

const introduction = `# What rollcall does when the service misbehaves

Every cell of these tables is a test: the real program in a pseudo-terminal meets the fault in that operation, and the
test looks at the screen, at what was kept, at what the service received, and, once the program has been left, for the
access token in every byte written to the terminal and to files and in the arguments of every process. The tables are
written by \`npm run faults\` from \`test/faults/fault-table.ts\`, and a test fails when they are not current.

- **told**: one request; the person reads what failed and what \`r\` does, and rows, marks and typed text stay.
- **3 ×, told**: the read is sent twice more, after about one and two seconds that are counted down, and then told.
- **waits**: the time that the service asks for is counted down, and esc ends it; no read is sent meanwhile.
- **new token**: another token is asked for over the screen, and work goes on with it where it stopped.
- **30 s**: nothing was answered within the time for a whole request; told, with one request sent.
- **used**: the answer is used all the same. **stopped**: its rows are used, nothing is sent where its link points, and
  the list is called incomplete wherever it is shown.
- **deleted**, **already gone**, **refused**, **not attempted**: how the system ends, on the screen and in the file of
  records; its deletion was sent once. **in doubt**: the service is asked again, and the system ends as already gone, or
  as failed where it still exists. So does one that was called deleted or already gone, and is in the fresh list that is
  read at the end.
- **created**: the key's fields are shown. **not created**: what was typed stays. **may exist**: the same, and the
  person is told to look in the portal first; the request was sent once.
- **by id**, **sign in**: the organisation is asked for by its id; the token is asked for on the first screen.
`;

/** The whole text, formatted as the other documents are. */
export async function faultsDocument(): Promise<string> {
  const groups = [...new Set(faults.map(({ group }) => group))].map((group) => {
    const rows = faults.filter((fault) => fault.group === group);
    return [
      `## ${group}`,
      '',
      `| Fault | The person reads | ${operations.join(' | ')} |`,
      line(operations.length + 2),
      ...rows.map(rowOf),
    ];
  });
  const cells = faults.reduce((sum, { at }) => sum + at.length, 0);
  const counted = `${faults.length} faults, ${cells} cells.`;
  const text = [introduction, counted, '', ...groups.flatMap((lines) => [...lines, ''])].join('\n');
  return format(text, { ...(await resolveConfig(faultsPath)), filepath: faultsPath });
}

function line(count: number): string {
  return `|${' --- |'.repeat(count)}`;
}

function rowOf(fault: Fault): string {
  const cells = operations.map((operation) => (fault.at.includes(operation) ? cellOf(fault, operation) : ''));
  return `| ${fault.name} | ${wordsOf(fault)} | ${cells.join(' | ')} |`;
}

/** What the test looks for on the screen; of a pattern, the first of its choices. */
function wordsOf({ says }: Fault): string {
  if (says === '' || says === ' read') return '';
  const words = typeof says === 'string' ? says : (says.source.split('|')[0] ?? '').replace('[23]0', '30');
  return words.replaceAll('|', '/').replaceAll('[', String.raw`\[`);
}

const reads: Record<Fault['read'], string> = {
  told: 'told',
  'tried 3 times': '3 ×, told',
  waits: 'waits',
  'new token': 'new token',
  'timed out': '30 s, told',
  used: 'used',
  stopped: 'stopped',
};

const creations: Record<Fault['creation'], string> = {
  created: 'created',
  refused: 'not created',
  unknown: 'may exist',
  'new token': 'new token',
};

function cellOf(fault: Fault, operation: Operation): string {
  switch (operation) {
    case 'organisations':
      if (fault.name === '401') return 'sign in';
      return fault.name === '403' ? 'by id' : reads[fault.read];
    case 'first page':
    case 'later page':
    case 'details':
      return reads[fault.read];
    case 'deletion':
      return fault.deletion;
    case 'key creation':
      return creations[fault.creation];
  }
}

if (import.meta.main) writeFileSync(faultsPath, await faultsDocument());
