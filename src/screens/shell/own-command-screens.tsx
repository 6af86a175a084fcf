/** Your own commands: their key, their list, and the confirmation before one runs. */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { commandWordsNow } from '../../state/shell/own-commands.ts';
import type { State } from '../../state/root/state.ts';
import { ScreenFrame } from '../frame/screen-frame.tsx';
import { bind, type Binding, type BindingGroup, type ScreenDefinitions, type ViewProps } from '../screen-definition.ts';
import { useTones } from '../parts/root-context.ts';
import { clean } from '../text/clean.ts';
import { clip, fit, width } from '../text/fit.ts';

const ownCommandsBinding = bind(['!'], 'run one of your own commands', 'ownCommandsOpened', {
  refusal: ({ ownCommands }) =>
    ownCommands.commands.length === 0 ? 'the settings file has no "commands" (rollcall docs configuration)' : null,
});

/** One binding per command, for help and palette; on the keyboard `!` comes first. */
export function ownCommandGroup(state: State): BindingGroup {
  return { title: 'Your commands', bindings: bindingsOf(state) };
}

/** `isAfter`: you pressed `!`. */
function bindingsOf(state: State, isAfter = false): readonly Binding[] {
  return state.ownCommands.commands.map((command) => {
    const refusal = (now: State): string | null => {
      const words = commandWordsNow({ ...now, overlay: null }, command);
      return words.ok ? null : words.message;
    };
    const key = isAfter ? command.key.slice(1) : command.key;
    const action = { kind: 'ownCommandChosen', key: command.key } as const;
    return bind([key], command.name, action, { refusal, ...(isAfter && { hint: command.name }) });
  });
}

const leaveKeys: BindingGroup = {
  title: 'Your commands',
  bindings: [bind(['esc', '!'], 'run none', 'overlayClosed', { hint: 'cancel' })],
};

const askedKeys: BindingGroup = {
  title: 'Run a command',
  bindings: [
    bind(['y'], 'run the command', 'ownCommandConfirmed', { hint: 'run' }),
    bind(['esc', 'n'], 'do not run it', 'overlayClosed', { hint: 'cancel' }),
  ],
};

export const ownCommandScreens: ScreenDefinitions<'ownCommands' | 'ownCommandAsked'> = {
  ownCommands: {
    View: ChoiceScreen,
    offers: [
      { on: 'systems', title: 'Act', before: 'keysSeenOpened', bindings: [ownCommandsBinding] },
      { on: 'details', title: 'One system', before: 'detailsOpened', bindings: [ownCommandsBinding] },
    ],
    keys: [leaveKeys],
    inForce: (state) => [{ ...leaveKeys, bindings: [...bindingsOf(state, true), ...leaveKeys.bindings] }],
  },
  ownCommandAsked: { View: AskedScreen, keys: [askedKeys] },
};

const keyCells = 4;

function ChoiceScreen({ state }: ViewProps<'ownCommands'>): ReactNode {
  const tones = useTones();
  const nameCells = 2 + Math.max(0, ...state.ownCommands.commands.map(({ name }) => width(clean(name))));
  return (
    <ScreenFrame state={state} title={clean('Your commands')} facts={clean('Press the key of a command.')}>
      {state.ownCommands.commands.map((command) => {
        const words = commandWordsNow({ ...state, overlay: null }, command);
        const about = clean(words.ok ? commandLine(words.words) : words.message);
        const room = Math.max(0, state.columns - keyCells - nameCells);
        return (
          <Text key={command.key} wrap="truncate" {...(words.ok ? tones.plain : tones.dim)}>
            <Text {...(words.ok ? tones.accent : tones.dim)}>{fit(clean(command.key), keyCells)}</Text>
            {fit(clean(command.name), nameCells)}
            <Text {...tones.dim}>{clip(about, room)}</Text>
          </Text>
        );
      })}
    </ScreenFrame>
  );
}

function AskedScreen({ state, screen: { name, words } }: ViewProps<'ownCommandAsked'>): ReactNode {
  return (
    <ScreenFrame state={state} title={clean('Run a command')} facts={clean(`Run ${name}? y runs it, esc cancels.`)}>
      <Text>{clean(commandLine(words))}</Text>
    </ScreenFrame>
  );
}

/** Shell syntax: quotes words that contain any other character. */
function commandLine(words: readonly string[]): string {
  return words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ');
}
