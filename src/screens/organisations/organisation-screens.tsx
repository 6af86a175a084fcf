/** The list of organisations, and the prompt for the id of one that it does not have. */
import type { ReactNode } from 'react';
import { known } from '../../state/kernel/loadable.ts';
import type { BindingGroup } from '../keys/binding.ts';
import { listKeysWithoutPages } from '../keys/motion-keys.ts';
import { PromptLine } from '../parts/prompt-line.tsx';
import { signOutRefusal } from '../program/global-keys.ts';
import type { ScreenDefinitions, ViewProps } from '../screen-definition.ts';
import { clean } from '../text/clean.ts';
import { OrganisationsScreen } from './organisations-screen.tsx';

const organisationsKeys: BindingGroup = {
  title: 'Organisations',
  bindings: [
    {
      keys: ['enter', 'l', 'right'],
      does: 'open the organisation',
      hint: 'open',
      action: { kind: 'organisationOpened' },
      refusal: (state) =>
        (known(state.organisations.list)?.length ?? 0) === 0 ? 'there is no organisation to open' : null,
    },
    { keys: ['i'], does: 'open one by its id', hint: 'by id', action: { kind: 'organisationIdAsked' } },
    { keys: ['r'], does: 'read the list again', hint: 'refresh', action: { kind: 'organisationsOpened' } },
    {
      keys: ['X'],
      does: 'sign out',
      hint: 'sign out',
      action: { kind: 'signOutRequested' },
      refusal: signOutRefusal,
    },
  ],
};

/** While the id of an organisation is typed. */
const organisationPromptKeys: BindingGroup = {
  title: 'Organisation',
  bindings: [
    { keys: ['enter'], does: 'open the organisation with this id', hint: 'open', action: { kind: 'promptAccepted' } },
    { keys: ['esc'], does: 'leave the field', hint: 'back', action: { kind: 'wentBack' } },
  ],
};

export const organisationScreens: ScreenDefinitions<'organisations' | 'organisation'> = {
  organisations: { View: OrganisationsScreen, keys: [organisationsKeys, listKeysWithoutPages] },
  organisation: { View: OrganisationPrompt, keys: [organisationPromptKeys] },
};

function OrganisationPrompt({ state, screen }: ViewProps<'organisation'>): ReactNode {
  return <PromptLine label={clean('id of the organisation:')} value={screen.typed} columns={state.columns} />;
}
