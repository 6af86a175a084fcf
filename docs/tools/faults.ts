/** The text of `docs/faults.md`, from the table of faults. */
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { faults } from '../../test/faults/fault-table.ts';
import { type Fault, listed, type Operation, operations } from '../../test/faults/fault.ts';

export const faultsPath = join(import.meta.dirname, '..', 'faults.md');

const introduction = `# What rollcall does when the service misbehaves

Every cell of these tables is a test: it injects the fault into the operation of the built program, which runs on a
terminal emulator against a real HTTP service. \`npm run test:all\` has a cell of each fault, and \`npm run test:soak\` has
the others. The test checks the screen, the stored files, and the requests that the service received. After the program
has quit, it searches for the access token: in every byte sent to the terminal and to files, and in the arguments of every
process.
\`npm run docs\` writes the tables from \`test/faults/fault-table.ts\`, and a test fails when they are not current.

- **shown**: one request; the screen says what failed and what \`r\` does, and rows, marks and typed text stay.
- **3 ×, shown**: the read is retried twice, after about one and two seconds that are counted down, and then shown.
- **waits**: the time that the service asks for is counted down, and esc ends it; no read is sent meanwhile.
- **new token**: another token is asked for above the screen, and work resumes with it.
- **30 s**: no answer came within the timeout of a request; shown, with one request sent.
- **used**: the answer is used all the same. **stopped**: its rows are used, nothing is sent where its link points, and
  the list is called incomplete wherever it is shown.
- **deleted**, **already gone**, **refused**, **not reached**: the outcome of the system, on the screen and in the
  records; its deletion was sent once.
- **checked**: rollcall checks whether the system still exists. The outcome is already gone, or failed where it does.
  So is that of a deleted or already gone system that the fresh list at the end still has.
- **created**: the key's fields are shown. **not created**: the typed text stays. **may exist**: the same, and the screen
  says to look in the portal first; the request was sent once.
- **by id**, **sign in**: the organisation is asked for by its id; the token is asked for on the first screen.
`;

/** The whole text, formatted as the other documents are. */
export async function faultsDocument(): Promise<string> {
  const groups = [...new Set(faults.map(({ group }) => group))].map((group) => {
    const rows = faults.filter((fault) => fault.group === group);
    return [
      `## ${group}`,
      '',
      `| Fault | You see | ${operations.join(' | ')} |`,
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

/** The test's expected text on the screen; the first choice of a pattern. */
function wordsOf({ says }: Fault): string {
  if (says === '' || says === listed) return '';
  const words = typeof says === 'string' ? says : (says.source.split('|')[0] ?? '').replace('[23]0', '30');
  return words.replaceAll('|', '/').replaceAll('[', String.raw`\[`);
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
