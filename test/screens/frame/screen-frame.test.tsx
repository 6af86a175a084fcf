/** The hint bar, the notice and the banner of every screen. */
import fc from 'fast-check';
import stringWidth from 'string-width';
import { expect, test, describe } from 'vitest';
import { Screen } from '../../../src/screens/screen.tsx';
import type { State } from '../../../src/state/root/state.ts';
import { play } from '../../state/root/play.ts';
import { gallery } from '../gallery.ts';
import { drawn } from '../parts/drawn.ts';
import {
  bannerNotice,
  fittingHints,
  HintBar,
  type NoticeWords,
  noticeLines,
} from '../../../src/screens/frame/notices.tsx';
import { type Crumbs, Frame, TopLine } from '../../../src/screens/frame/screen-frame.tsx';
import { aSession, aState } from '../../support/make.ts';
import { holds, property } from '../../support/property.ts';
import { wrapText } from '../../../src/screens/text/fit.ts';
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { clean } from '../../../src/screens/text/clean.ts';
import { bodyRows } from '../../../src/state/kernel/list-view.ts';

function madeAs(name: string): State {
  const state = gallery[name]?.();
  if (state === undefined) throw new Error(`There is no ${name}.`);
  return state;
}

function hintsOf(state: State): string {
  return drawn(<Screen state={state} />, state.columns).at(-1) ?? '';
}

test.each(['details', 'review', 'history, none', 'keys seen', 'review, being read again'])(
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
  const browsing = play(madeAs('deletion, going'), { kind: 'runLeft' }).state;
  expect(hintsOf(browsing)).toMatch(/^J deletion {2}space mark/);
  expect(hintsOf(madeAs('deletion, going'))).not.toContain('J deletion');
});

test('while systems are marked, the key that reviews them is named at any width', () => {
  const marked = madeAs('systems, marked');
  for (const columns of [30, 40, 60, 80, 120]) expect(hintsOf({ ...marked, columns })).toContain('d review');
  expect(hintsOf({ ...madeAs('systems, some'), columns: 40 })).not.toContain('d review');
});

test('the review says what its keys do to the row under the cursor', () => {
  expect(hintsOf(madeAs('review'))).toContain('space exclude');
  expect(hintsOf(play(madeAs('review'), { kind: 'reviewItemToggled', stays: true }).state)).toContain('space include');
  const guarded = madeAs('review, a guard');
  expect(hintsOf(guarded)).toMatch(/! include {2}enter details/);
  expect(hintsOf(guarded)).not.toContain('space');
  expect(hintsOf(play(guarded, { kind: 'guardToggled' }).state)).toMatch(/space exclude {2}! protect/);
});

test('a help that is longer than the screen says which part of it is shown', () => {
  const statusOf = (state: State): string | undefined => drawn(<Screen state={state} />, state.columns)[1];
  const help = madeAs('help');
  expect(statusOf(help)).toMatch(/^lines 1–19 of \d+, j and k move, q returns$/);
  expect(statusOf({ ...help, columns: 200, rows: 50 })).toBe('');
});

const hour = 3_600_000;

test('says by how much a clock differs, until it is put away', () => {
  const ahead = aState({ clock: { kind: 'ahead', ms: 3 * hour } });
  expect(bannerNotice(ahead)?.sentence).toContain('3 h ahead');
  expect(bannerNotice(aState({ clock: { kind: 'behind', ms: 3 * hour } }))?.sentence).toContain('3 h behind');
  expect(bannerNotice(aState({ clock: { kind: 'unverified' } }))?.sentence).toContain('Ages are unverified');
  expect(bannerNotice({ ...ahead, program: { ...ahead.program, dismissed: new Set(['clock'] as const) } })).toBeNull();
  expect(bannerNotice(aState())).toBeNull();
});

test('a banner that is longer than its line keeps the key that hides it', () => {
  const message =
    'Settings file: unknown key "staleDaysOfTheWholeOrganisation" for "production". Did you mean staleDays?';
  const state = aState({ session: { ...aSession(), preferencesProblem: message } });
  const lineAt = (columns: number): string =>
    drawn(<Screen state={{ ...state, columns }} />, columns)[2]?.trimEnd() ?? '';
  for (const columns of [40, 80, 100]) expect(lineAt(columns)).toMatch(/^! Settings file: .* x hides$/);
  expect(lineAt(120)).toBe(`! ${message} x hides`);
});

