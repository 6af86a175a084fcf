/** The list of organisations, and the prompt for the id of one that it does not have. */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import type { Organisation } from '../../api/organisations.ts';
import { known } from '../../state/kernel/loadable.ts';
import type { TokenSource } from '../../state/sign-in/session.ts';
import type { State } from '../../state/state.ts';
import { tableRows } from '../../state/kernel/layout.ts';
import type { Column } from '../parts/columns.ts';
import { Table } from '../parts/table.tsx';
import { ScreenFrame } from '../frame/screen-frame.tsx';
import { type Clean, clean } from '../text/clean.ts';
import { plural } from '../text/quantities.ts';
import { problemSentence } from '../text/problem-wording.ts';
import { bind, type BindingGroup, listKeysWithoutPages } from '../keys/binding.ts';
import { PromptLine } from '../parts/field.tsx';
import { signOutRefusal } from '../program/program-screens.tsx';
import type { ScreenDefinitions, ViewProps } from '../screen-definition.ts';

const organisationsKeys: BindingGroup = {
  title: 'Organisations',
  bindings: [
    bind(['enter', 'l', 'right'], 'open the organisation', 'organisationOpened', {
      hint: 'open',
      refusal: (state) =>
        (known(state.organisations.list)?.length ?? 0) === 0 ? 'there is no organisation to open' : null,
    }),
    bind(['i'], 'open by id', 'organisationIdAsked', { hint: 'by id' }),
    bind(['r'], 'refresh the list', 'organisationsOpened', { hint: 'refresh' }),
    bind(['X'], 'sign out', 'signOutRequested', { hint: 'sign out', refusal: signOutRefusal }),
  ],
};

/** While the id of an organisation is typed. */
const organisationPromptKeys: BindingGroup = {
  title: 'Organisation',
  bindings: [
    bind(['enter'], 'open the organisation with this id', 'promptAccepted', { hint: 'open' }),
    bind(['esc'], 'leave the field', 'wentBack', { hint: 'back' }),
  ],
};

export const organisationScreens: ScreenDefinitions<'organisations' | 'organisation'> = {
  organisations: { View: OrganisationsScreen, keys: [organisationsKeys, listKeysWithoutPages] },
  organisation: { View: OrganisationPrompt, keys: [organisationPromptKeys] },
};

function OrganisationPrompt({ state, screen }: ViewProps<'organisation'>): ReactNode {
  return <PromptLine label={clean('id of the organisation:')} value={screen.typed} columns={state.columns} />;
}

const columns: readonly Column<Organisation>[] = [
  { title: clean('NAME'), min: 16, ideal: 20, priority: 3, cell: ({ orgName }) => clean(orgName) },
  { title: clean('ROLE'), min: 8, ideal: 14, priority: 2, cell: ({ role }) => clean(role) },
  { title: clean('ID'), min: 8, ideal: 12, priority: 1, cell: ({ orgId }) => clean(orgId), tone: () => 'dim' },
];

const tokenWords: Record<TokenSource, string> = {
  session: 'token kept for this session only',
  keychain: 'token from the keychain',
  command: 'token from your command',
  file: 'token from a file that is not encrypted',
  environment: 'token from the environment',
  stdin: 'token from standard input',
  demo: 'token of the demo',
};

function OrganisationsScreen({ state }: { readonly state: State }): ReactNode {
  const { list: organisations, position: list } = state.organisations;
  const all = known(organisations) ?? [];
  const items = all.slice(list.top, list.top + tableRows(state.rows));
  return (
    <ScreenFrame state={state} title={null} facts={factsOf(state, all)}>
      {organisations.kind === 'failed' && <Text>{problemSentence(organisations.problem)} r retries.</Text>}
      {all.length === 0 && organisations.kind !== 'failed' && <Text>{emptySentence(state)}</Text>}
      {all.length > 0 && (
        <Table items={items} columns={columns} width={state.columns} cursorIndex={list.row - list.top} sample={all} />
      )}
    </ScreenFrame>
  );
}

function factsOf({ organisations: { list: organisations }, session }: State, all: readonly Organisation[]): Clean {
  const read = organisations.kind === 'loading' ? 'Organisations · reading…' : plural(all.length, 'organisation');
  const token = session.tokenSource === null ? [] : [tokenWords[session.tokenSource]];
  return clean([read, ...token, ...routeWords(session)].join(' · '));
}

function routeWords({ route }: State['session']): readonly string[] {
  if (route.kind === 'direct') return [];
  return [route.kind === 'proxy' ? `through the proxy ${route.name}` : `proxy ${route.name} set but not used`];
}

function emptySentence({ organisations: { list: organisations } }: State): Clean {
  return organisations.kind === 'loading'
    ? clean('reading the organisations…')
    : clean('This account belongs to no organisation. X signs out, to sign in with another token.');
}
