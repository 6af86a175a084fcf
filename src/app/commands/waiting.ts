/** Tells on standard error that a command waits, by this computer's clock. */
import process from 'node:process';
import { waitSentence } from '../../screens/text/problem-wording.ts';
import type { Waiting } from '../../state/session/backoff/patience.ts';
import { readClocks } from '../ports.ts';

export const waitingAloud: Waiting = {
  steady: () => readClocks().steady,
  tell(problem) {
    process.stderr.write(`rollcall: ${waitSentence(problem)}\n`);
  },
};
