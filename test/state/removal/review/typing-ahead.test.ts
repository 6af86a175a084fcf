/** A phrase typed at any moment around the opening of its review. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bindingOf, refusalFor } from '../../../../src/screens/screen-definition.ts';
import { activeGroups } from '../../../../src/screens/screens.ts';
import { noMarks, withMarked } from '../../../../src/state/fleet/marks/marks.ts';
import { reduce } from '../../../../src/state/root/reduce.ts';
import { quietMs } from '../../../../src/state/kernel/form.ts';
import { fieldText, textField } from '../../../../src/state/root/navigation.ts';
import type { Effect, Action, State } from '../../../../src/state/root/state.ts';
import { anOrganisation, aStateOf, noGuards, systemsOf } from '../../../support/make.ts';
import { old, reread } from '../deletion/story.ts';
import { holds, property } from '../../../support/property.ts';

const systems = systemsOf(12, () => old);
const marks = withMarked(noMarks, systems, { by: 'hand' });

/** A session that hears keys and answers at times of its own. */
class Simulation {
  state: State;
  readonly effects: Effect[] = [];
  nowMs = 0;
  #armsAtMs = Infinity;
  #latencies: readonly number[] = [];
  #asked = 0;
  /** Answers of the service, by the time when they come. */
  #answers: { readonly atMs: number; readonly systemId: string }[] = [];

  constructor(orgName: string) {
    this.state = aStateOf(systems, { marks, guards: noGuards, organisation: anOrganisation({ orgName }) });
  }

  passes(ms: number): void {
    const untilMs = this.nowMs + ms;
    for (;;) {
      const [answer] = this.#answers.toSorted((a, b) => a.atMs - b.atMs);
      const nextMs = Math.min(this.#armsAtMs, answer?.atMs ?? Infinity);
      if (nextMs > untilMs) break;
      this.nowMs = Math.max(this.nowMs, nextMs);
      if (answer?.atMs === nextMs) this.#hears(answer);
      else {
        this.#armsAtMs = Infinity;
        this.happens({ kind: 'timerEnded', timer: 'arm' });
      }
    }
    this.nowMs = untilMs;
  }

  #isAsked(systemId: string): void {
    const latency = this.#latencies[this.#asked++ % Math.max(1, this.#latencies.length)];
    if (latency !== undefined) this.#answers.push({ atMs: this.nowMs + latency, systemId });
  }

  #hears(answer: { readonly systemId: string }): void {
    this.#answers = this.#answers.filter((one) => one !== answer);
    const system = systems.find(({ systemId }) => systemId === answer.systemId);
    if (system !== undefined) this.happens(reread(system));
  }

  /** As the keyboard hears it. */
  presses(key: string): void {
    const isPrintable = key === 'space' || Array.from(key).length === 1;
    if (textField(this.state) !== null && isPrintable) {
      this.happens({ kind: 'textEdited', text: fieldText(this.state) + (key === 'space' ? ' ' : key) });
      return;
    }
    const binding = bindingOf(activeGroups(this.state), key);
    if (binding === undefined) {
      this.happens({ kind: 'keyUnknown', name: key });
      return;
    }
    const reason = refusalFor(binding, this.state);
    this.happens(
      reason === null
        ? { kind: 'keyPressed', action: binding.action }
        : { kind: 'keyRefused', reason: `${key}: ${reason}` },
    );
  }

  /** So long after one was asked about, the service describes it. */
  answersWithin(latencies: readonly number[]): void {
    this.#latencies = latencies;
  }

  /** The service describes the next system that was asked about. */
  answers(): void {
    const { review } = this.state;
    const next = review?.items[review.reread?.answered ?? 0]?.system;
    if (next !== undefined && (review?.reread?.answered ?? 0) < (review?.reread?.sent ?? 0)) this.happens(reread(next));
  }

  happens(action: Action): void {
    const [next, ...effects] = reduce(this.state, action);
    this.state = next;
    this.effects.push(...effects);
    for (const effect of effects) if (effect.kind === 'rereadSystem') this.#isAsked(effect.systemId);
    const isPending = effects.some((effect) => effect.kind === 'startTimer' && effect.timer === 'arm');
    if (isPending) this.#armsAtMs = this.nowMs + quietMs;
  }

  /** Nothing was asked for but the systems themselves, and the review is as it was opened. */
  expectUntouched(): void {
    expect(this.effects.filter(({ kind }) => kind !== 'rereadSystem' && kind !== 'startTimer')).toEqual([]);
    expect(this.state.marks.marked).toBe(marks);
    expect(this.state).toMatchObject({ screen: { kind: 'review' }, overlay: null, prompt: null, deletion: null });
  }
}

