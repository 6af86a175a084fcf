/** The gallery's screens of the list of operations. */
import type { Problem } from '../../src/api/problem.ts';
import type { Definition, DefinitionFault } from '../../src/api/openapi/definition.ts';
import type { Action, State } from '../../src/state/root/state.ts';
import { play } from '../state/root/play.ts';
import { now, refused } from '../support/make.ts';
import { definitionFrom } from '../support/definition.ts';
import { usualDocument } from '../support/documents/usual.ts';
import { after, type Gallery } from './listed.ts';

function arrived(definition: Definition, minutesAgo = 0): Action {
  const identity = { etag: null, lastModified: null, sha256: '0', at: now - minutesAgo * 60_000 };
  return { kind: 'definitionArrived', definition, identity, isKept: minutesAgo > 0 };
}

const usual = usualDocument() as { readonly paths: Readonly<Record<string, object>> };
const opened = { kind: 'operationsOpened' } as const;

/** One operation less, and another one with other words. */
function changed(): Definition {
  const { '/account': account, ...paths } = Object.fromEntries(
    Object.entries(usual.paths).filter(([path]) => path !== '/version'),
  );
  const other = { ...account, get: { tags: ['Account'], summary: 'Gets who calls' } };
  return definitionFrom({ ...usual, paths: { '/account': other, ...paths } });
}

const hostileNames = definitionFrom({
  openapi: '4.0.0',
  info: { title: '\u001B]52;c;aGk=\u0007', version: '\u202Ev2' },
  servers: [{ url: 'https://elsewhere.example/\u001B[2J' }],
  paths: {
    '/org/{orgId}/\u202Egnp': { get: { tags: ['\u001B[8mhidden'], summary: 'Line\nbreak \u001B]8;;https://x\u0007' } },
    '/org/{orgId}/東京/{id}': { delete: { tags: ['東京'], summary: '消す \uD800', deprecated: true } },
    '/a-rather-long-path/that-does-not-fit/{someParameter}/into-the-column/at-its-end': { get: {} },
    'no path': { get: { summary: 'Cannot be used' } },
  },
});

function refusedWith(status: number): Problem {
  return { ...refused(status), operation: 'read definition' };
}

const problems: Readonly<Record<string, Problem>> = {
  'no definition': refusedWith(404),
  forbidden: refusedWith(403),
  failed: refusedWith(500),
  redirect: {
    ...{ kind: 'redirected', operation: 'read definition', status: 302 },
    location: 'https://docs.example.com/swagger.json',
  },
  'too large': {
    ...{ kind: 'notTheApi', operation: 'read definition', status: 200, reason: 'too large' },
    ...{ contentType: 'application/json', title: null },
  },
};

const faults: Readonly<Record<string, DefinitionFault>> = {
  'web page': { kind: 'web page', title: 'Proxy login' },
  YAML: { kind: 'yaml' },
  'cut off': { kind: 'not json', at: 60_000, isCutOff: true },
  'not JSON': { kind: 'not json', at: 60_000, isCutOff: false },
  empty: { kind: 'not json', at: 0, isCutOff: true },
  'no operations': { kind: 'no operations' },
};

const at = (...actions: readonly Action[]): State => after(...actions);
const usualDefinition = definitionFrom(usual);
const usually = [opened, arrived(usualDefinition)];
// From the list of systems the row under the cursor comes first; the same key then leads to all.
const all = (...actions: readonly Action[]): State => at(...usually, opened, ...actions);
const filtered = (text: string): State => all({ kind: 'listFilterOpened' }, { kind: 'textEdited', text });

export const operationsGallery: Gallery = {
  operations: () => all(),
  'operations, loading': () => at(opened, opened),
  'operations, last row': () => all({ kind: 'moved', motion: 'last' }),
  'operations by path': () => all({ kind: 'listSorted' }),
  'operations, filter typed': () => filtered('is:heavy path:systems'),
  'operations, filter with a mistake': () => filtered('tga:systems'),
  'operations, nothing matches': () => play(filtered('method:put tag:logs'), { kind: 'promptAccepted' }).state,
  'operations on a row': () => at(...usually),
  'operations on a row without any': () =>
    at(arrived(usualDefinition), { ...opened, row: { path: '/elsewhere', fields: { name: 'one' } } }),
  'operation copied': () => all({ kind: 'moved', motion: 'down' }, { kind: 'operationsCopyOpened' }),
  'operations that cannot be used': () =>
    at(opened, arrived(hostileNames), opened, { kind: 'moved', motion: 'last' }, { kind: 'operationChosenInList' }),
  'operations refreshed': () => all(arrived(changed())),
  'operations, old, no answer': () =>
    at(arrived(usualDefinition, 3 * 24 * 60), opened, opened, {
      kind: 'definitionFailed',
      problem: { kind: 'timedOut', operation: 'read definition', seconds: 30 },
    }),
  'operations, odd names': () => at(opened, arrived(hostileNames), opened),
  ...Object.fromEntries(
    Object.entries(problems).map(([name, problem]) => [
      `operations, ${name}`,
      (): State => at(opened, opened, { kind: 'definitionFailed', problem }),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(faults).map(([name, fault]) => [
      `operations, ${name}`,
      (): State => at(opened, opened, { kind: 'definitionFaulty', fault }),
    ]),
  ),
};
