/** The operations that rollcall sends, with their names. */

interface OperationWords {
  /** As a request: `GET systems`. */
  readonly request: string;
  /** As a purpose: `delete the system`. */
  readonly purpose: string;
  /** Names the unknown outcome of a write without a readable answer. */
  readonly unknown?: string;
}

const all = {
  'list organisations': { request: 'GET organisations', purpose: 'list the organisations' },
  'list systems': { request: 'GET systems', purpose: 'list the systems' },
  'read system': { request: 'GET system', purpose: 'read the system' },
  'delete system': {
    request: 'DELETE system',
    purpose: 'delete the system',
    unknown: 'Whether the system was deleted is not known.',
  },
  'disable system': {
    request: 'PUT system disable',
    purpose: 'disable the system',
    unknown: 'Whether the system was disabled is not known.',
  },
  'enable system': {
    request: 'PUT system enable',
    purpose: 'enable the system',
    unknown: 'Whether the system was enabled is not known.',
  },
  'create enrolment key': {
    request: 'POST enrolment key',
    purpose: 'create the enrolment key',
    unknown: 'Whether the enrolment key was created is not known.',
  },
  'read definition': { request: 'GET definition', purpose: 'read the definition' },
  'send request': { request: 'the request', purpose: 'carry out this request' },
} satisfies Readonly<Record<string, OperationWords>>;

export type Operation = keyof typeof all;

/** The requests that change one system: the method, and what follows the system in the path. None has a body. */
export const systemChanges = {
  'delete system': { method: 'DELETE', path: '' },
  'disable system': { method: 'PUT', path: '/disable' },
  'enable system': { method: 'PUT', path: '/enable' },
} as const satisfies Partial<Readonly<Record<Operation, { method: 'DELETE' | 'PUT'; path: string }>>>;

export type SystemChange = keyof typeof systemChanges;

/** Method and path form of a change: `PUT /org/{}/systems/{}/disable`. */
export function formOfChange(change: SystemChange): string {
  const { method, path } = systemChanges[change];
  return `${method} /org/{}/systems/{}${path}`;
}

export const operations: Readonly<Record<Operation, OperationWords>> = all;
export const operationNames = Object.keys(all) as Operation[];

/** Path of the definition below the service's address. */
export const definitionPath = '/swagger/v1/swagger.json';

// Which methods are sent, which of them read, and which have a body.

/** In the order of lists. No other method is sent, because its effect is unknown. */
export const sentMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Methods that are recognised in any case, as in the fields of a path item. */
export const namedMethods: ReadonlySet<string> = new Set([...sentMethods, 'QUERY', 'OPTIONS', 'TRACE', 'CONNECT']);

export type ReadMethod = 'GET' | 'HEAD';

export function isReadMethod(method: string): method is ReadMethod {
  return method === 'GET' || method === 'HEAD';
}

export function hasBody(method: string): boolean {
  return !isReadMethod(method);
}

export function isSentMethod(method: string): boolean {
  return sentMethods.some((one) => one === method);
}

/** In characters; a method of a definition may be any text. */
const maxShownLength = 30;

/** Why the method is never sent, as a sentence; null when it may be. */
export function whyNotSent(method: string): string | null {
  return isSentMethod(method) ? null : `rollcall does not send ${method.slice(0, maxShownLength)}.`;
}

export function isChangeMethod(method: string): boolean {
  return isSentMethod(method) && !isReadMethod(method);
}
