/** The effect of enrolment keys: creating one. */
import { createEnrolmentKey } from '../../../api/enrolment-keys.ts';
import type { Effects } from '../../root/feature.ts';

export const enrolmentKeysEffects: Effects<'enrolmentKeys'> = {
  async createEnrolmentKey({ attempt, orgId, description }, { client }) {
    const answer = await createEnrolmentKey(client(), orgId, description);
    return answer.ok
      ? { kind: 'keyCreated', attempt, key: answer.value }
      : { kind: 'keyCreationFailed', attempt, problem: answer.problem };
  },
};
