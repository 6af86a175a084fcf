/** The matrix of faults and operations: a test for each cell, which tells the story of the operation with the fault. */
import { test } from 'vitest';
import { faults } from './fault-table.ts';
import { type Fault, type Operation, operations } from './fault.ts';
import { meeting } from './meeting.ts';
import { stories } from './stories.ts';

/** One cell of each fault, each operation in turn. */
export function runOneCellOfEachFault(): void {
  for (const operation of operations) runCells(operation, (fault) => firstCellOf(fault) === operation);
}

/** The other cells of one operation. */
export function runOtherCellsOf(operation: Operation): void {
  runCells(operation, (fault) => firstCellOf(fault) !== operation);
}

function runCells(operation: Operation, isChosen: (fault: Fault) => boolean): void {
  const met = faults.filter((fault) => fault.at.includes(operation) && isChosen(fault));
  test.each(met.map((fault) => [fault.name, fault] as const))(
    `${operation}: %s`,
    { timeout: 120_000 },
    async (_, fault) => meeting(fault, operation, stories[operation]),
  );
}

function firstCellOf(fault: Fault): Operation | undefined {
  return fault.at[faults.indexOf(fault) % fault.at.length];
}
