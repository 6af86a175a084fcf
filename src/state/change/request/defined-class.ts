/** The class of an operation before anything of it is set: what its definition alone says. */
import type { DefinedOperation } from '../../../api/openapi/definition.ts';
import { noLabel } from '../../session/organisations.ts';
import { classOf } from './request-class.ts';

export interface DefinedClass {
  /** `many`: all there are. `review`: only the review sends it. */
  readonly kind: 'read' | 'change' | 'heavy' | 'many' | 'review';
  /** Why it is more than a change, in words. */
  readonly reasons: readonly string[];
}

type Named = Pick<DefinedOperation, 'method' | 'path' | 'operationId' | 'summary' | 'isDeprecated'>;

export function definedClass(operation: Named): DefinedClass {
  const { method, path: url } = operation;
  const judged = classOf({
    ...{ operation, call: { method, url, headers: {}, body: null, orgId: null }, organisation: null, label: noLabel },
    ...{ hasFreeBody: false, wasUnknown: false, isRunGoing: false },
  });
  switch (judged.kind) {
    case 'read':
    case 'never':
      return { kind: 'read', reasons: [] };
    case 'takenOver':
      return { kind: judged.by.kind === 'review' ? 'review' : 'change', reasons: [] };
    case 'change':
    case 'heavy':
    case 'many':
      return { kind: judged.kind, reasons: judged.reasons };
  }
}
