/** Runs your own commands, asks first when configured to, and reports how they ended. */
import { isGoing } from '../../change/run.ts';
import type { Feature } from '../../root/feature.ts';
import { withNotice, type Step, refuse } from '../../root/step.ts';
import { systemAtHand } from '../../fleet/list/public.ts';
import { inProgress } from '../../change/run-kinds.ts';
import { readOnlyRefusal } from '../../session/mode.ts';
import type { State } from '../../root/state.ts';
import { type OwnCommandWords, type OwnCommand, wordsOf } from './feature.ts';

/** The words to run in this state, or why they cannot run. */
export function commandWordsNow(state: State, command: OwnCommand): OwnCommandWords {
  const readOnly = command.isSafe ? null : readOnlyRefusal(state);
  if (readOnly !== null) return { ok: false, message: `${readOnly} ("safe": true in the settings file allows it)` };
  if (isGoing(state.deletion)) return { ok: false, message: inProgress(state.deletion) };
  const { organisation, session } = state;
  return wordsOf(command, { system: systemAtHand(state), organisation, baseUrl: session.baseUrl });
}

function chooseCommand(state: State, key: string): Step {
  const command = state.ownCommands.commands.find((one) => one.key === key);
  if (command === undefined) return [state];
  const closed: State = { ...state, overlay: null };
  const now = commandWordsNow(closed, command);
  const { name } = command;
  if (!now.ok) return [refuse(closed, `${key}: ${now.message}.`)];
  const { words } = now;
  if (command.isConfirmed) return [{ ...state, overlay: { kind: 'ownCommandAsked', name, words } }];
  return [closed, { kind: 'runOwnCommand', name, words }];
}

export const ownCommands: Feature<'ownCommands'> = {
  slice: { initial: { commands: [] }, lasts: 'program' },
  update: {
    ownCommandsKnown: (state, { commands }) => [{ ...state, ownCommands: { commands } }],
    ownCommandsOpened: (state) => [{ ...state, overlay: { kind: 'ownCommands' } }],
    ownCommandChosen: (state, { key }) => chooseCommand(state, key),
    ownCommandConfirmed(state) {
      const { overlay } = state;
      if (overlay?.kind !== 'ownCommandAsked') return [state];
      const { name, words } = overlay;
      return [
        { ...state, overlay: null },
        { kind: 'runOwnCommand', name, words },
      ];
    },
    ownCommandEnded: (state, { message }) => [withNotice(state, `${message}.`)],
  },
  effects: {
    async runOwnCommand({ name, words }, { ports }) {
      return { kind: 'ownCommandEnded', message: await ports.runCommand(name, words) };
    },
  },
  screens: { ownCommands: {}, ownCommandAsked: {} },
};
