/** A feature that the root has never heard of: what it declares holds, and nothing in the root names it. */
import { expect, test } from 'vitest';
import { createDoubt } from '../../../src/app/keyboard/doubt.ts';
import { createCredentials } from '../../../src/state/session/credentials.ts';
import { createSessionClock } from '../../../src/state/session/clock/clock.ts';
import type { Field } from '../../../src/state/root/feature.ts';
import { isSecretField, onScreenAbove, onScreenBeneath, questionsAsked } from '../../../src/state/root/navigation.ts';
import type { Ports } from '../../../src/state/root/ports.ts';
import { reduce } from '../../../src/state/root/reduce.ts';
import { addFeatures } from '../../../src/state/root/registry.ts';
import { createRunEffect } from '../../../src/state/root/run-effect.ts';
import { said, type Step } from '../../../src/state/root/step.ts';
import type { Action, Effect, Screen, State } from '../../../src/state/root/state.ts';
import { aState } from '../../support/make.ts';

interface Added {
  readonly kind: 'added';
  readonly text: string;
  readonly field: Partial<Field>;
  readonly isBusy: boolean;
}

const added = {
  update: {
    addedOpened: (state: State, { screen }: { readonly screen: Added }): Step => [
      onScreenAbove(state, screen as unknown as Screen),
    ],
    addedDone: (state: State): Step => [{ ...state, screen: { ...state.screen, isBusy: false } as unknown as Screen }],
    addedTold: (state: State, { text }: { readonly text: string }): Step => [said(state, text)],
  },
  effects: {
    useAdded: (_: Effect, { added: service }: { readonly added: string }) => ({ kind: 'addedTold', text: service }),
  },
  services: () => ({ forEffect: () => ({ added: 'made once' }) }),
  holdsExit: ({ screen }: State) => (screen as unknown as Added).isBusy,
  screens: {
    added: {
      isOver: true,
      back: (state: State): Step => [onScreenBeneath(state)],
      field: (state: State, screen: Added) => ({
        name: 'addedField',
        text: screen.text,
        edited: (text: string): Step => [{ ...state, screen: { ...screen, text } as unknown as Screen }],
        ...screen.field,
      }),
    },
  },
};

// A cast: the registry of types does not have it.
addFeatures({ added } as unknown as Parameters<typeof addFeatures>[0]);

const list = aState({ screen: { kind: 'systems' } });

function after(state: State, ...actions: readonly { readonly kind: string }[]): Step {
  return actions.reduce<Step>(
    ([before, ...asked], action) => {
      const [next, ...effects] = reduce(before, action as Action);
      return [next, ...asked, ...effects];
    },
    [state],
  );
}

function opened(field: Partial<Field>, isBusy = false): { readonly kind: string } {
  const screen: Added = { kind: 'added', text: '', field, isBusy };
  return { kind: 'addedOpened', screen } as { readonly kind: string };
}

test('a field that confirms takes no enter that came with text, and asks for a second one after a burst', () => {
  const [state] = after(list, opened({ confirms: 'phrase' }));
  const doubt = createDoubt();
  const enter = { kind: 'key', name: 'enter' } as const;
  expect(questionsAsked(state)).toEqual([{ kind: 'phrase', typed: '' }]);
  expect(doubt.about(state, enter, 'burst', 0)).toMatch(/^Enter arrived together with text/);
  expect(doubt.about(state, { kind: 'text', text: 'delete 2' }, 'burst', 1000)).toBeNull();
  expect(doubt.about(state, enter, 'hand', 2000)).toMatch(/^The phrase arrived all at once/);
  expect(doubt.about(state, enter, 'hand', 3000)).toBeNull();
});

test('a text that is kept is there again, and any other one is not', () => {
  const typed = [{ kind: 'textEdited', text: 'abc' }, { kind: 'wentBack' }] as const;
  const textAfter = (field: Partial<Field>): unknown => after(list, opened(field), ...typed, opened(field))[0].screen;
  expect(textAfter({ isKept: true })).toMatchObject({ kind: 'added', text: 'abc' });
  expect(textAfter({})).toMatchObject({ kind: 'added', text: '' });
});

test('a secret field is told from the others, which the log asks', () => {
  expect(isSecretField(after(list, opened({ isSecret: true }))[0])).toBe(true);
  expect(isSecretField(after(list, opened({}))[0])).toBe(false);
});

test('a screen that lies over others leads back to the one beneath', () => {
  const details = aState({ screen: { kind: 'systems' } });
  const [above] = after(details, opened({}), opened({}));
  expect(above.trail.map(({ kind }) => kind as string)).toEqual(['systems', 'added']);
  expect(after(above, { kind: 'wentBack' }, { kind: 'wentBack' })[0].screen).toEqual({ kind: 'systems' });
});

test('the program waits for a feature that holds the exit, and then leaves by itself', () => {
  const [waiting, ...none] = after(list, opened({}, true), { kind: 'quitConfirmed' });
  expect(none).toEqual([]);
  expect(waiting.program.isLeaving).toBe(true);
  expect(after(waiting, { kind: 'addedDone' }).slice(1)).toEqual([{ kind: 'leave' }]);
});

test('a service is made for the effects', async () => {
  const clock = createSessionClock(() => ({ wall: 0, steady: 0 }));
  const ports = { now: () => 0, sinceBoot: () => 0 } as unknown as Ports;
  const run = createRunEffect(ports, { credentials: createCredentials(), clock });
  const answer = await new Promise<Action>((resolve) => {
    run({ kind: 'useAdded' } as unknown as Effect, resolve, list);
  });
  expect(answer).toMatchObject({ kind: 'addedTold', text: 'made once' });
});