test('warns of unchecked certificates before anything else, as long as the program runs', () => {
  const session = { ...aSession(), isTlsUnchecked: true };
  const state = aState({ session, clock: { kind: 'ahead', ms: hour }, dismissed: new Set(['clock'] as const) });
  expect(bannerNotice(state)?.sentence).toContain('NODE_TLS_REJECT_UNAUTHORIZED=0');
});

const hints = [
  { key: clean('space'), does: clean('mark') },
  { key: clean('s'), does: clean('mark stale') },
  { key: clean('d'), does: clean('review 227') },
  { key: clean(':'), does: clean('commands'), isAlwaysThere: true },
  { key: clean('?'), does: clean('help'), isAlwaysThere: true },
];

interface Size {
  readonly columns: number;
  readonly rows: number;
}

function crumbs(place: string | null, labels: readonly string[], title: string | null) {
  return {
    program: clean('rollcall'),
    place: place === null ? null : { text: clean(place) },
    labels: labels.map((text) => ({ text: clean(text) })),
    title: title === null ? null : clean(title),
  };
}

function aFrame({ columns, rows }: Size, body: ReactNode, notice?: ReactNode): ReactNode {
  return (
    <Frame
      columns={columns}
      rows={rows}
      crumbs={crumbs('Northwind Traders', ['DEMO'], 'Systems')}
      pending={[{ text: clean('227 marked') }]}
      facts={clean('12,431 systems · disabled hidden')}
      notice={notice}
      hints={hints}
    >
      {body}
    </Frame>
  );
}

const numbered = (length: number, columns: number): ReactNode =>
  Array.from({ length }, (_, index) => <Text key={index}>{`line ${index} `.padEnd(columns, '-')}</Text>);

test('crumbs and what is pending, facts, body, notice and hints stand in this order', () => {
  const lines = drawn(aFrame({ columns: 80, rows: 24 }, <Text>the body</Text>, <Text>a notice</Text>), 80);
  expect(lines[0]).toBe('rollcall › Northwind Traders DEMO › Systems'.padEnd(80 - '227 marked'.length) + '227 marked');
  expect(lines[1]).toBe('12,431 systems · disabled hidden');
  expect(lines.slice(2, 5)).toEqual(['', 'the body', '']);
  expect(lines.at(-2)).toBe('a notice');
  expect(lines.at(-1)).toBe(
    'space mark  s mark stale  d review 227'.padEnd(80 - ': commands  ? help'.length) + ': commands  ? help',
  );
});

test.each([
  ['none', undefined, ''],
  ['more than a line', <Text>{'one\ntwo'}</Text>, 'one'],
])('with a notice of %s, the hints keep the last line', (_, notice, shown) => {
  const lines = drawn(aFrame({ columns: 80, rows: 24 }, numbered(50, 80), notice), 80);
  expect(lines.at(-2)).toBe(shown);
  expect(lines.at(-1)).toMatch(/^space mark/);
});

test('a low terminal has no blank line, and gives it to the body', () => {
  const lines = drawn(aFrame({ columns: 80, rows: 10 }, <Text>the body</Text>), 80);
  expect(lines[2]).toBe('the body');
});

test('the lines stay in place without facts', () => {
  const frame = (
    <Frame columns={80} rows={10} crumbs={crumbs(null, [], null)} hints={hints}>
      <Text>the body</Text>
    </Frame>
  );
  expect(drawn(frame, 80)[2]).toBe('the body');
});

describe.each<Size>([
  { columns: 80, rows: 24 },
  { columns: 120, rows: 40 },
  { columns: 40, rows: 10 },
  { columns: 30, rows: 8 },
])('at $columns×$rows', (size) => {
  const lines = drawn(aFrame(size, numbered(200, size.columns + 50), <Text>a notice</Text>), size.columns);

  test('the frame is as high as the terminal, and no wider', () => {
    expect(lines).toHaveLength(size.rows);
    expect(Math.max(...lines.map((line) => stringWidth(line)))).toBeLessThanOrEqual(size.columns);
  });

  test('a body that is too long is cut, and pushes nothing out', () => {
    expect(lines.at(-1)).toMatch(/^space mark .*\?(?: help)?$/);
    expect(lines.at(-2)).toBe('a notice');
    const body = drawn(aFrame(size, numbered(200, size.columns)), size.columns);
    expect(body.filter((line) => line.startsWith('line '))).toHaveLength(bodyRows(size.rows));
  });
});

