/** Asks where to store the token: the keys, and each storage with its consequences. */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { storagesOffered } from '../../state/account/token-storage/feature.ts';
import type { TokenStorage } from '../../state/session/session.ts';
import { bodyRows, isRoomy } from '../../state/kernel/list-view.ts';
import { useTones } from '../parts/root-context.ts';
import { Field } from '../parts/field.tsx';
import { CursorRows, plain } from '../parts/table.tsx';
import { ScreenFrame } from '../frame/screen-frame.tsx';
import {
  type ScreenDefinitions,
  type ViewProps,
  bind,
  type BindingGroup,
  nextAndPrevious,
} from '../screen-definition.ts';
import type { State } from '../../state/root/state.ts';
import { type Clean, clean } from '../text/clean.ts';
import { clip, fit, width, wrapText } from '../text/fit.ts';

const storageKeys: BindingGroup = {
  title: 'Store the token',
  bindings: [
    bind(['enter'], 'store it there', 'storageChosen', { hint: 'store' }),
    ...nextAndPrevious,
    bind(['esc'], 'decide later; use it for this session', 'storageLeft', { hint: 'later' }),
  ],
};

const tokenCommandKeys: BindingGroup = {
  title: 'Token command',
  bindings: [
    bind(['enter'], 'try this command', 'commandEntered', { hint: 'try' }),
    bind(['esc'], 'back to the places', 'storageLeft', { hint: 'back' }),
  ],
};

export const keychainKeys: BindingGroup = {
  title: 'Keychain',
  bindings: [bind(['esc'], 'stop waiting for the keychain', 'keychainCancelled', { hint: 'stop waiting' })],
};

export const tokenStorageScreens: ScreenDefinitions<'tokenStorage'> = {
  tokenStorage: {
    View: TokenStorageScreen,
    keys: [keychainKeys, storageKeys],
    fieldKeys: [tokenCommandKeys],
    inForce: (_, { isTrying, command }) => {
      if (isTrying) return [keychainKeys];
      return [command === null ? storageKeys : tokenCommandKeys];
    },
  },
};

function wordsFor({
  keychain,
  file,
}: State['session']['tokenStorageNames']): Record<TokenStorage, readonly [Clean, Clean]> {
  return {
    session: [clean('this session only'), clean('nothing is stored; the next start asks again')],
    keychain: [clean('the keychain'), clean(`encrypted by ${keychain}, until you sign out`)],
    command: [clean('a command of yours'), clean('prints it at each start, like pass show rollcall')],
    file: [clean('a file'), clean(`not encrypted: ${file ?? 'no folder for it here'}`)],
  };
}

function TokenStorageScreen({ state, screen }: ViewProps<'tokenStorage'>): ReactNode {
  const tones = useTones();
  const { why, message, isTrying, command } = screen;
  const { columns, rows } = state;
  const isLow = !isRoomy(rows);
  const reason = clean(why === null ? 'The token in use moves there.' : `The token is accepted. ${why.sentence}`);
  const storages = storagesOffered(why);
  const words = wordsFor(state.session.tokenStorageNames);
  const nameCells = Math.max(...storages.map((storage) => width(words[storage][0]))) + 2;
  const meaning = words[storages[screen.list.row] ?? 'session'][1];
  const isCut = width(meaning) > columns - nameCells - 2;
  return (
    <ScreenFrame state={state} title={clean('Store the token')} facts={clean('Where should rollcall store the token?')}>
      <Text>{isLow ? clip(reason, columns) : reason}</Text>
      {!isLow && <Text> </Text>}
      {command === null ? (
        <CursorRows
          items={storages}
          at={screen.list}
          // The reason stands above the list, the last failure below it.
          height={Math.min(storages.length, Math.max(1, bodyRows(rows) - (message === null ? 1 : 3)))}
          width={columns}
          partsOf={(storage) => [
            plain(fit(words[storage][0], nameCells)),
            { text: clip(words[storage][1], columns - nameCells - 2), tone: 'dim' },
          ]}
        />
      ) : (
        <>
          <Field label={clean('command')} value={command} columns={columns} />
          <Text {...tones.dim}>
            rollcall runs it without a shell (sh -c "…" uses one). It must print the token within 10 s, without asking
            anything.
          </Text>
        </>
      )}
      {!isLow && <Text> </Text>}
      {!isLow && command === null && isCut && <Text>{wrapText(meaning, columns).join('\n')}</Text>}
      {isTrying && <Text>Storing the token…</Text>}
      {message !== null && <Text {...tones.warning}>{clean(message)}</Text>}
    </ScreenFrame>
  );
}
