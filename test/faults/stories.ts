/** The steps to each operation, the screen where it fails, and the steps after it. */
import { expect } from 'vitest';
import { outcomesIn } from '../support/records.ts';
import { idOf } from '../support/service.ts';
import { type Fault, listed, type Operation } from './fault.ts';
import type { Meeting } from './meeting.ts';

/** A story; what it answers is looked at once the program has been left. */
export type Story = (met: Meeting) => Promise<(() => void) | undefined>;

export const stories: Record<Operation, Story> = {
  organisations: async (met): Promise<undefined> => {
    const { fault, sees, sent, end } = met;
    const is = fault.name === '401' ? signedOut : fault.name.startsWith('403') ? notListed : null;
    if (is === null) await readFails(met, 'refresh the list');
    else await is(met);
    // An organisation opened by its id has no other name.
    await sees(is === notListed ? /› n7Kq2wTd/ : /› Northwind/, '200 of 250 loaded', 'old-1');
    expect(sent().length).toBeLessThanOrEqual(4);
    end();
  },

  'first page': async (met): Promise<undefined> => {
    const { sees } = met;
    await sees(/› Northwind/);
    await readFails(met, 'refresh, or load more');
    await sees(/› Northwind/, 'old-1');
  },

  'later page': async (met): Promise<undefined> => {
    const { user, sees } = met;
    await sees('200 of 250 loaded');
    user.presses('mark and move down');
    await sees('1 marked');
    user.presses('to the last row, all pages');
    await readFails(met, 'refresh, or load more', ['1 marked', /web-(19|2)\d/]);
    await sees('1 marked');
  },

  details: async (met): Promise<undefined> => {
    const { user, sees } = met;
    await sees('200 of 250 loaded');
    user.presses('open the system');
    await readFails(met, 'refresh the system', ['old-1', 'Debian 13']);
    await sees('Checked just now');
  },

  deletion,
  'key creation': creation,
};

/** `kept` is on the screen while the failure is shown; `retry` names the key that retries. */
async function readFails(met: Meeting, retry: string, kept: readonly (string | RegExp)[] = []): Promise<void> {
  const { user, fault, sees, sent, end } = met;
  switch (fault.read) {
    case 'used':
    case 'stopped':
      await sees(fault.says, ...kept);
      return;
    case 'new token':
      await sees('The token is no longer accepted', 'Your list, marks and typed text stay');
      user.presses('stop; the loaded systems stay');
      break;
    case 'waits':
      await sees(fault.says, /Retries in \d+ s; esc stops/, ...kept);
      user.pressesKey('esc');
      break;
    case 'retried':
    case 'shown':
    case 'timed out':
      break;
  }
  await sees(fault.says, 'r retries', ...kept);
  expect(sent()).toHaveLength(fault.read === 'retried' ? 3 : fellBack(met) ? 2 : 1);
  end();
  user.presses(retry);
}

/** A page size that is refused is left out once. */
function fellBack({ fault, sent }: Meeting): boolean {
  const [, second] = sent();
  return /^(400|422)/.test(fault.name) && second?.query.has('per_page') === false;
}

/** Before anything was read there is nothing to stay over: signing in asks for the token. */
async function signedOut({ user, service, sees, end }: Meeting): Promise<void> {
  await sees('Sign in', 'enter sign in', 'not accepted (401)');
  end();
  user.types(service.token);
  user.pressesKey('enter');
}

async function notListed({ user, sees, end }: Meeting): Promise<void> {
  await sees('This token may not list the organisations', 'id of the organisation:');
  end();
  user.types('n7Kq2wTd');
  user.pressesKey('enter');
}

type Ended = Exclude<Fault['deletion'], 'checked' | 'put off'> | 'failed';

const words: Record<Ended, string> = {
  deleted: '1 deleted',
  'already gone': '✓ 0 deleted   ○ 1 already gone',
  refused: '✓ 0 deleted   ✗ 1 refused',
  failed: '✓ 0 deleted   ✗ 1 failed',
};

const recorded: Record<Ended, string> = {
  deleted: 'done',
  'already gone': 'already',
  refused: 'refused',
  failed: 'failed',
};

async function deletion({ user, service, fault, sees, sent, end }: Meeting): Promise<() => void> {
  await sees('200 of 250 loaded');
  user.presses('mark and move down');
  await sees('1 marked');
  await user.deletes('delete 1');
  if (fault.name === '401') {
    await sees('The token is no longer accepted', 'The deletion waits');
    user.presses('stop; the loaded systems stay');
  }
  if (fault.read === 'waits' && fault.deletion === 'put off') {
    await sees(/Retries in \d+ s; esc pauses/);
    user.pressesKey('esc');
    await sees('› Deletion paused');
    user.presses('stop the deletion');
  }
  await sees(/systems? deleted · \d+ s/);
  const isStillThere = service.hostnames().includes('old-1');
  const settled = isStillThere ? 'failed' : 'already gone';
  const isClaimed = fault.deletion === 'deleted' || fault.deletion === 'already gone';
  // It was sent once, so it is no longer called "put off".
  const answered = fault.deletion === 'put off' ? 'refused' : fault.deletion;
  const outcome = answered === 'checked' || (isClaimed && isStillThere) ? settled : answered;
  const why = isClaimed ? /the service (said|did not find)/ : whyFailed(fault);
  if (outcome === 'refused') await sees(words[outcome], why);
  else if (outcome === 'failed') await sees(words[outcome], why, 'the system still exists');
  else await sees(words[outcome]);
  expect(sent()).toHaveLength(1);
  end();
  user.presses('back to the list, or the history');
  const isGone = outcome === 'deleted' || outcome === 'already gone';
  await sees(/› Systems/, listed, isGone ? /^(?!.*marked)/ : '1 marked');
  return () => {
    expect(outcomesIn(user.home)).toEqual(new Map([[idOf('old-1'), recorded[outcome]]]));
  };
}

function whyFailed({ name, deletion, says }: Fault): string | RegExp {
  if (deletion === 'put off') return `${name.slice(0, 3)} "Made up"`;
  return /connection was lost|stopped waiting/.test(String(says)) ? 'no answer was received' : says;
}

async function creation({ user, service, fault, sees, sent, end }: Meeting): Promise<undefined> {
  await sees('200 of 250 loaded');
  user.presses('create an enrolment key');
  await sees('New enrolment key');
  user.types('lab bench');
  await sees('description lab bench');
  await user.rests();
  user.pressesKey('enter');
  if (fault.creation === 'created') {
    await sees('Enrolment key created');
  } else {
    if (fault.creation === 'new token') {
      await sees('The token is no longer accepted');
      user.presses('stop; the loaded systems stay');
    }
    const hint =
      fault.creation === 'unknown' ? [/Whether the enrolment key was created is not known/, 'Look in the portal'] : [];
    await sees(fault.says, 'description lab bench', ...hint);
    expect(sent()).toHaveLength(1);
    end();
    user.pressesKey('enter');
    await sees('Enrolment key created');
    expect(sent()).toHaveLength(2);
  }
  expect(service.requests.filter(({ method }) => method === 'DELETE')).toEqual([]);
}
