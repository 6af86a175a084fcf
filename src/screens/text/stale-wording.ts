/** Words for what was marked as stale, and for what is asked before only disabled systems are. */
import type { Notice } from '../../state/root/state.ts';
import type { StaleMarked } from '../../state/fleet/marks/feature.ts';
import type { Of } from '../../state/root/feature.ts';
import type { UnknownAges } from '../../state/fleet/staleness/staleness.ts';
import { type Clean, clean } from './clean.ts';
import { clip, fitting } from './fit.ts';
import { count, plural } from './quantities.ts';

/** A key or a tag may have a long name. */
const longestName = 24;

/** A time is as long as this; a longer text is none. */
const longestTime = 32;

/** `3 of 540 systems have times that rollcall cannot read, for example "…"`, without a full stop; the longest first. */
export function unknownAgeForms({ count: unknown, of, example }: UnknownAges): readonly Clean[] {
  const systems = `${count(unknown)} of ${plural(of, 'system')}`;
  if (example === null) return [clean(`${systems} ${unknown === 1 ? 'has' : 'have'} no time to count from`)];
  const quote = `"${clip(clean(example), longestTime)}"`;
  const short = `${count(unknown)} of ${count(of)} ${unknown === 1 ? 'has an unreadable time' : 'have unreadable times'}`;
  return [
    clean(`${systems} ${unknown === 1 ? 'has a time' : 'have times'} that rollcall cannot read, for example ${quote}`),
    clean(`${short} (${quote})`),
    clean(short),
  ];
}

/** For a cell: `3`, and `3+12?` where the ages of twelve more are not known. */
export function staleCell(stale: number, unknown: number): Clean {
  return clean(unknown === 0 ? count(stale) : `${count(stale)}+${count(unknown)}?`);
}

/** Marked systems, possible surprises among them, and the next key. */
export function staleMarkedSentence(marked: StaleMarked, columns: number): Clean {
  const { count: stale, days, of, passedOver, leftOut, unknown } = marked;
  const odd = unknown === null ? '' : ` Unknown age: ${count(unknown.count)}.`;
  const over = `${passedOver === 0 ? '' : ` ${count(passedOver)} listed under two names: not marked.`}${odd}`;
  const out = leftOut === 0 ? '' : ` ${count(leftOut)} disabled left out (a setting).`;
  if (stale === 0 && unknown !== null) {
    const isAny = unknown.count < unknown.of;
    const known = isAny ? `No known age is over ${count(days)} d` : 'Nothing marked';
    return fitting(
      unknownAgeForms(unknown).map((form) => clean(`${known}: ${form}.${out}`)),
      columns,
    );
  }
  if (stale === 0) {
    const none = clean(`No system is stale (over ${count(days)} d).${out}${over}`);
    return fitting([clean(`${none} S shows other thresholds.`), none], columns);
  }
  const name = of === null ? `stale for more than ${plural(days, 'day')}` : `stale, ${clip(clean(of), longestName)}`;
  const short = of === null ? `stale over ${count(days)} d` : name;
  const tails = tailsOf(marked).map((tail) => `${tail}${out}${over}`);
  const whole = tails.map((tail) => clean(`${count(stale)} marked: ${name}${tail}`));
  const brief = tails.map((tail) => clean(`${count(stale)} marked: ${short}${tail}`));
  const bare = clean(`${count(stale)} marked${tails.at(-1) ?? ''}`);
  return fitting([...shownForms(marked, out + over), ...whole, ...brief, bare], columns);
}

/** Disabled systems that were not in the list before: that they are marked must be seen. */
function shownForms({ count: stale, disabled, hidden, isShowingDisabled }: StaleMarked, rest: string): Clean[] {
  if (!isShowingDisabled || disabled === 0 || hidden > 0) return [];
  const marked = `${count(stale)} marked, ${count(disabled)}`;
  return [
    clean(`${marked} of them disabled: now shown. H hides and unmarks them.${rest}`),
    clean(`${marked} disabled (now shown). H hides and unmarks them.${rest}`),
    clean(`${marked} disabled: H unmarks them.${rest}`),
  ];
}

/** Further remarks, the longest first. */
function tailsOf({ hidden, disabled }: StaleMarked): readonly string[] {
  const parts = [
    ...(disabled === 0 ? [] : [`${count(disabled)} of them disabled`]),
    ...(hidden === 0 ? [] : [`${count(hidden)} hidden by the filter`]),
  ];
  const among = parts.map((part) => `, ${part}`).join('');
  const brief = among.replace(' of them', '').replace(' by the filter', '');
  return [`${among}. d reviews, u undoes.`, `${among}. d reviews.`, `${among}.`, `${brief}.`];
}

/** Nothing was marked yet: the key marks them when it is pressed again. */
export function onlyDisabledSentence(
  { count: disabled, isAnyEnabledStale }: Of<Notice, 'onlyDisabledStale'>,
  columns: number,
): Clean {
  const systems = `${count(disabled)} disabled ${disabled === 1 ? 'system' : 'systems'}`;
  const [long, short] = isAnyEnabledStale
    ? [`Only ${systems} would be added.`, `Only disabled left: ${count(disabled)}.`]
    : [`Only disabled systems are stale: ${count(disabled)}.`, `Only disabled are stale: ${count(disabled)}.`];
  const key = disabled === 1 ? 'it' : 'them';
  return fitting(
    [clean(`${long} s marks ${key}, H hides ${key}.`), clean(`${long} s marks ${key}.`), clean(`${short} s marks.`)],
    columns,
  );
}
