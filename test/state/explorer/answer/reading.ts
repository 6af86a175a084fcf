/** Calls to a real service, with the program's state and effects but without its screen. */
import type { Call } from '../../../../src/api/calls/call.ts';
import { createClient } from '../../../../src/api/http/client.ts';
import { createSessionClock } from '../../../../src/state/session/clock.ts';
import { fromFeatures, isRead, readDefinition } from '../../../../src/state/root/registry.ts';
import { createStore } from '../../../../src/state/kernel/store.ts';
import type { Services } from '../../../../src/state/root/feature.ts';
import { answerShown } from '../../../../src/state/explorer/answer/feature.ts';
import type { AnswerExport } from '../../../../src/state/explorer/answer/answer-lines.ts';
import type { Answer, AnswerContent } from '../../../../src/state/explorer/answer/model.ts';
import type { Ports } from '../../../../src/state/root/services.ts';
import { reduce } from '../../../../src/state/root/reduce.ts';
import type { Action, Effect, State } from '../../../../src/state/root/state.ts';
import { token } from '../../../api/http.ts';
import { anOrganisation, aSession, aState, now } from '../../../support/make.ts';

const effects = fromFeatures(
  (features) =>
    Object.assign({}, ...features.map((feature) => feature.effects)) as Readonly<
      Record<string, (effect: Effect, services: unknown) => Promise<Action | null> | Action | null>
    >,
);

/** Output of the program: requests, files and copies. */
interface Left {
  readonly exports: AnswerExport[];
  readonly copied: string[];
  readonly shown: string[];
  readonly opened: Effect[];
  /** Sizes of a file's pieces, and whether it was complete at the end. */
  readonly written: number[];
  readonly closed: boolean[];
}

export interface Reading extends Left {
  readonly press: (...actions: readonly Action[]) => void;
  readonly state: () => State;
  /** The answer on the screen, once it meets the condition. */
  readonly sees: (isExpected: (answer: Answer) => boolean) => Promise<Answer>;
  /** The content of the answer, once it has this kind and no read is in progress. */
  readonly shows: <K extends AnswerContent['kind']>(kind: K) => Promise<Extract<AnswerContent, { readonly kind: K }>>;
}

type About = Partial<Pick<State, 'rows'> & Pick<Call, 'pageParameters'>>;

/** A user who has sent `GET path` to the service at this address. */
export function aReading(baseUrl: string, path: string, { pageParameters, ...about }: About = {}): Reading {
  const left: Left = { exports: [], copied: [], shown: [], opened: [], written: [], closed: [] };
  const clock = createSessionClock(() => ({ wall: now, steady: 0 }));
  const ports = {
    exportAnswer(what: AnswerExport) {
      left.exports.push(what);
      return Promise.resolve({ ok: true, paths: [what.name] } as const);
    },
    openExport: ({ extension }: { readonly extension: string }) =>
      Promise.resolve({
        path: `file.${extension}`,
        write(piece: Uint8Array) {
          left.written.push(piece.byteLength);
          return Promise.resolve();
        },
        close(isWhole: boolean) {
          left.closed.push(isWhole);
          return Promise.resolve();
        },
      }),
    copyLines: (lines: readonly string[]) => left.copied.push(lines.join('\n')),
    showText(text: string) {
      left.shown.push(text);
      return Promise.resolve(null);
    },
  } as Partial<Record<keyof Ports, unknown>>;
  const client = createClient({ baseUrl, token, version: '1.0.0', modeFor: () => 'read-only' });
  let signal = new AbortController();
  const run = (effect: Effect, dispatch: (action: Action) => void): void => {
    if (effect.kind === 'abandonRead') signal.abort();
    if (effect.kind === 'openRowOperations') left.opened.push(effect);
    if (effect.kind === 'abandonRead' || effect.kind === 'startTimer' || effect.kind === 'openRowOperations') return;
    const isSent = isRead(effect);
    if (isSent) {
      signal.abort();
      signal = new AbortController();
    }
    const services = { ports, clock, client: () => client, dispatch, signal: signal.signal };
    const answer = isSent
      ? readDefinition(effect).send(effect, services as unknown as Services & { signal: AbortSignal })
      : effects()[effect.kind]?.(effect, services);
    void Promise.resolve(answer).then((action) => {
      if (action != null) dispatch(action);
    });
  };
  const organisation = anOrganisation();
  const initial = { ...aState({ organisation, session: aSession({ baseUrl }) }), ...about };
  const store = createStore<State, Action, Effect>(initial, reduce, run);
  const sees: Reading['sees'] = (isExpected) =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const answer = answerShown(store.state());
        if (answer === null || !isExpected(answer)) return;
        end();
        clearTimeout(late);
        resolve(answer);
      };
      const end = store.subscribe(look);
      const late = setTimeout(() => {
        end();
        reject(new Error(`not seen: ${JSON.stringify(answerShown(store.state())).slice(0, 2000)}`));
      }, 20_000);
      look();
    });
  const url = `${baseUrl}${path}`;
  const template = path.replace(/\?.*/, '').replace('/org/N1/', '/org/{orgId}/');
  const operation = {
    ...{
      id: `GET ${template}`,
      method: 'GET',
      path: template,
      tag: null,
      summary: '',
      operationId: null,
    },
    ...{ isDeprecated: false, weight: 'read' as const, unusable: null, source: {}, pathItem: {} },
  } as const;
  const call = {
    ...{ method: 'GET', body: null },
    url,
    headers: {},
    orgId: 'N1',
    operation: operation.id,
    secrets: [],
    ...(pageParameters !== undefined && { pageParameters }),
  } as const;
  store.dispatch({ kind: 'callSent', call, operation });
  return {
    ...left,
    state: store.state,
    press(...actions) {
      for (const action of actions) store.dispatch({ kind: 'keyPressed', action });
    },
    sees,
    async shows(kind) {
      const { content } = await sees((answer) => answer.content?.kind === kind && answer.reading === null);
      return content as Extract<AnswerContent, { readonly kind: typeof kind }>;
    },
  };
}