test('sentences that are too high for a low body are cut at its foot, and none is drawn over another', () => {
  const body = ['It is longer than a line.', '', 'So is the one that stands below.', '', 'A choice.', 'Another.'];
  const node = body.map((text, at) => <Text key={at}>{text === '' ? ' ' : text}</Text>);
  const lines = drawn(aFrame({ columns: 30, rows: 8 }, node), 30);
  expect(lines.slice(2, 6)).toEqual(['It is longer than a line.', '', 'So is the one that stands', 'below.']);
});

describe('a terminal that is too small', () => {
  test.each<Size>([
    { columns: 29, rows: 24 },
    { columns: 80, rows: 7 },
    { columns: 20, rows: 5 },
    { columns: 1, rows: 1 },
  ])('of $columns×$rows is told so, in its own size', (size) => {
    const lines = drawn(aFrame(size, <Text>the body</Text>), size.columns);
    expect(lines).toHaveLength(size.rows);
    expect(Math.max(...lines.map((line) => stringWidth(line)))).toBeLessThanOrEqual(size.columns);
    expect(lines.join('\n')).not.toContain('the body');
  });

  test('learns what is needed', () => {
    const told = (columns: number, rows: number) =>
      drawn(aFrame({ columns, rows }, null), columns).join(' ').replaceAll(/\s+/g, ' ').trim();
    const sentence = 'rollcall needs a terminal of 30×8. This one is';
    expect(told(80, 5)).toBe(`${sentence} 80×5: enlarge it.`);
    expect(told(28, 7)).toBe(`${sentence} 28×7: enlarge it.`);
    expect(told(20, 5)).toBe(`${sentence} 20×5: enlarge it.`);
    expect(told(12, 1)).toBe('rollcall');
  });
});

const top = (columns: number, about: Crumbs, ...pending: readonly string[]): string =>
  drawn(
    <TopLine columns={columns} crumbs={about} pending={pending.map((text) => ({ text: clean(text) }))} />,
    columns,
  ).join();

const northwind = crumbs('Northwind', ['PROD'], 'Systems');

test('the pending request ends at the right edge', () => {
  expect(top(50, northwind, '227 marked')).toBe('rollcall › Northwind PROD › Systems     227 marked');
});

test.each([
  ['nothing but the program', crumbs(null, [], null), 'rollcall'],
  ['a screen before any address is known', crumbs(null, [], 'Sign in'), 'rollcall › Sign in'],
  ['a label without a place', crumbs(null, ['DEMO'], 'Sign in'), 'rollcall › DEMO › Sign in'],
  ['a place that is the screen', crumbs('api.example.com', [], null), 'rollcall › api.example.com'],
])('%s', (_, about, line) => {
  expect(top(60, about)).toBe(line);
});

test.each([
  [40, 'Northwind PROD › Systems      227 marked'],
  [36, 'Northwi… PROD › Systems   227 marked'],
  [30, 'Northwind PROD › Systems'],
])('in %i cells the program goes first, then the place is cut, then what is pending goes', (columns, line) => {
  expect(top(columns, northwind, '227 marked')).toBe(line);
});

test('a long name is cut to an ellipsis before the screen, and the screen before a label', () => {
  const about = crumbs('Northwind Traders of the Whole World', ['PROD'], 'Delete 89 systems');
  expect(top(44, about)).toBe('Northwind Traders… PROD › Delete 89 systems');
  expect(top(30, about)).toBe('Nort… PROD › Delete 89 systems');
  expect(top(24, about)).toBe('… PROD › Delete 89…');
});

test('the path of an operation is cut in front, and only where it must', () => {
  const path = { method: clean('DELETE'), path: clean('…/systems/{systemId}/tags/{tag}') };
  const about = { ...northwind, title: path };
  expect(top(60, about)).toBe('Northwind PROD › DELETE …/systems/{systemId}/tags/{tag}');
  expect(top(40, about)).toBe('… PROD › DELETE …s/{systemId}/tags/{tag}');
});

test('where a pending request has no room, it goes', () => {
  expect(top(34, northwind, '9 of 12', '227 marked', 'more')).toBe('Northwind PROD › Systems   9 of 12');
});

test('wide characters are counted by their cells', () => {
  const line = top(30, crumbs('東京東京東京東京東京', [], 'Systems'), '3 marked');
  expect(line).toBe('東京東京… › Systems   3 marked');
  expect(stringWidth(line)).toBe(30);
});

