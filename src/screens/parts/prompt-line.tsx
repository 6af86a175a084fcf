/** A prompt: its field in the line above the hints, and the keys of one that has no others. */
import type { ReactNode } from 'react';
import { type Clean, clean } from '../text/clean.ts';
import { Field } from './field.tsx';
import { bind, type BindingGroup } from '../keys/binding.ts';

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

export function PromptLine({ faults = [], note = null, isRefused = false, ...field }: PromptLineProps): ReactNode {
  const said = faults.length > 0 ? `! ${faults.join(' ')}` : note;
  return <Field {...field} {...(said !== null && { note: clean(`  ${said}`) })} isNoteFirst={isRefused} />;
}

export const promptKeys: BindingGroup = {
  title: 'Prompt',
  bindings: [
    bind(['enter'], 'keep what is typed', 'promptAccepted', { hint: 'keep' }),
    bind(['esc'], 'leave, and show what was shown before', 'wentBack', { hint: 'leave' }),
    bind(['down'], 'move down', { kind: 'moved', motion: 'down' }),
    bind(['up'], 'move up', { kind: 'moved', motion: 'up' }),
  ],
};
