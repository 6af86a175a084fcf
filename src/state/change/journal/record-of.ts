/** The record of a call, without its secrets: they are kept nowhere. */
import { maskedBody, maskedUrl } from '../../../api/calls/masked-call.ts';
import { type Masking, masked, mostLevels } from '../../../api/secrets.ts';
import type { Call } from '../../../api/calls/call.ts';
import type { RequestRecord } from './request-record.ts';

/** `before`: what was read at its target, as it was received; null: nothing was. */
type About = Pick<RequestRecord, 'at' | 'mode' | 'profile' | 'baseUrl' | 'orgName' | 'before'>;

/** The record saved before the call leaves. */
export function recordOf(call: Call, about: About): RequestRecord {
  const { method, orgId, operation } = call;
  const masking: Masking = { secrets: call.secrets, levels: mostLevels };
  // In the order in which a line is read.
  return {
    ...{ at: about.at, mode: about.mode, profile: about.profile, baseUrl: about.baseUrl },
    orgId,
    orgName: about.orgName,
    method,
    template: operation.slice(operation.indexOf(' ') + 1),
    address: maskedUrl(call),
    body: maskedBody(call, masking),
    before: about.before === null ? null : masked(about.before, masking),
  };
}
