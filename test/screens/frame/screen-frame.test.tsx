/** The hint bar, the notice and the banner of every screen. */
import { expect, test } from 'vitest';
import { Screen } from '../../../src/screens/screen.tsx';
import type { State } from '../../../src/state/state.ts';
import { play } from '../../state/play.ts';
import { gallery } from '../gallery.ts';
import { drawn } from '../parts/drawn.ts';
import { bannerSentence } from '../../../src/screens/frame/screen-frame.tsx';
import { aSession, aState } from '../../support/make.ts';

function madeAs(name: string): State {
  const state = gallery[name]?.();
  if (state === undefined) throw new Error(`There is no ${name}.`);
  return state;
}

function hintsOf(state: State): string {
  return drawn(<Screen state={state} />, state.columns).at(-1) ?? '';
}

test.each(['details', 'review', 'runs, none', 'keys seen', 'review, being read again'])(
  'screens that are opened in passing say where esc leads: %s',
  (name) => {
    expect(hintsOf(madeAs(name))).toContain('esc back');
  },
);

test('where a filter hides systems, the last line says how all are seen again', () => {
  const wide = { columns: 120, rows: 24 };
  expect(hintsOf({ ...madeAs('systems, some'), ...wide })).not.toContain('esc');
  expect(hintsOf({ ...madeAs('systems, none matches'), ...wide })).toContain('esc show all');
});

test('while a run is in progress, the key back to it stands first on every other screen', () => {
  const browsing = play(madeAs('run, going'), { kind: 'runLeft' }).state;
  expect(hintsOf(browsing)).toMatch(/^J the run {2}space mark/);
  expect(hintsOf(madeAs('run, going'))).not.toContain('J the run');
});

test('the review says what its keys do to the row under the cursor', () => {
  expect(hintsOf(madeAs('review'))).toContain('space take out');
  expect(hintsOf(play(madeAs('review'), { kind: 'reviewItemToggled' }).state)).toContain('space put back');
  const guarded = madeAs('review, a guard');
  expect(hintsOf(guarded)).toMatch(/! lift the guard {2}esc back/);
  expect(hintsOf(guarded)).not.toContain('space');
  expect(hintsOf(play(guarded, { kind: 'guardToggled' }).state)).toMatch(/space take out {2}! set the guard/);
});

test('a help that is longer than the screen says which part of it is shown', () => {
  const statusOf = (state: State): string | undefined => drawn(<Screen state={state} />, state.columns)[1];
  const help = madeAs('help');
  expect(statusOf(help)).toMatch(/^Keys of this screen · lines 1–19 of \d+, j and k move$/);
  expect(statusOf({ ...help, columns: 200, rows: 50 })).toBe('Keys of this screen');
});

test('what was marked as stale is said whole in a narrow terminal, without the hint at what comes next', () => {
  const notice = { kind: 'staleMarked', count: 3821, passedOver: 0, days: 90, hidden: 0, disabled: 341 } as const;
  const saidAt = (columns: number): string | undefined =>
    drawn(<Screen state={{ ...madeAs('systems, some'), notice, columns }} />, columns).at(-2);
  expect(saidAt(80)).toBe('Marked as stale: 3,821, 341 of them disabled. d reviews them.');
  expect(saidAt(60)).toBe('Marked as stale: 3,821, 341 of them disabled.');
});

const hour = 3_600_000;

test('says by how much a clock differs, until it is put away', () => {
  const ahead = aState({ clock: { kind: 'ahead', ms: 3 * hour } });
  expect(bannerSentence(ahead)).toContain('3 h ahead');
  expect(bannerSentence(aState({ clock: { kind: 'behind', ms: 3 * hour } }))).toContain('3 h behind');
  expect(bannerSentence(aState({ clock: { kind: 'unverified' } }))).toContain('Ages are unverified');
  expect(
    bannerSentence({ ...ahead, program: { ...ahead.program, dismissed: new Set(['clock'] as const) } }),
  ).toBeNull();
  expect(bannerSentence(aState())).toBeNull();
});

test('warns of unchecked certificates before anything else, as long as the program runs', () => {
  const session = { ...aSession(), isTlsUnchecked: true };
  const state = aState({ session, clock: { kind: 'ahead', ms: hour }, dismissed: new Set(['clock'] as const) });
  expect(bannerSentence(state)).toContain('NODE_TLS_REJECT_UNAUTHORIZED=0');
});
