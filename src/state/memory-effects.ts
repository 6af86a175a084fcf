/** How are the effects carried out that have to do with what is kept beyond this session: tokens and preferences? */
import type { Action } from './actions.ts';
import type { Credentials } from './sign-in/credentials.ts';
import type { Effect } from './effects.ts';
import type { Ports } from './ports.ts';
import { unreachable } from './kernel/unreachable.ts';

type Dispatch = (action: Action) => void;

export type MemoryEffect = Extract<
  Effect,
  {
    readonly kind:
      | 'findToken'
      | 'keepToken'
      | 'forgetToken'
      | 'cancelKeychain'
      | 'listProfiles'
      | 'useProfile'
      | 'rememberProfileSettings'
      | 'recallOrganisation'
      | 'rememberOrganisation'
      | 'recallOrganisationSettings'
      | 'rememberOrganisationSettings'
      | 'rememberOrganisationView'
      | 'compareWithLastVisit';
  }
>;

/** The token goes between `credentials` and its store, and through no action. `isCurrent`: is nothing newer asked yet? */
export function createMemoryEffects(
  ports: Pick<Ports, 'tokens' | 'memory' | 'compareWithLastVisit'>,
  credentials: Credentials,
  isCurrent: (session: number) => boolean,
): (effect: MemoryEffect, dispatch: Dispatch) => Promise<void> {
  return async (effect, dispatch) => {
    switch (effect.kind) {
      case 'findToken': {
        const { session, baseUrl } = effect;
        const { token, ...found } = await ports.tokens.find(baseUrl);
        if (token !== undefined && isCurrent(session)) credentials.use(token, baseUrl);
        dispatch({ kind: 'tokenSearched', session, found });
        return;
      }
      case 'keepToken': {
        const { session, baseUrl, choice } = effect;
        ports.memory.rememberBaseUrl(baseUrl);
        const kept = await ports.tokens.store(baseUrl, credentials.tokenFor(baseUrl) ?? '', choice);
        dispatch({ kind: 'tokenKept', session, kept });
        return;
      }
      case 'forgetToken': {
        const { session, baseUrl } = effect;
        credentials.forget();
        dispatch({ kind: 'tokenForgotten', session, report: await ports.tokens.remove(baseUrl) });
        return;
      }
      case 'cancelKeychain':
        ports.tokens.cancel();
        return;
      case 'listProfiles':
        dispatch({ kind: 'profilesListed', names: ports.memory.profileNames() });
        return;
      case 'useProfile': {
        const { name } = effect;
        credentials.forget();
        ports.memory.useProfile(name);
        const settings = ports.memory.settings();
        dispatch({ kind: 'profileUsed', name, baseUrl: ports.memory.baseUrl(), settings });
        return;
      }
      case 'rememberProfileSettings':
        ports.memory.rememberSettings(effect.settings);
        return;
      case 'recallOrganisation': {
        const orgId = ports.memory.lastOrganisation(effect.baseUrl);
        if (orgId !== null) dispatch({ kind: 'organisationRecalled', orgId });
        return;
      }
      case 'rememberOrganisation':
        ports.memory.rememberOrganisation(effect.baseUrl, effect.orgId);
        return;
      case 'recallOrganisationSettings': {
        const { baseUrl: address, orgId } = effect;
        const guards = ports.memory.guards(address, orgId);
        const label = ports.memory.label(address, orgId);
        dispatch({ kind: 'organisationSettingsRecalled', orgId, guards, label });
        const unread = ports.memory.unreadGuard(address, orgId);
        if (unread !== null) {
          const says = `A guard of this organisation is unreadable: "${unread}". Its usual guards hold too.`;
          dispatch({ kind: 'preferencesFailed', says });
        }
        dispatch({ kind: 'organisationViewRecalled', orgId, ...ports.memory.view(address, orgId) });
        return;
      }
      case 'compareWithLastVisit': {
        const { orgId } = effect;
        const { changes, problem } = await ports.compareWithLastVisit(effect.baseUrl, orgId, effect.snapshot);
        if (problem !== null) dispatch({ kind: 'preferencesFailed', says: problem });
        if (changes !== null) dispatch({ kind: 'visitCompared', orgId, changes });
        return;
      }
      case 'rememberOrganisationView':
        ports.memory.rememberView(effect.baseUrl, effect.orgId, effect.columns, effect.views);
        return;
      case 'rememberOrganisationSettings':
        ports.memory.rememberOrganisationSettings(effect.baseUrl, effect.orgId, effect.guards, effect.label);
        return;
      default:
        unreachable(effect);
    }
  };
}
