import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { System } from '../../../../src/api/system.ts';
import { stateSign } from '../../../../src/screens/fleet/system-signs.ts';
import { protectBinding } from '../../../../src/screens/account/settings-screens.tsx';
import { hintOf } from '../../../../src/screens/screen-definition.ts';
import { filterContext } from '../../../../src/state/fleet/list/feature.ts';
import { guardsOf, isProtected, isProtectedByYou } from '../../../../src/state/fleet/protection/guards.ts';
import { obstacleOf, phraseOf } from '../../../../src/state/removal/review/opening.ts';
import { chosenItems, groupOf } from '../../../../src/state/removal/review/review.ts';
import { noMarks, withMarked } from '../../../../src/state/fleet/marks/marks.ts';
import type { Action, State } from '../../../../src/state/root/state.ts';
import { aSession, aStateOf, noGuards, systemsOf } from '../../../support/make.ts';
import { aReview, aRun, journalOpened, rechecked, recorded, reread, typed } from '../../removal/deletion/story.ts';
import { play, type Played, shownIds } from '../../root/play.ts';
import { property } from '../../../support/property.ts';

const protects: Action = { kind: 'protectionToggled' };
const down: Action = { kind: 'moved', motion: 'down' };

property(
  'p protects the system under the cursor, and p again stops that; each is remembered',
  [fc.array(fc.nat({ max: 4 }), { maxLength: 12 })],
  (rows) => {
    const start = aStateOf(systemsOf(5), { guards: noGuards });
    const presses = rows.flatMap<Action>((row) => [
      { kind: 'moved', motion: 'first' },
      ...Array<Action>(row).fill(down),
      protects,
    ]);
    const { state, effects } = play(start, ...presses);
    const odd = systemsOf(5).filter((_, at) => rows.filter((row) => row === at).length % 2 === 1);
    expect(state.settings.guards.systems).toEqual(new Set(odd.map(({ systemId }) => systemId)));
    // Contents of the file after all of that.
    const kept = new Set<string>();
    for (const effect of effects) {
      if (effect.kind !== 'rememberProtected') continue;
      if (effect.isProtected) kept.add(effect.systemId);
      else kept.delete(effect.systemId);
    }
    expect(kept).toEqual(state.settings.guards.systems);
  },
);

test.each([
  [{}, /is protected for good\. p undoes\.$/],
  [{ isDemo: true }, /is protected for this session only\. p undoes\.$/],
  [{ preferencesProblem: 'Your settings last for this session only.' }, /for this session only/],
])('where the session is %j, it says for how long', (about, words) => {
  const { state } = play(aStateOf(systemsOf(1), { session: aSession(about) }), protects);
  expect(state.notice).toMatchObject({ kind: 'said', text: expect.stringMatching(words) as string });
});

function reviewed(count: number, guards = noGuards): State {
  const systems = systemsOf(count);
  const opened = play(aStateOf(systems, { guards, marks: withMarked(noMarks, systems, { by: 'hand' }) }), {
    kind: 'reviewOpened',
    does: 'delete',
  });
  const checked = systems.map((system) => reread(system));
  return play(opened.state, ...checked, { kind: 'timerEnded', timer: 'arm' }).state;
}

function saves(...actions: readonly Action[]): readonly Action[] {
  return [{ kind: 'settingsOpened', about: 'guards' }, ...actions, { kind: 'settingsApplied' }];
}

test('an open review follows the rules that are changed in it, and the phrase with them', () => {
  const blocked = reviewed(4, { ...noGuards, share: 50 });
  const { review } = blocked;
  expect(review && obstacleOf(review)?.kind).toBe('share');
  const share: Action[] = [down, down, down, down, { kind: 'textEdited', text: '100' }];
  const asked = play(blocked, ...saves(...share)).state;
  expect(asked.overlay).toMatchObject({ kind: 'weakening', weakened: [{ from: '50', to: '100' }] });
  expect(asked.review && obstacleOf(asked.review)?.kind).toBe('share');
  const { state } = play(asked, { kind: 'weakeningConfirmed' });
  expect(state).toMatchObject({ overlay: null, screen: { kind: 'review' } });
  expect(state.review !== null && obstacleOf(state.review) === null && phraseOf(state.review)).toBe(
    'delete 4 from Northwind',
  );
});

