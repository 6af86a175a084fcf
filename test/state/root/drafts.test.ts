/** A key press never throws typed text away: a field that was left with esc has it again. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fieldText } from '../../../src/state/root/navigation.ts';
import type { Action, State } from '../../../src/state/root/state.ts';
import { anOrganisation, aState, aStateOf, systemsOf } from '../../support/make.ts';
import { play } from './play.ts';
import { property } from '../../support/property.ts';

const esc: Action = { kind: 'keyPressed', action: { kind: 'wentBack' } };
const enter: Action = { kind: 'promptAccepted' };
const list = aStateOf(systemsOf(3));
const organisations = aState({
  organisation: null,
  organisations: { kind: 'ready', value: [anOrganisation()] },
  screen: { kind: 'organisations' },
});

function types(text: string): Action {
  return { kind: 'textEdited', text };
}

describe.each<[string, State, Action]>([
  ['a search', list, { kind: 'searchOpened' }],
  ['a filter', list, { kind: 'filterOpened' }],
  ['a pattern', list, { kind: 'patternOpened' }],
  ['a description of a key', list, { kind: 'newKeyOpened' }],
  ['the id of an organisation', organisations, { kind: 'organisationIdAsked' }],
  ['a filter of organisations', organisations, { kind: 'organisationFilterOpened' }],
])('%s', (_, start, opens) => {
  test('that was left with esc is there again, and shows what it did', () => {
    const typed = play(start, opens, types('name:x'));
    const again = play(typed.state, esc, opens).state;
    expect(fieldText(again)).toBe('name:x');
    expect(again.list.listing.view.filter.text).toBe(typed.state.list.listing.view.filter.text);
    expect(again.organisations.filter).toBe(typed.state.organisations.filter);
  });

  test('that was emptied, or not touched, leaves nothing behind', () => {
    expect(fieldText(play(start, opens, types('x'), types(''), esc, opens).state)).toBe('');
    expect(fieldText(play(start, opens, esc, opens).state)).toBe('');
  });

  property('keeps what any keys type', [fc.array(fc.stringMatching(/^[a-z: ]{1,9}$/), { minLength: 1 })], (texts) => {
    const { state } = play(start, opens, ...texts.map(types), esc, opens);
    const last = texts.at(-1) ?? '';
    expect(fieldText(state)).toBe(last.trim() === '' ? '' : last);
  });
});

test('an applied text is in force, and not kept beside it', () => {
  const applied = play(list, { kind: 'patternOpened' }, types('name:s0'), enter, { kind: 'patternOpened' }).state;
  expect(fieldText(applied)).toBe('');
});

test('a filter that was left changes nothing until it is opened again', () => {
  const left = play(list, { kind: 'filterOpened' }, types('name:nothing'), esc).state;
  expect(left.list.listing.view.filter.text).toBe('');
});

test('a token that was typed in the wrong field is kept nowhere', () => {
  const token = 'aB3'.repeat(21);
  const left = play(list, { kind: 'filterOpened' }, types(token), esc).state;
  expect(left.drafts.texts.size).toBe(0);
});

test('a sign-out forgets what was typed', () => {
  const left = play(list, { kind: 'filterOpened' }, types('name:x'), esc, { kind: 'signedOut' }).state;
  expect(left.drafts.texts.size).toBe(0);
});
