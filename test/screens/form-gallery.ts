/** The forms of settings in each of their states. */
import { defaultGuards } from '../../src/state/fleet/protection/guards.ts';
import type { Action, State } from '../../src/state/root/state.ts';
import { play } from '../state/root/play.ts';
import type { StateParts } from '../support/make.ts';

const protection: Action = { kind: 'settingsOpened', about: 'guards' };
const applied: Action = { kind: 'settingsApplied' };
const down: Action = { kind: 'moved', motion: 'down' };

function typedInto(text: string): Action {
  return { kind: 'textEdited', text };
}

export function formGallery(list: (about?: StateParts) => State): Readonly<Record<string, () => State>> {
  return {
    'form, protection': () => play(list({ guards: defaultGuards }), protection).state,
    'form, a mistake': () =>
      play(list({ guards: defaultGuards }), protection, down, down, down, down, typedInto('500'), applied).state,
    'form, a field left empty': () => play(list({ guards: defaultGuards }), protection, typedInto('')).state,
    'form, organisation': () =>
      play(list(), { kind: 'settingsOpened', about: 'label' }, typedInto('PROD'), down, { kind: 'choiceMoved', by: 1 })
        .state,
    'form, profile': () => play(list(), { kind: 'settingsOpened', about: 'profile' }).state,
    'form, weaker protection': () =>
      play(
        list({ guards: defaultGuards }),
        ...[protection, typedInto('none'), down, down, typedInto('3'), down, { kind: 'choiceMoved', by: 1 } as const],
        ...[down, typedInto('100'), applied],
      ).state,
    'form, unsaved changes': () =>
      play(list({ guards: defaultGuards }), protection, typedInto('prod'), { kind: 'wentBack' }).state,
  };
}
