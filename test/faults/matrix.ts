/** The matrix of faults and operations: a test for each cell, which tells the story of the operation with the fault. */
import { test } from 'vitest';
import { faults } from './fault-table.ts';
import type { Fault, Operation } from './fault.ts';
import { meeting } from './meeting.ts';
import { stories } from './stories.ts';

/** Each fault has one first cell, the operations in turn; together the first and the other cells are the whole matrix. */
export function runCellsOf(operation: Operation, which: 'first' | 'other'): void {
  const met = faults.filter(
    (fault) => fault.at.includes(operation) && (firstCellOf(fault) === operation) === (which === 'first'),
  );
  test.each(met.map((fault) => [fault.name, fault] as const))(`${operation}: %s`, async (_, fault) =>
    meeting(fault, operation, stories[operation]),
  );
}

function firstCellOf(fault: Fault): Operation | undefined {
  return fault.at[faults.indexOf(fault) % fault.at.length];
}