test('a rule that is added in a review protects what it names, also where another protection was lifted', () => {
  const one = systemsOf(3)[0]?.systemId ?? '';
  const byYou = { ...noGuards, systems: new Set([one]) };
  const review = reviewed(3, byYou);
  const lifted = play(review, ...includes).state;
  expect(lifted.review?.items.map(groupOf)).toEqual(['taken', 'taken', 'taken']);
  const { state } = play(lifted, ...saves(down, down, { kind: 'textEdited', text: '99999' }));
  expect(state.review === null ? null : chosenItems(state.review)).toEqual([]);
});

/** The first protected system is included. */
const includes: readonly Action[] = [{ kind: 'reviewGroupShown', group: 'protected' }, { kind: 'guardToggled' }];

function intents(effects: Played['effects']): readonly unknown[] {
  return effects.flatMap((effect) => (effect.kind === 'recordIntent' ? [effect.systemId] : []));
}

test('a system that is protected while it is deleted is kept, unless its deletion was requested', () => {
  const going = play(aRun(2), { kind: 'runLeft' }, protects).state;
  const { state, effects } = play(going, rechecked('S0'), rechecked('S1'));
  expect(state.deletion?.settled).toMatchObject([{ system: { systemId: 'S0' }, outcome: { why: 'protected' } }]);
  expect(intents(effects)).toEqual(['S1']);

  // While its record is saved it can still be kept; after that it is too late, and that is said.
  const inTime = play(state, down, protects, recorded('S1'));
  expect(inTime.effects.filter(({ kind }) => kind === 'changeSystem')).toEqual([]);
  const late = play(state, down, recorded('S1'), protects);
  expect(late.state.notice).toMatchObject({
    kind: 'warning',
    text: 'Protected, but its deletion was already requested.',
  });
});

test.each([
  ['delete', 'its deletion'],
  ['disable', 'disabling it'],
] as const)('one that is protected too late to %s is told of %s', (does, its) => {
  const going = play(aRun(2, {}, does), rechecked('S0'), recorded('S0'), { kind: 'runLeft' }).state;
  const { state } = play(going, protects);
  expect(state.notice).toEqual({ kind: 'warning', text: `Protected, but ${its} was already requested.` });
});

test.each([
  ['a'.repeat(24), 'a'.repeat(24)],
  ['a'.repeat(25), `${'a'.repeat(23)}…`],
  [null, 'S0'],
])('a system named %j is told of as %s', (hostname, shown) => {
  const { state } = play(aStateOf(systemsOf(1, () => ({ hostname }))), protects);
  expect(state.notice).toMatchObject({ text: `◆ ${shown} is protected for good. p undoes.` });
});

test('a system that was included in the review is kept once p protects it again', () => {
  const lifted = play(aReview(1, { guards: { ...noGuards, systems: new Set(['S0']) } }), ...includes);
  const going = play(lifted.state, ...typed('delete 1'), journalOpened, { kind: 'runLeft' }).state;
  expect(intents(play(going, rechecked('S0')).effects)).toEqual(['S0']);
  expect(intents(play(going, protects, rechecked('S0')).effects)).toEqual(['S0']);
  expect(intents(play(going, protects, protects, rechecked('S0')).effects)).toEqual([]);
});

test('a system that another session protects is kept, and one that was included here stays included', () => {
  const review = aReview(2, { guards: { ...noGuards, systems: new Set(['S0']) } });
  const run = play(review, ...includes, ...typed('delete 2')).state;
  const found: Action = { kind: 'protectionFound', run: 2, systems: new Set(['S0', 'S1']) };
  const { state, effects } = play(run, found, journalOpened, rechecked('S0'), rechecked('S1'));
  expect(intents(effects)).toEqual(['S0']);
  expect(state.settings.guards.systems).toEqual(new Set(['S0', 'S1']));
});

