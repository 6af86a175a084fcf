/** Words for operations. */
import type { Operation } from '../../api/problem.ts';

interface OperationWords {
  /** As a request: `GET systems`. */
  readonly request: string;
  /** As a purpose: `delete the system`. */
  readonly purpose: string;
  /** What is unknown when a write has no readable answer. */
  readonly doubt?: string;
}

export const OPERATION_WORDS: Record<Operation, OperationWords> = {
  'list organisations': { request: 'GET organisations', purpose: 'list the organisations' },
  'list systems': { request: 'GET systems', purpose: 'list the systems' },
  'read system': { request: 'GET system', purpose: 'read the system' },
  'delete system': {
    request: 'DELETE system',
    purpose: 'delete the system',
    doubt: 'Whether the system was deleted is not known.',
  },
  'create enrolment key': {
    request: 'POST enrolment key',
    purpose: 'create the enrolment key',
    doubt: 'Whether the enrolment key was created is not known.',
  },
};
