/** One finding of the doctor, and how findings are printed. */
import { clean } from '../../../screens/text/clean.ts';

export interface Check {
  readonly name: string;
  /** Null: for information, neither good nor bad. */
  readonly ok: boolean | null;
  readonly says: string;
  /** What would fix it. */
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

export function isHealthy(sections: readonly Section[]): boolean {
  return sections.every(({ checks }) => checks.every(({ ok }) => ok !== false));
}

/** For people, and for reports: plain characters, one finding a line. */
export function sectionsText(sections: readonly Section[]): string {
  const lines = sections.flatMap(({ title, checks }) => [title, ...checks.flatMap(lineOf), '']);
  const faults = sections.flatMap(({ checks }) => checks).filter(({ ok }) => ok === false).length;
  return `${lines.join('\n')}\n${faults === 0 ? 'All well.' : `Amiss: ${faults}, marked with "!".`}\n`;
}

function lineOf({ name, ok, says, mend }: Check): readonly string[] {
  const sign = ok === false ? '!' : ' ';
  const line = `${sign} ${name.padEnd(18)}${clean(says)}`;
  return mend === undefined ? [line] : [line, `${' '.repeat(20)}→ ${clean(mend)}`];
}

export function sectionsJson(sections: readonly Section[]): string {
  const safe = sections.map(({ title, checks }) => ({
    title,
    checks: checks.map(({ name, ok, says, mend }) => {
      return { name, ok, says: clean(says), mend: mend === undefined ? undefined : clean(mend) };
    }),
  }));
  return `${JSON.stringify({ ok: isHealthy(sections), sections: safe }, null, 2)}\n`;
}
