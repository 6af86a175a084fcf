/** The one way to a sending: the phrase of a number, its record on the disk, then the request, once. */
import { isGoing } from '../run.ts';
import { mayAnswerHtml } from '../../../api/openapi/bodies.ts';
import type { Step } from '../../root/step.ts';
import type { State } from '../../root/state.ts';
import { recordAbout } from './facts.ts';
import type { Recorded } from './record-and-send.ts';
import { changed, currentOf, isAsking, isReadingTarget, phraseChanged } from './requests.ts';
import { readOnlyWhy } from './opening.ts';

/** Enter: taken once for a number, and only on its own words. */
export function confirmed(state: State): Step {
  const { current } = state.request;
  if (!isAsking(current) || !current.stage.isArmed || isReadingTarget(current)) return [state];
  if (current.stage.typed !== current.judged.phrase) return [phraseChanged(state, { isWrong: true })];
  const why = readOnlyWhy(state, current.call) ?? whyNotNow(state, current.call.orgId);
  if (why !== null) return [{ ...state, notice: { kind: 'warning', text: why } }];
  const { id, call, target } = current;
  const before = target.kind === 'read' ? target.value : null;
  return [
    { ...changed(state, id, { stage: { kind: 'saving' } }), notice: null },
    { kind: 'saveRequest', id, call, before, about: recordAbout(state, call) },
  ];
}

/** Work possibly begun since the question was asked. */
function whyNotNow({ deletion, organisation }: State, orgId: string | null): string | null {
  if (orgId === null) return null;
  if (organisation?.orgId !== orgId) return 'Another organisation is open now. Nothing was sent.';
  const isBusy = isGoing(deletion) && deletion.organisation.orgId === orgId;
  return isBusy ? 'A run is in progress in this organisation. J shows it. Nothing was sent.' : null;
}

function withheld(state: State, id: number, because: string): State {
  return changed(state, id, { stage: { kind: 'withheld', because } });
}

export function saved(state: State, { id, saved: kept }: { readonly id: number; readonly saved: Recorded }): Step {
  const current = currentOf(state, id);
  if (current?.stage.kind !== 'saving') return [state];
  if (!kept.ok) return [withheld(state, id, kept.says)];
  const { recordId } = kept;
  // After a request to quit, nothing is sent.
  if (state.program.isLeaving) {
    return [withheld(state, id, 'Nothing was sent: the program is ending.'), { kind: 'withholdRequest', recordId }];
  }
  const { definition } = state.definition;
  const mayBeHtml = definition !== null && mayAnswerHtml(definition, current.operation);
  return [
    changed(state, id, { stage: { kind: 'sending' } }),
    { kind: 'sendChange', id, recordId, call: current.call, mayBeHtml },
  ];
}
