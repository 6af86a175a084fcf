/** Effects of the definition: reads the stored copy, and asks the service. */
import { setImmediate } from 'node:timers/promises';
import { readDefinition, requestDefinition } from '../../../api/openapi/read-definition.ts';
import type { Effects, Reads, Services } from '../../root/feature.ts';
import { asksForPatience } from '../../session/backoff/retry.ts';
import type { Action } from '../../root/state.ts';
import type { DefinitionIdentity } from './feature.ts';
import { definitionRead } from './reading.ts';

export const definitionEffects: Effects<'definition'> = {
  async recallDefinition({ baseUrl, profile }, { ports }) {
    const kept = await ports.definitions.recall(profile, baseUrl);
    if (kept === null) return { kind: 'definitionNotKept' };
    const { text, ...identity } = kept;
    await drawn();
    const read = readDefinition(text);
    if (!read.ok) return { kind: 'definitionNotKept' };
    const { etag, lastModified, sha256, at } = identity;
    return {
      kind: 'definitionArrived',
      definition: read.value,
      identity: { etag, lastModified, sha256, at },
      isKept: true,
    };
  },
};

const key = (): string => 'definition';

export const definitionReads: Reads<'definition'> = {
  readDefinition: {
    slot: 'definition',
    key,
    async send({ baseUrl, profile, known }, services) {
      const { ports, client, clock, signal } = services;
      const answer = await requestDefinition(client(), known, signal);
      if (!answer.ok) return { kind: 'definitionFailed', problem: answer.problem };
      const { text, etag, lastModified } = answer.value;
      const sha256 = text === null ? known?.sha256 : ports.definitions.identify(text);
      if (sha256 === undefined) return null;
      const identity = { etag, lastModified, sha256, at: clock.now() };
      const keep = keeping(services, profile, baseUrl, identity);
      if (text === null || sha256 === known?.sha256) {
        keep(null);
        return { kind: 'definitionConfirmed', identity };
      }
      return arrived(text, identity, keep);
    },
    answers: { definitionArrived: key, definitionConfirmed: key, definitionFaulty: key, definitionFailed: key },
    retries: {
      definitionFailed(state, { problem }) {
        const { definition, reading, isQuiet } = state.definition;
        if (reading === null || isQuiet) return null;
        // A known definition is shown, so only a request to wait or a new token matters.
        const isWaited = asksForPatience(problem) || (problem.kind === 'refused' && problem.status === 401);
        return definition === null || isWaited ? definitionRead(state) : null;
      },
    },
    givenUp: (_, problem) => ({ kind: 'definitionFailed', problem: { ...problem, operation: 'read definition' } }),
  },
};

async function arrived(
  text: Uint8Array,
  identity: DefinitionIdentity,
  keep: (text: Uint8Array) => void,
): Promise<Action> {
  await drawn();
  const read = readDefinition(text);
  if (!read.ok) return { kind: 'definitionFaulty', fault: read.fault };
  keep(text);
  return { kind: 'definitionArrived', definition: read.value, identity };
}

/** Draws the last message first, because parsing a large text blocks the keyboard. */
async function drawn(): Promise<void> {
  await setImmediate();
  await setImmediate();
}

/** Stores the text after the next frame; if that fails, the next start asks the service again. */
function keeping(services: Services, profile: string, baseUrl: string, identity: DefinitionIdentity) {
  const { ports, beforeLeaving } = services;
  return (text: Uint8Array | null): void => {
    beforeLeaving(drawn().then(() => ports.definitions.keep(profile, baseUrl, { ...identity, text })));
  };
}
