import { describe, expect, test } from 'vitest';
import type { Organisation } from '../../../src/api/organisations.ts';
import { notMeantWords, organisationMeant } from '../../../src/state/session/organisations.ts';
import type { Action, State } from '../../../src/state/root/state.ts';
import { anOrganisation, aState, refused } from '../../support/make.ts';
import { play } from '../root/play.ts';

const northwind = anOrganisation();
const contoso = anOrganisation({ orgId: 'C1', orgName: 'Contoso' });

describe('the organisation meant by a text', () => {
  const lab = anOrganisation({ orgId: 'L1', orgName: 'Lab' });
  const otherLab = anOrganisation({ orgId: 'L2', orgName: 'LAB' });
  const labour = anOrganisation({ orgId: 'wQ7', orgName: 'Contoso Labour' });
  const all = [northwind, contoso, lab, otherLab, labour];

  test.each([
    ['an id', 'L2', otherLab],
    ['a name in any case, though another name begins with it', 'conTOSO', contoso],
    ['a part of one name', 'our', labour],
    ['the beginning of one id', 'wq', labour],
  ])('is the only one with %s', (_, wanted, organisation) => {
    expect(organisationMeant(all, wanted)).toEqual({ kind: 'found', organisation });
  });

  test.each([
    ['lab', [lab, otherLab]],
    ['LA', [lab, otherLab, labour]],
  ])('is none where several fit (%s), and they are named', (wanted, of) => {
    expect(organisationMeant(all, wanted)).toEqual({ kind: 'several', of });
  });

  test('is none where nothing fits, and a name that is near is offered', () => {
    const meant = organisationMeant(all, 'Nothrwind');
    expect(meant).toEqual({ kind: 'none', near: 'Northwind' });
    expect(organisationMeant(all, 'Fabrikam')).toEqual({ kind: 'none', near: null });
    expect(organisationMeant(all, '')).toEqual({ kind: 'none', near: null });
  });

  test.each([
    ['a misspelt word of one name', 'Laobur', 'Contoso Labour'],
    ['a misspelt id', 't3Xv9Rmb', 't3Xv9mRb'],
    ['a misspelt word of several names', 'tailpsin', 'Tailspin'],
  ])('is none by %s, and what is near is offered', (_, wanted, near) => {
    const toys = anOrganisation({ orgId: 't3Xv9mRb', orgName: 'Tailspin Toys' });
    const games = anOrganisation({ orgId: 'c5Hs8pLz', orgName: 'Tailspin Games' });
    const meant = organisationMeant([labour, toys, games], wanted);
    expect(meant).toEqual({ kind: 'none', near });
    expect(organisationMeant([labour, toys, games], near).kind).not.toBe('none');
  });

  test('offers no word that is not enough where something will be changed', () => {
    const tailspins = ['Toys', 'Games'].map((word) =>
      anOrganisation({ orgId: `${word}-1`, orgName: `Tailspin ${word}` }),
    );
    expect(organisationMeant(tailspins, 'tailpsin', true)).toEqual({ kind: 'none', near: null });
    expect(organisationMeant(tailspins, 'Gaems', true)).toEqual({ kind: 'none', near: 'Tailspin Games' });
  });

  test('is named with its id only where another one has the same name', () => {
    const words = (of: readonly Organisation[]): string => notMeantWords({ kind: 'several', of }, 'la');
    expect(words([lab, labour])).toBe('2 organisations match "la": Lab, Contoso Labour');
    expect(words([lab, otherLab, labour])).toBe('3 organisations match "la": Lab (L1), LAB (L2), Contoso Labour');
  });

  test('is none by a part of a name or id where something will be changed', () => {
    for (const wanted of ['our', 'wq', 'N']) expect(organisationMeant(all, wanted, true).kind).toBe('none');
    for (const wanted of ['wQ7', 'contoso labour'])
      expect(organisationMeant(all, wanted, true)).toEqual({ kind: 'found', organisation: labour });
  });

  test('is the one with that id, also where others have it for a name', () => {
    const odd = anOrganisation({ orgId: 'X', orgName: 'N1' });
    expect(organisationMeant([odd, northwind], 'N1')).toEqual({ kind: 'found', organisation: northwind });
  });
});

describe('an organisation that is opened by its id', () => {
  const byId = (typed: string): Action[] => [
    { kind: 'organisationIdAsked' },
    { kind: 'textEdited', text: typed },
    { kind: 'promptAccepted' },
  ];
  const arrived: Action = { kind: 'organisationsArrived', session: 0, organisations: [northwind, contoso] };
  const forbidden: Action = { kind: 'organisationsFailed', session: 0, problem: refused(403) };
  /** Signed in; the list of organisations is on its way. */
  const start: State = aState({
    screen: { kind: 'organisations' },
    organisations: { kind: 'loading', last: null },
    organisation: null,
  });

  test('has its name at once where the list has it', () => {
    expect(play(start, arrived, ...byId('C1')).state.organisation).toEqual(contoso);
  });

  test('has its id for a name where no list has it', () => {
    const nameless = { orgId: 'F1', orgName: 'F1', role: '' };
    expect(play(start, forbidden, ...byId('F1')).state.organisation).toEqual(nameless);
    expect(play(start, arrived, ...byId('F1'), arrived).state.organisation).toEqual(nameless);
  });

  test('has its name as soon as the list could be read, and its list stays as it is', () => {
    const opened = play(start, forbidden, ...byId('C1')).state;
    const { state } = play(opened, { kind: 'organisationsOpened' }, arrived);
    expect(state).toMatchObject({ organisation: contoso, list: { listing: opened.list.listing } });
  });

  test('while the list is on its way is not left for the only one, or for the one of the flags', () => {
    const only: Action = { kind: 'organisationsArrived', session: 0, organisations: [northwind] };
    expect(play(start, ...byId('C1'), only).state.organisation?.orgId).toBe('C1');
    const flagged = { ...start, session: { ...start.session, wantedOrganisation: 'N1' } };
    const { state } = play(flagged, ...byId('C1'), arrived);
    expect([state.screen, state.organisation]).toEqual([{ kind: 'systems' }, contoso]);
  });

  test('has its name with a new token that may list the organisations', () => {
    const opened = play(start, forbidden, ...byId('C1')).state;
    const asked: State = { ...opened, overlay: { kind: 'token', message: null, problem: null, isTrying: true } };
    const accepted = (organisations: [typeof northwind, typeof contoso] | null): Action => ({
      ...{ kind: 'newTokenAccepted', session: 0, organisations },
    });
    const { organisation, organisations } = play(asked, accepted([northwind, contoso])).state;
    expect([organisation, organisations.list.kind]).toEqual([contoso, 'ready']);
    expect(play(asked, accepted(null)).state.organisation?.orgName).toBe('C1');
  });
});