/** Its keys, with enter at the end. */
function keysOf(phrase: string): string[] {
  return [...Array.from(phrase, (key) => (key === ' ' ? 'space' : key)), 'enter'];
}

/** Milliseconds before a key, and answers of the service before it. */
function gaps(maxMs: number) {
  return fc.array(fc.tuple(fc.integer({ min: 1, max: maxMs }), fc.nat({ max: 3 })), {
    minLength: 60,
    maxLength: 60,
  });
}

const anyName = fc.stringMatching(/^[!-~]{1,12}( [!-~]{1,12}){0,2}$/);

property(
  'begun before the review has been quiet for a moment, it sends, creates, marks and excludes nothing',
  [anyName, fc.boolean(), gaps(quietMs - 1)],
  { numRuns: 300 },
  (orgName, isOpened, pauses) => {
    const session = new Simulation(orgName);
    // Its own first letter may be what opens the review.
    if (isOpened) session.presses('d');
    for (const [at, key] of keysOf(`delete 12 from ${orgName}`).entries()) {
      const [ms, answers] = pauses[at] ?? [1, 0];
      session.passes(ms);
      for (let left = answers; left > 0; left--) session.answers();
      session.presses(key);
      session.expectUntouched();
      expect(session.state.review).toMatchObject({ typed: '', isInField: false });
      expect(session.state.review?.items.every(({ judgement }) => judgement.isChosen && !judgement.isGuardLifted)).toBe(
        true,
      );
    }
  },
);

/** The review is opened by `d`, so long after the earliest moment at which its phrase is begun. */
const openedAtMs = 500;

test('begun from 500 ms before its review to 10 s after it, it sends nothing and changes no mark, unless all of it stands in a quiet field', () => {
  const found = { begun: 0, swallowed: 0 };
  holds(
    [
      fc.integer({ min: 0, max: openedAtMs + 10_000 }),
      fc.array(fc.integer({ min: 1, max: 2 * quietMs }), { minLength: 30, maxLength: 30 }),
      fc.array(fc.integer({ min: 0, max: 4000 }), { minLength: systems.length, maxLength: systems.length }),
      fc.boolean(),
    ],
    { numRuns: 500 },
    (startMs, pauses, latencies, isSteady) => {
      const session = new Simulation('Northwind');
      session.answersWithin(latencies);
      const presses = [{ atMs: openedAtMs, key: 'd' }];
      let atMs = startMs;
      for (const [at, key] of keysOf('delete 12 from Northwind').entries()) {
        presses.push({ atMs, key });
        const pause = pauses[at] ?? 1;
        atMs += isSteady ? (pause % 200) + 1 : pause;
      }
      presses.sort((a, b) => a.atMs - b.atMs);
      let lastMs = -Infinity;
      let wasQuiet = false;
      let intoField = '';
      for (const { atMs: pressedMs, key } of presses) {
        session.passes(pressedMs - session.nowMs);
        const { review } = session.state;
        wasQuiet ||= review !== null && pressedMs - lastMs >= quietMs;
        lastMs = pressedMs;
        if (wasQuiet && key !== 'enter') intoField += key === 'space' ? ' ' : key;
        session.presses(key);
        expect(session.state.marks.marked).toBe(marks);
        expect(session.state.screen.kind).not.toBe('details');
        // A w by itself in a quiet list writes the review for a second person: that sends nothing.
        const unsent = ['rereadSystem', 'startTimer', 'writeReview'];
        const sent = session.effects.filter(({ kind }) => !unsent.includes(kind));
        if (sent.length === 0) continue;
        // The only way: quiet on the review, then every letter into its field, the check done, and enter by itself.
        expect(sent.map(({ kind }) => kind)).toEqual(['openJournal']);
        expect([key, review?.typed]).toEqual(['enter', 'delete 12 from Northwind']);
        expect(review?.reread).toMatchObject({ sent: systems.length, answered: systems.length });
        expect(intoField).toContain('delete 12 from Northwind');
        found.begun += 1;
        return;
      }
      found.swallowed += 1;
    },
  );
  // Both happen, or the property says nothing.
  expect(found.begun).toBeGreaterThan(10);
  expect(found.swallowed).toBeGreaterThan(10);
});
