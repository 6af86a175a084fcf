/** What is an operation called in a sentence? */
import type { Operation } from '../../api/problem.ts';

/** An operation's names. */
interface OperationWords {
  /** As a request: `GET systems`. */
  readonly request: string;
  /** As what was wanted: `delete the system`. */
  readonly purpose: string;
  /** What is not known when a write has no readable answer. */
  readonly doubt?: string;
}

/** The words for every operation. */
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
