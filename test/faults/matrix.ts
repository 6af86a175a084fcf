/** The matrix of faults and operations: a test for each cell, which tells the story of the operation with the fault. */
import { test } from 'vitest';
import { faults } from './fault-table.ts';
import type { Fault, Operation } from './fault.ts';
import { meeting } from './meeting.ts';
import { stories } from './stories.ts';

/** The first fault of each outcome that the operation can have, or the others; together they are the whole matrix. */
export function runCellsOf(operation: Operation, which: 'first' | 'other'): void {
  const here = faults.filter(({ at }) => at.includes(operation));
  const firsts = [...Map.groupBy(here, (fault) => outcomeOf(operation, fault)).values()].map(([first]) => first);
  const met = here.filter((fault) => firsts.includes(fault) === (which === 'first'));
  test.each(met.map((fault) => [fault.name, fault] as const))(`${operation}: %s`, async (_, fault) =>
    meeting(fault, operation, stories[operation]),
  );
}

function outcomeOf(operation: Operation, { read, deletion, creation }: Fault): string {
  if (operation === 'key creation') return creation;
  // A deletion that waits is left by a key.
  return operation === 'deletion' ? `${deletion}${read === 'waits' ? ', waits' : ''}` : read;
}
