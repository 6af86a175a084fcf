/** The session's facts to judge a request by. */
import { isGoing } from '../run.ts';
import type { State } from '../../root/state.ts';
import type { Call } from '../../../api/calls/call.ts';
import { bodyOf } from '../../../api/openapi/bodies.ts';
import type { DefinedOperation } from '../../../api/openapi/definition.ts';
import { shapeOf } from '../../../api/openapi/shape.ts';
import type { RecordAbout } from './record-and-send.ts';
import type { RequestFacts } from './request-class.ts';

export function factsOf(state: State, call: Call, operation: DefinedOperation): RequestFacts {
  const { organisation, settings, deletion } = state;
  return {
    ...{ operation, call, organisation, label: settings.label },
    hasFreeBody: hasFreeBody(state, operation),
    wasUnknown: state.request.unknown.has(unknownKey(call)),
    isRunGoing: isGoing(deletion) && deletion.organisation.orgId === call.orgId,
  };
}

/** The session's part in the record of a change. */
export function recordAbout({ session, organisation }: State, { orgId }: Pick<Call, 'orgId'>): RecordAbout {
  return {
    mode: session.mode === 'preview' ? 'preview' : 'sent',
    profile: session.profile,
    baseUrl: session.baseUrl ?? '',
    orgName: orgId !== null && organisation?.orgId === orgId ? organisation.orgName : null,
  };
}

/** Identity of a request, where it matters whether it may have been carried out already. */
export function unknownKey({ method, url }: Call): string {
  return `${method} ${url}`;
}

function hasFreeBody({ definition: { definition } }: State, operation: DefinedOperation): boolean {
  const body = definition === null ? null : bodyOf(definition, operation);
  return definition !== null && body !== null && shapeOf(definition, body.schema, {}).kind === 'free';
}
