import { describe, expect, test } from 'vitest';
import { organisationMeant } from '../../../src/state/session/organisations.ts';
import type { Action, State } from '../../../src/state/root/state.ts';
import { anOrganisation, aState, refused } from '../../support/make.ts';
import { play } from '../root/play.ts';

const northwind = anOrganisation();
const contoso = anOrganisation({ orgId: 'C1', orgName: 'Contoso' });

describe('the organisation meant by a name or an id', () => {
  const lab = anOrganisation({ orgId: 'L1', orgName: 'Lab' });
  const otherLab = anOrganisation({ orgId: 'L2', orgName: 'LAB' });
  const all = [northwind, contoso, lab, otherLab];

  test('is the one with that id, or with that name in any case', () => {
    expect(organisationMeant(all, 'C1').organisation).toBe(contoso);
    expect(organisationMeant(all, 'conTOSO').organisation).toBe(contoso);
  });

  test('is none where several have the name, or none has', () => {
    expect(organisationMeant(all, 'lab')).toEqual({ organisation: undefined, namesakes: 2 });
    expect(organisationMeant(all, 'Fabrikam')).toEqual({ organisation: undefined, namesakes: 0 });
  });

  test('is the one with that id, also where others have it for a name', () => {
    const odd = anOrganisation({ orgId: 'X', orgName: 'N1' });
    expect(organisationMeant([odd, northwind], 'N1').organisation).toBe(northwind);
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
    const asked: State = { ...opened, overlay: { kind: 'token', says: null, problem: null, isTrying: true } };
    const accepted = (organisations: [typeof northwind, typeof contoso] | null): Action => ({
      ...{ kind: 'newTokenAccepted', session: 0, organisations },
    });
    const { organisation, organisations } = play(asked, accepted([northwind, contoso])).state;
    expect([organisation, organisations.list.kind]).toEqual([contoso, 'ready']);
    expect(play(asked, accepted(null)).state.organisation?.orgName).toBe('C1');
  });
});
