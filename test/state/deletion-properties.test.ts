import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { concurrency, type Run } from '../../src/state/run.ts';
import type { Mode } from '../../src/state/session.ts';
import { aSession, now, systemsOf } from '../support/make.ts';
import { aReview, recorded, typed } from './deletion-story.ts';
import { play } from './play.ts';
import { anyEvents, type Event, type Moment, simulated } from './simulated-run.ts';

describe('whatever the service answers, and whatever the person does', () => {
  const anyCount = fc.integer({ min: 1, max: 15 });

  function storyOf(count: number, events: readonly Event[], mode: Mode = 'normal') {
    const start = play(aReview(count, { session: aSession({ mode }) }), ...typed(`delete ${count}`).slice(0, -1)).state;
    const moments = simulated(start, { kind: 'phraseEntered' }, events);
    return { moments, run: moments.at(-1)?.state.run };
  }

  test('every system ends in exactly one outcome, and the counts add up', () => {
    fc.assert(
      fc.property(anyCount, anyEvents, fc.constantFrom<Mode>('normal', 'preview'), (count, events, mode) => {
        const { run } = storyOf(count, events, mode);
        const ids = (run?.settled ?? []).map(({ system }) => system.systemId);
        expect(ids.sort()).toEqual(
          systemsOf(count)
            .map(({ systemId }) => systemId)
            .sort(),
        );
        expect(Object.values(run?.counts ?? {}).reduce((sum, each) => sum + each, 0)).toBe(count);
        expect(run).toMatchObject({ finishedAt: now, inFlight: new Map() });
      }),
    );
  });

  test('no more than four systems are in flight', () => {
    fc.assert(
      fc.property(anyCount, anyEvents, (count, events) => {
        for (const { state } of storyOf(count, events).moments) {
          expect(state.run?.inFlight.size).toBeLessThanOrEqual(concurrency);
        }
      }),
    );
  });

  test('a system is deleted once at most, right after its record was saved, and never once the run was stopped', () => {
    fc.assert(
      fc.property(anyCount, anyEvents, (count, events) => {
        const seen = new Set<string>();
        for (const { action, state, effects } of storyOf(count, events).moments) {
          for (const effect of effects) {
            if (effect.kind !== 'deleteSystem') continue;
            expect(action).toEqual(recorded(effect.systemId));
            expect(state.run?.stop).toBeNull();
            expect(seen.has(effect.systemId)).toBe(false);
            seen.add(effect.systemId);
          }
        }
      }),
    );
  });

  test('the outcome of each system that was taken is saved once, before the journal is closed', () => {
    fc.assert(
      fc.property(anyCount, anyEvents, (count, events) => {
        const { moments } = storyOf(count, events);
        const effects = moments.flatMap((moment) => moment.effects);
        const taken = effects.flatMap((effect) => (effect.kind === 'recheckSystem' ? [effect.systemId] : []));
        const saved = effects.flatMap((effect) => (effect.kind === 'recordOutcome' ? [effect.systemId] : []));
        expect(saved.sort()).toEqual(taken.sort());
        const kinds = effects.map(({ kind }) => kind);
        const wasOpened = moments.some(({ action }) => action.kind === 'journalOpened');
        expect(kinds.filter((kind) => kind === 'closeJournal')).toHaveLength(wasOpened ? 1 : 0);
        if (wasOpened) expect(kinds.lastIndexOf('recordOutcome')).toBeLessThan(kinds.indexOf('closeJournal'));
      }),
    );
  });

  test('a preview asks for nothing but reading', () => {
    fc.assert(
      fc.property(anyCount, anyEvents, (count, events) => {
        const { moments } = storyOf(count, events, 'preview');
        const kinds = moments.flatMap(({ effects }) => effects.map(({ kind }) => kind));
        expect(kinds).not.toEqual(
          expect.arrayContaining([expect.stringMatching(/^(openJournal|recordIntent|deleteSystem|recordOutcome)$/)]),
        );
      }),
    );
  });
});