const bar = (columns: number): string => drawn(<HintBar columns={columns} hints={hints} />, columns).join();

test('commands and help are at the right, and the hints of the screen give way to them', () => {
  expect(bar(60)).toBe('space mark  s mark stale  d review 227    : commands  ? help');
  expect(bar(57)).toBe('space mark  s mark stale  d review 227               :  ?');
  expect(bar(30)).toBe('space mark  s mark stale  :  ?');
  expect(bar(20)).toBe('space mark      :  ?');
});

test('the way back is left out last', () => {
  const all = [
    ...hints.slice(0, 3),
    { key: clean('esc'), does: clean('back'), isLeftOutLast: true },
    ...hints.slice(3),
  ];
  const at = (columns: number): string => drawn(<HintBar columns={columns} hints={all} />, columns).join();
  expect(at(44)).toMatch(/^space mark {2}s mark stale {2}esc back +: {2}\?$/);
  expect(at(30)).toMatch(/^space mark {2}esc back +: {2}\?$/);
});

test('without them, the first hint stays, cut if need be', () => {
  const one = [{ key: clean('enter'), does: clean('continue') }];
  expect(drawn(<HintBar columns={10} hints={[...one, ...one]} />, 10).join()).toBe('enter con…');
});

test('no hints are an empty line', () => {
  expect(fittingHints([], 80)).toEqual({ left: [], right: [] });
});

test('the remaining parts fit, are in order, and would not fit with one more', () => {
  const hint = fc.record({
    key: fc.string({ minLength: 1, maxLength: 5 }).map(clean),
    does: fc.string({ maxLength: 20 }).map(clean),
  });
  holds([fc.array(hint, { minLength: 1, maxLength: 9 }), fc.integer({ min: 30, max: 120 })], (all, columns) => {
    const cells = (shown: typeof all): number =>
      shown.map(({ key, does }) => (does === '' ? key : `${key} ${does}`)).join('  ').length;
    const fixed = { key: clean('?'), does: clean('help'), isAlwaysThere: true };
    const { left, right } = fittingHints([...all, fixed], columns);
    const next = all.at(left.length);
    expect(right.map(({ key }) => key)).toEqual(['?']);
    expect(cells([...left, ...right])).toBeLessThanOrEqual(columns);
    expect(left).toEqual(all.slice(0, left.length));
    if (next !== undefined) expect(cells([...left, next, ...right])).toBeGreaterThan(columns);
  });
});

const sentence = clean('rollcall stopped waiting after 30 s: no answer (GET systems).');
const next = clean('r retries.');

const linesAt = (columns: number, more: Partial<NoticeWords> = {}) =>
  noticeLines({ sentence, next, isWarning: true, ...more }, columns);

test('the sign, the sentence, and what can be done', () => {
  expect(linesAt(80)).toEqual([`! ${sentence} ${next}`]);
});

test('a notice without room takes the line of the hints, and what can be done stays in any width', () => {
  expect(linesAt(40)).toEqual(['! rollcall stopped waiting after 30 s:', 'no answer (GET systems). r retries.']);
  expect(linesAt(30)).toEqual(['! rollcall stopped waiting', 'after 30 s: no… r retries.']);
});

const anySentence = fc
  .array(fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 4 })
  .map((sentences) => sentences.map((words) => `${words.join(' ')}.`));

property(
  'a notice is whole wherever it fits, in one line or two; else it is cut at its end',
  [anySentence, fc.integer({ min: 30, max: 160 }), fc.constantFrom('foot', 'lasting', 'passing')],
  (sentences, columns, kind) => {
    const which = kind === 'foot' ? { isFoot: true as const } : kind === 'lasting' ? { isLasting: true as const } : {};
    const lines = noticeLines({ sentence: clean(sentences.join(' ')), ...which }, columns);
    const isWide = columns >= 80;
    const most = kind === 'passing' || (kind === 'lasting' && !isWide) ? 2 : 1;
    expect(lines.length).toBeLessThanOrEqual(most);
    expect(Math.max(...lines.map((line) => stringWidth(line)))).toBeLessThanOrEqual(columns);
    const whole = clean(sentences.join(' '));
    const shown = lines.join(' ');
    if (wrapText(whole, columns).length <= most) expect(shown).toBe(whole);
    else expect(whole.startsWith(shown.replace(/…$/, '').trimEnd())).toBe(true);
  },
);
