/** Declares the feature: your own commands, which use the terminal for a while. */
import type { None, Slice, Tagged } from '../../kernel/declare.ts';
import type { OwnCommand } from './commands.ts';

export interface OwnCommandsFeature {
  readonly state: { readonly commands: readonly OwnCommand[] };
  readonly action: Tagged<{
    ownCommandsKnown: { commands: readonly OwnCommand[] };
    ownCommandsOpened: None;
    ownCommandChosen: { key: string };
    ownCommandConfirmed: None;
    /** `message`: how the command ended, without a full stop. */
    ownCommandEnded: { message: string };
  }>;
  readonly effect: Tagged<{ runOwnCommand: { name: string; words: readonly string[] } }>;
  readonly overlay: Tagged<{
    /** After `!`: the next key chooses a command. */
    ownCommands: None;
    ownCommandAsked: { name: string; words: readonly string[] };
  }>;
  readonly port: {
    /** From the settings as last read. */
    readonly memory: { ownCommands(): readonly OwnCommand[] };
  };
}

export const ownCommandsSlice: Slice<OwnCommandsFeature['state']> = { initial: { commands: [] }, lasts: 'program' };
