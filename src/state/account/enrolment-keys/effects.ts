/** The effect of enrolment keys: creates one, with a saved intent like every change. */
import type { SavedIntent } from '../../../api/http/saved-intent.ts';
import { createEnrolmentKey, newKeyCall } from '../../../api/organisations.ts';
import { recordAndSend } from '../../change/request/record-and-send.ts';
import type { Effects } from '../../root/feature.ts';

export const enrolmentKeysEffects: Effects<'enrolmentKeys'> = {
  async createEnrolmentKey({ attempt, orgId, description, about }, { ports, client, dispatch, beforeLeaving }) {
    const call = newKeyCall(about.baseUrl, orgId, description);
    if (!call.ok) return { kind: 'keyCreationFailed', attempt, problem: call.problem };
    const { value } = call;
    const send = (intent: SavedIntent) => createEnrolmentKey(client(), intent, value);
    const sent = await recordAndSend(ports, { call: value, about, before: null }, send);
    if ('message' in sent) return { kind: 'keyNotSent', attempt, message: sent.message };
    const { result, saved } = sent;
    beforeLeaving(saved);
    dispatch(
      result.ok
        ? { kind: 'keyCreated', attempt, key: result.value }
        : { kind: 'keyCreationFailed', attempt, problem: result.problem },
    );
    const code = await saved;
    return code === null ? null : { kind: 'requestEndLost', code };
  },
};
