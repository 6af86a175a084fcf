/** Words for what was marked as stale, and for what is asked before only disabled systems are. */
import type { Notice } from '../../state/root/state.ts';
import type { StaleMarked } from '../../state/fleet/marks/feature.ts';
import type { Of } from '../../state/root/feature.ts';
import type { UnknownAges } from '../../state/fleet/staleness/staleness.ts';
import { type Clean, clean } from './clean.ts';
import { clip } from './fit.ts';
import { count, plural } from './quantities.ts';

/** A key or a tag may have a long name. */
const longestName = 24;

/** A time is as long as this; a longer text is none. */
const longestTime = 32;

/** `3 of 540 systems have unreadable times ("…")`, without a full stop. */
export function unknownAgeWords({ count: unknown, of, example }: UnknownAges): Clean {
  const some = `${count(unknown)} of ${plural(of, 'system')}`;
  if (example === null) return clean(`${some} ${unknown === 1 ? 'has' : 'have'} no time to count from`);
  const quote = `"${clip(clean(example), longestTime)}"`;
  return clean(`${some} ${unknown === 1 ? 'has an unreadable time' : 'have unreadable times'} (${quote})`);
}

/** For a cell: `3`, and `3+12?` where the ages of twelve more are not known. */
export function staleCell(stale: number, unknown: number): Clean {
  return clean(unknown === 0 ? count(stale) : `${count(stale)}+${count(unknown)}?`);
}

/** Marked systems, possible surprises among them, and the next key. */
export function staleMarkedSentence(marked: StaleMarked): Clean {
  const { count: stale, days, of, passedOver, leftOut, unknown, disabled, hidden, isShowingDisabled } = marked;
  const odd = unknown === null ? '' : ` Unknown age: ${count(unknown.count)}.`;
  const over = `${passedOver === 0 ? '' : ` ${count(passedOver)} listed under two names: not marked.`}${odd}`;
  const out = leftOut === 0 ? '' : ` ${count(leftOut)} disabled left out (a setting).`;
  if (stale === 0 && unknown !== null) {
    const known = unknown.count < unknown.of ? `No known age is over ${count(days)} d` : 'Nothing marked';
    return clean(`${known}: ${unknownAgeWords(unknown)}.${out}`);
  }
  if (stale === 0) return clean(`No system is stale (over ${count(days)} d). S shows other thresholds.${out}${over}`);
  // Disabled systems that were not in the list before: that they are marked must be seen.
  if (isShowingDisabled && disabled > 0 && hidden === 0) {
    const shown = `${count(stale)} marked, ${count(disabled)} of them disabled: now shown`;
    return clean(`${shown}. H hides and unmarks them.${out}${over}`);
  }
  const name = of === null ? `stale over ${count(days)} d` : `stale, ${clip(clean(of), longestName)}`;
  const parts = [
    ...(disabled === 0 ? [] : [`, ${count(disabled)} of them disabled`]),
    ...(hidden === 0 ? [] : [`, ${count(hidden)} hidden by the filter`]),
  ];
  return clean(`${count(stale)} marked: ${name}${parts.join('')}. d reviews, u undoes.${out}${over}`);
}

/** Nothing was marked yet: the key marks them when it is pressed again. */
export function onlyDisabledSentence({ count: disabled, isAnyEnabledStale }: Of<Notice, 'onlyDisabledStale'>): Clean {
  const what = isAnyEnabledStale
    ? `Only ${count(disabled)} disabled ${disabled === 1 ? 'system' : 'systems'} would be added.`
    : `Only disabled systems are stale: ${count(disabled)}.`;
  const key = disabled === 1 ? 'it' : 'them';
  return clean(`${what} s marks ${key}, H hides ${key}.`);
}
