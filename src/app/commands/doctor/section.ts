/** Findings of the doctor, in sections. A failed check is a finding, too: none ends the doctor. */
import { codeOf, errorCode } from '../../../state/kernel/system-error.ts';

/** One finding. */
export interface Check {
  readonly name: string;
  /** Null: for information, neither good nor bad. */
  readonly ok: boolean | null;
  readonly says: string;
  /** The remedy. */
  readonly mend?: string | undefined;
}

export interface Section {
  readonly title: string;
  readonly checks: readonly Check[];
}

export function passed(name: string, says: string): Check {
  return { name, ok: true, says };
}

export function info(name: string, says: string, mend?: string): Check {
  return { name, ok: null, says, mend };
}

export function failed(name: string, says: string, mend?: string): Check {
  return { name, ok: false, says, mend };
}

/** A check with its name, run in its turn. It may find nothing, or several things. */
export type Planned = readonly [name: string, make: () => Made | Promise<Made>];
type Made = Check | readonly Check[] | null;

/** Runs these checks one after the other; one that throws is a finding, and does not stop the others. */
export async function sectionOf(title: string, planned: readonly Planned[]): Promise<Section> {
  const checks: Check[] = [];
  for (const [name, make] of planned) {
    try {
      const made = await make();
      checks.push(...(made === null ? [] : [made].flat()));
    } catch (error) {
      checks.push(failed(name, `not checked: ${whyOf(error)}`));
    }
  }
  return { title, checks };
}

/** The reason of a failed check: the code of the operating system and the file, else the words of the error. */
export function whyOf(error: unknown): string {
  const { path } = error as { readonly path?: unknown };
  if (errorCode(error) === null) return error instanceof Error ? error.message : String(error);
  return typeof path === 'string' ? `${path} cannot be read (${codeOf(error)})` : codeOf(error);
}
