/** Findings of the doctor, in sections. A failed check is a finding, too: none ends the doctor. */
import { codeOf, errorCode } from '../../../state/kernel/files.ts';

export interface Finding {
  /** Null: for information, neither good nor bad. */
  readonly ok: boolean | null;
  readonly says: string;
  readonly mend?: string | undefined;
  /** If another one than that of its check. */
  readonly name?: string;
}

export interface Section {
  readonly title: string;
  readonly checks: readonly (Finding & { readonly name: string })[];
}

export function passed(says: string): Finding {
  return { ok: true, says };
}

export function info(says: string, mend?: string): Finding {
  return { ok: null, says, mend };
}

export function failed(says: string, mend?: string): Finding {
  return { ok: false, says, mend };
}

/** Checks by their names, each run in its turn. It may find nothing, or several things. */
export type Checks = Readonly<Record<string, () => Found | Promise<Found>>>;
type Found = Finding | readonly Finding[] | null;

/** Runs these checks one after the other; one that throws is a finding, and does not stop the others. */
export async function sectionOf(title: string, planned: Checks): Promise<Section> {
  const checks: Section['checks'][number][] = [];
  for (const [name, check] of Object.entries(planned)) {
    try {
      for (const found of [(await check()) ?? []].flat()) checks.push({ name, ...found });
    } catch (error) {
      checks.push({ name, ...failed(`not checked: ${whyOf(error)}`) });
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
