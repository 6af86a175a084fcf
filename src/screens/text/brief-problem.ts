/** What went wrong, in two or three words for a line that says other things, too? */
import type { Problem } from '../../api/problem.ts';
import { clean, type Clean } from './clean.ts';

/** `no connection`, `refused (409)`, `failed (503)` */
export function briefProblem(problem: Problem): Clean {
  switch (problem.kind) {
    case 'refused':
      if (problem.status === 401) return clean('token not accepted');
      return clean(`${problem.status >= 500 ? 'failed' : 'refused'} (${problem.status})`);
    case 'unreachable':
      return clean('no connection');
    case 'lost':
      return clean('connection lost');
    case 'timedOut':
      return clean('no answer');
    case 'redirected':
      return clean('redirected');
    case 'notTheApi':
      return clean('not the API');
    case 'wrongShape':
      return clean('answer not understood');
    case 'untrustedLink':
      return clean('link not followed');
    case 'oddId':
    case 'withheld':
      return clean('not sent');
    case 'aborted':
      return clean('stopped');
  }
}
