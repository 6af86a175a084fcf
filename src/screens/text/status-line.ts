/** Fits parts into the status line: the least important are left out whole, so that none is cut. */
import { clean, type Clean } from './clean.ts';
import { width } from './fit.ts';

export interface StatusPart {
  /** The same in several lengths, the longest first. */
  readonly forms: readonly string[];
  /** Parts of more weight get room first; one without weight is always shown. */
  readonly weight?: number;
  /** Its longer forms are worth less than any other part. */
  readonly isModest?: boolean;
}

/** The parts that fit into so many cells, in their order, each as long as there is room for it. */
export function statusLine(parts: readonly StatusPart[], cells: number): Clean {
  const shortest = (part: StatusPart): string => part.forms.at(-1) ?? '';
  const always = parts.filter(({ weight }) => weight === undefined);
  let chosen = new Map(always.map((part) => [part, shortest(part)]));
  const lineOf = (some: ReadonlyMap<StatusPart, string>): Clean =>
    clean(parts.flatMap((part) => some.get(part) ?? []).join(' · '));
  const spend = (part: StatusPart, forms: readonly string[]): void => {
    const fitting = forms.map((form) => new Map(chosen).set(part, form)).find((some) => width(lineOf(some)) <= cells);
    chosen = fitting ?? chosen;
  };
  const byWeight = parts.toSorted((a, b) => (b.weight ?? Infinity) - (a.weight ?? Infinity) || 0);
  for (const part of byWeight) spend(part, part.isModest === true ? [shortest(part)] : part.forms);
  for (const part of byWeight) if (chosen.has(part)) spend(part, part.forms);
  return lineOf(chosen);
}
