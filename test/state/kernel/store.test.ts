import { expect, test } from 'vitest';
import { createStore, type Store } from '../../../src/state/kernel/store.ts';

/** Counts up; says so; and a `twice` counts once more by an effect. */
function aCounter(): { store: Store<number, string>; ran: string[] } {
  const ran: string[] = [];
  const store = createStore<number, string, string>(
    0,
    (count, action) => {
      if (action === 'nothing') return [count];
      return action === 'twice' ? [count + 1, 'once more', 'log'] : [count + 1];
    },
    (effect, dispatch) => {
      ran.push(`${effect} at ${store.state()}`);
      if (effect === 'once more') dispatch('once');
    },
  );
  return { store, ran };
}

test('an action becomes a state, at once', () => {
  const { store } = aCounter();
  store.dispatch('once');
  expect(store.state()).toBe(1);
});

test('effects run in order, on the state that returned them, and answer with actions', () => {
  const { store, ran } = aCounter();
  store.dispatch('twice');
  expect(ran).toEqual(['once more at 1', 'log at 2']);
  expect(store.state()).toBe(2);
});

test('listeners hear of each new state, and of nothing else', () => {
  const { store } = aCounter();
  const heard: number[] = [];
  const end = store.subscribe(() => heard.push(store.state()));
  for (const action of ['once', 'nothing', 'twice']) store.dispatch(action);
  end();
  store.dispatch('once');
  expect(heard).toEqual([1, 2, 3]);
});
