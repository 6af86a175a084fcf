/** The field of a prompt, in the line above the hints. */
import type { ReactNode } from 'react';
import { type Clean, clean } from '../text/clean.ts';
import { Field } from './field.tsx';

interface PromptLineProps {
  readonly label: Clean;
  readonly value: string;
  readonly columns: number;
  /** What is wrong with what is typed. */
  readonly faults?: readonly string[];
  /** Said where nothing is wrong. */
  readonly note?: string | null;
  /** Enter was pressed on it, and did not take it. */
  readonly isRefused?: boolean;
}

export function PromptLine({
  label,
  value,
  columns,
  faults = [],
  note = null,
  isRefused = false,
}: PromptLineProps): ReactNode {
  const said = faults.length > 0 ? `! ${faults.join(' ')}` : note;
  return (
    <Field
      label={label}
      value={value}
      columns={columns}
      {...(said !== null && { note: clean(`  ${said}`) })}
      isNoteFirst={isRefused}
    />
  );
}