/** As a person may type or paste an id: in another case, with blanks or what nobody sees, or composed otherwise. */
const anySpelling = (id: string): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom(
        (text: string) => text,
        (text: string) => text.toUpperCase(),
        (text: string) => text.toLowerCase(),
      ),
      fc.constantFrom('NFC', 'NFD', 'NFKC'),
      fc.tuple(...[0, 1, 2].map(() => fc.constantFrom('', ' ', '\t', '\n', '\u00A0', '\u200B', '\uFEFF'))),
    )
    .map(([cased, form, [before, within, after]]) => {
      const text = cased(id).normalize(form);
      return `${before}${text.slice(0, 2)}${within}${text.slice(2)}${after}`;
    });

describe('an id that a person spelled otherwise', () => {
  const id = 'Sé-7fA';
  const [system] = systemsOf(1, () => ({ systemId: id })) as [System];
  const spelled = fc.uniqueArray(anySpelling(id), { minLength: 1, maxLength: 4 });

  property('protects in every place that asks, and p takes all of its spellings away', [spelled], (ids) => {
    const guards = { ...noGuards, systems: new Set([...ids, 'another']) };
    const guarding = { guards, address: null };
    const start = aStateOf([system], { guards });
    const answers = [
      guardsOf(system, guarding, start.now).some(({ kind }) => kind === 'byYou'),
      isProtected(system, guarding),
      isProtectedByYou({ guarding, lifted: new Map() }, id),
      stateSign(start)(system)?.message === 'protected',
      filterContext(start).isProtected(system),
      hintOf(protectBinding, start) === 'stop protecting',
    ];
    expect(answers).toEqual(answers.map(() => true));
    const { state, effects } = play(start, protects);
    expect([...state.settings.guards.systems]).toEqual(['another']);
    expect(effects).toContainEqual(
      expect.objectContaining({ kind: 'rememberProtected', systemId: id, isProtected: false }),
    );
    expect(isProtected(system, { guards: state.settings.guards, address: null })).toBe(false);
  });

  property(
    'keeps the system in a deletion that another session protects it from, also where it was included',
    [anySpelling('S0')],
    (spelling) => {
      const lifted = play(aReview(2, { guards: { ...noGuards, systems: new Set(['S0']) } }), ...includes);
      const run = play(lifted.state, ...typed('delete 2')).state;
      const found: Action = { kind: 'protectionFound', run: 2, systems: new Set([spelling]) };
      const { effects } = play(run, found, journalOpened, rechecked('S0'), rechecked('S1'));
      // A system included under this very spelling was known when it was.
      expect(intents(effects)).toEqual(spelling === 'S0' ? ['S0', 'S1'] : ['S1']);
    },
  );

  test('of another system protects nothing', () => {
    const guarding = {
      guards: { ...noGuards, systems: new Set(['Sé-7fB', 'Sé-7f', 'Sé-7fA7', '', ' ']) },
      address: null,
    };
    expect(isProtected(system, guarding)).toBe(false);
  });
});

test('a filter for protected systems follows p and the rules at once', () => {
  const systems = systemsOf(3, (at) => (at === 2 ? { tags: ['prod'] } : {}));
  const typed: Action[] = [
    { kind: 'filterOpened' },
    { kind: 'textEdited', text: 'is:protected' },
    { kind: 'promptAccepted' },
  ];
  const one = play(aStateOf(systems, { guards: noGuards }), protects, ...typed).state;
  expect(shownIds(one)).toEqual(['S0']);
  const two = play(one, ...saves({ kind: 'textEdited', text: 'prod' })).state;
  expect(shownIds(two)).toEqual(['S0', 'S2']);
  expect(shownIds(play(two, protects).state)).toEqual(['S2']);
});
