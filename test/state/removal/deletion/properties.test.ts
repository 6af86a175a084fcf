import { outcomeKinds } from '../../../../src/state/change/outcome.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { phraseOf } from '../../../../src/state/removal/review/opening.ts';
import { isBusy, type Run } from '../../../../src/state/change/run.ts';
import type { Mode } from '../../../../src/state/session/session.ts';
import { aSession, now } from '../../../support/make.ts';
import { aReview, isChange, recorded, typed } from './story.ts';
import { play } from '../../root/play.ts';
import { anyEvents, isUntouched, type Moment, simulated } from './simulated-run.ts';
import { type RunKind, runKinds, runRows } from '../../../../src/state/change/run-kinds.ts';
import { holds } from '../../../support/property.ts';

/** A run from its confirmation to its end, whatever the service answers, and whatever the person does. */
function anyStory(does: RunKind, mode: Mode = 'normal'): fc.Arbitrary<{ moments: Moment[]; run: Run }> {
  return fc.tuple(fc.integer({ min: 1, max: 15 }), anyEvents).map(([count, events]) => {
    const reviewed = aReview(count, { session: aSession({ mode }) }, does);
    if (reviewed.review === null) throw new Error('There is no review.');
    const { state } = play(reviewed, ...typed(phraseOf(reviewed.review)).slice(0, -1));
    const moments = simulated(state, { kind: 'phraseEntered' }, events);
    const run = moments.at(-1)?.state.deletion;
    if (run == null) throw new Error('There was no run.');
    return { moments, run };
  });
}

function idsOf(systems: readonly { readonly systemId: string }[]): string[] {
  return systems.map(({ systemId }) => systemId).sort();
}

test.each(runKinds)(
  '%s: whatever is answered, in whatever order, every system ends in exactly one outcome, and the counts add up',
  (does) => {
    holds([fc.oneof(anyStory(does), anyStory(does, 'preview'))], { numRuns: 60 }, ({ run }) => {
      expect(idsOf(run.settled.map(({ system }) => system))).toEqual(idsOf(run.planned));
      expect(outcomeKinds.reduce((sum, kind) => sum + run.counts[kind], 0)).toBe(run.planned.length);
      for (const kind of outcomeKinds) {
        expect(run.counts[kind]).toBe(run.settled.filter(({ outcome }) => outcome.kind === kind).length);
      }
      expect(run).toMatchObject({ finishedAt: now, inFlight: new Map(), check: null });
    });
  },
);

test.each(runKinds)('%s: no more than four systems are worked on at a time', (does) => {
  holds([anyStory(does)], ({ moments }) => {
    const inFlight = moments.map(({ state }) => [...(state.deletion?.inFlight.values() ?? [])].filter(isBusy).length);
    expect(Math.max(...inFlight)).toBeLessThanOrEqual(4);
  });
});

test.each(runKinds)(
  '%s: a request is sent once, and again only where the service said that it did not act; right after the record was saved, never once the run was stopped',
  (does) => {
    holds([anyStory(does)], ({ moments }) => {
      const sent = moments.flatMap(({ action, state, effects }) =>
        effects.flatMap((effect) => (isChange(effect) ? [{ action, state, id: effect.systemId }] : [])),
      );
      for (const { action, state, id } of sent) {
        expect(action).toEqual(recorded(id));
        expect(state.deletion?.stop).toBeNull();
      }
      const untouched = moments.flatMap(({ action }) => (isUntouched(action) ? [action.systemId] : []));
      for (const { id } of sent) {
        const { length } = sent.filter((other) => other.id === id);
        expect(length).toBeLessThanOrEqual(1 + untouched.filter((other) => other === id).length);
      }
    });
  },
);

test.each(runKinds)(
  '%s: a system that was not found is called gone only by a later check that saw the organisation',
  (does) => {
    holds([anyStory(does)], ({ moments }) => {
      for (const { action, state, effects } of moments) {
        const gone = effects.filter(
          (effect) =>
            effect.kind === 'recordOutcome' && effect.outcome.kind === 'already' && effect.outcome.isGone === true,
        );
        const isLook = action.kind === 'recheckFailed' && state.deletion?.finishedAt != null;
        // Or by looking at what the fresh list, which only an account with access can read, does not have.
        if (gone.length > 0 && !isLook) expect(action).toMatchObject({ kind: 'accessChecked', hasAccess: true });
      }
    });
  },
);

test.each(runKinds)(
  '%s: the outcome of each started system is saved, the last one is reported, and then the journal is closed',
  (does) => {
    holds([anyStory(does)], ({ moments, run }) => {
      const effects = moments.flatMap((moment) => moment.effects);
      const taken = new Set(moments.flatMap(({ state }) => [...(state.deletion?.inFlight.keys() ?? [])]));
      const saved = effects.filter((effect) => effect.kind === 'recordOutcome');
      const last = new Map(saved.map(({ systemId, outcome }) => [systemId, outcome]));
      expect([...last.keys()].sort()).toEqual([...taken].sort());
      for (const { system, outcome } of run.settled) expect(last.get(system.systemId) ?? outcome).toEqual(outcome);
      const wasOpened = moments.some(({ action }) => action.kind === 'journalOpened');
      const ends = effects.filter(({ kind }) => kind === 'recordOutcome' || kind === 'closeJournal');
      expect(ends.map(({ kind }) => kind)).toEqual([
        ...saved.map(({ kind }) => kind),
        ...(wasOpened ? ['closeJournal'] : []),
      ]);
    });
  },
);

test.each(runKinds)('%s: a preview sends nothing', (does) => {
  const writes = new Set<string>(['recordIntent', 'changeSystem']);
  holds([anyStory(does, 'preview')], ({ moments }) => {
    expect(moments.flatMap(({ effects }) => effects).filter(({ kind }) => writes.has(kind))).toEqual([]);
  });
});

test.each(runKinds)('%s: nothing else is ever sent', (does) => {
  holds([anyStory(does)], ({ moments }) => {
    const sent = moments.flatMap(({ effects }) => effects.filter(isChange));
    const asked = sent.map(({ request }) => (typeof request === 'string' ? request : request.operation));
    const wanted = runRows[does].request ?? 'PATCH /org/{orgId}/systems/{systemId}';
    expect(new Set(asked)).toEqual(new Set(sent.length === 0 ? [] : [wanted]));
  });
});
