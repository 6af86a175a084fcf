/** Names compare in one spelling wherever typed text meets text of the service: case, and composed or not. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { commandIn } from '../../../src/screens/shell/commands.ts';
import { completionsOf, matches, readFilter } from '../../../src/state/fleet/filter/filter.ts';
import { fold, naturalKey } from '../../../src/state/kernel/spelling.ts';
import { systemsListed } from '../../../src/state/fleet/marks/marks.ts';
import { organisationList } from '../../../src/state/account/organisations/counting.ts';
import { matching } from '../../../src/state/fleet/lists.ts';
import { organisationMeant } from '../../../src/state/session/organisations.ts';
import { guardOf } from '../../../src/state/fleet/protection/guards.ts';
import { protectionTable } from '../../../src/state/fleet/protection/protection-table.ts';
import { ageIndexOf } from '../../../src/state/fleet/staleness/staleness.ts';
import type { System } from '../../../src/api/system.ts';
import { anOrganisation, aState, aSystem, noGuards, now } from '../../support/make.ts';
import { property } from '../../support/property.ts';

const context = {
  ...{ now, days: 90, disabledAt: () => null },
  ...{ isMarked: () => false, isProtected: () => false, isNew: () => false, isSilent: () => false },
};

function isFound(filter: string, about: Partial<System>): boolean {
  return matches(readFilter(filter), aSystem(about), context);
}

function isGuarded(guards: Partial<typeof noGuards>, about: Partial<System>): boolean {
  return guardOf(aSystem(about), { guards: { ...noGuards, ...guards }, address: null }, now) !== null;
}

const organisationsOf = (orgName: string) => [
  anOrganisation({ orgName }),
  anOrganisation({ orgId: 'x', orgName: 'y' }),
];

function stateIn(orgName: string) {
  const list = { kind: 'ready', value: organisationsOf(orgName) } as const;
  const state = aState();
  return { ...state, organisations: { ...state.organisations, list } };
}

/** Does what is typed mean the name that the service sent? */
const places: Readonly<Record<string, (typed: string, name: string) => boolean>> = {
  'a word of the filter': (typed, hostname) => isFound(typed, { hostname }),
  'name:': (typed, hostname) => isFound(`name:${typed}`, { hostname }),
  'name:= and glob': (typed, hostname) =>
    isFound(`name:=${typed}`, { hostname }) && isFound(`name:${typed}*`, { hostname }),
  'tag:': (typed, tag) => isFound(`tag:${typed}`, { tags: [tag] }),
  '!tag:': (typed, tag) => !isFound(`!tag:${typed}`, { tags: ['x', tag] }),
  'key:': (typed, enrolmentKeyDescription) => isFound(`key:"${typed}"`, { enrolmentKeyDescription }),
  '--org': (typed, orgName) => organisationMeant(organisationsOf(orgName), typed, true).kind === 'found',
  'the list of organisations': (typed, orgName) =>
    matching(organisationsOf(orgName), organisationList, typed).length === 1,
  ':org': (typed, orgName) =>
    commandIn(`org ${typed}`, stateIn(orgName))?.refusal === null &&
    commandIn(`org ${typed}`, stateIn(`The ${orgName} works`))?.refusal === null,
  'a completion': (typed, hostname) =>
    completionsOf(`name:${typed}`, [aSystem({ hostname: `${hostname}-1` })]).length === 1,
  'a list of names': (typed, hostname) => systemsListed(typed, [aSystem({ hostname })]).found === 1,
  'a key that protects': (typed, enrolmentKeyDescription) => isGuarded({ keys: [typed] }, { enrolmentKeyDescription }),
  'a tag that protects': (typed, tag) => isGuarded({ tags: [typed] }, { tags: [tag] }),
  'protection in another spelling is not weaker': (typed, name) =>
    [protectionTable.tags, protectionTable.keys].every(({ isWeaker }) => isWeaker?.([name], [typed]) === false),
  'a group of the stale screen': (typed, name) => {
    const { keys } = ageIndexOf([[typed, name].map((key) => aSystem({ enrolmentKeyDescription: key }))]);
    return keys.length === 1 && ageIndexOf([[aSystem({ tags: [typed, name] })]]).tags[0]?.systems === 1;
  },
  sorting: (typed, name) => naturalKey(typed) === naturalKey(name),
};

const spellings = [
  (text: string) => text.normalize('NFC'),
  (text: string) => text.normalize('NFD'),
  (text: string) => text.normalize('NFC').toUpperCase(),
  (text: string) => text.normalize('NFD').toUpperCase(),
];

describe.each(Object.entries(places))('%s', (_, isSame) => {
  test.each(['clé', 'Ångström', '한글', 'Ǆ', 'ḍ̇', 'plain'])('finds %s in every spelling', (name) => {
    for (const typed of spellings) {
      for (const sent of spellings) expect([typed(name), sent(name), isSame(typed(name), sent(name))]).toContain(true);
    }
  });

  test('does not find another name', () => {
    expect(isSame('clé', 'clou')).toBe(false);
  });
});

property('one spelling stands for all of a text, and for itself', [fc.string({ unit: 'grapheme' })], (text) => {
  const one = fold(text);
  expect([fold(text.normalize('NFC')), fold(text.normalize('NFD')), fold(one)]).toEqual([one, one, one]);
});
