/** Messages after a change that was refused, or whose outcome is unknown. The service's log judges. */
import { expect, test } from 'vitest';
import { json, NOTHING, type Answer } from '../../src/demo/answer.ts';
import { setsField } from '../support/explorer.ts';
import { asked, aUser, row } from '../support/user.ts';
import { aStory, changes, confirms, explores, isAsked, opens, records, theThing } from './changing.ts';

const html: Answer = { status: 502, headers: { 'content-type': 'text/html' }, body: '<title>Bad gateway</title>' };
const portal: Answer = { status: 200, headers: { 'content-type': 'text/html' }, body: '<title>Proxy login</title>' };
const elsewhere: Answer = { status: 307, headers: { location: 'http://127.0.0.1:9/elsewhere' } };

test('an outcome that is not known is said, and nothing is sent again by itself', async () => {
  const { service, user: earlier, answers, shows } = await aStory();
  await explores(earlier);
  await opens(earlier, 'Switches one off');
  await isAsked(earlier, 'put 12');
  answers('drop');
  await confirms(earlier, 'put 12');
  await earlier.sees('Whether this was carried out is not known.', 'PUT is idempotent by HTTP');
  await expect.poll(() => records(earlier.home)).toContain('"outcome":{"kind":"unknown"');
  await earlier.leaves();
  // Another session knows the request from its record.
  const user = aUser(service, { columns: 100, home: earlier.home });
  await explores(user);
  await opens(user, 'Switches one off');
  await isAsked(user, 'again put 12');
  answers('drop');
  await confirms(user, 'again put 12');
  await user.sees('Whether this was carried out is not known.');
  let sent = 2;
  for (const answer of [html, portal, elsewhere]) {
    await user.presses('ask for it again, with its phrase').sees('how it ended the last time is not known');
    expect(changes(service)).toHaveLength(sent);
    answers(answer);
    await confirms(user, 'again put 12');
    await user.sees('Whether this was carried out is not known.', String(answer.status));
    sent += 1;
    expect(changes(service)).toHaveLength(sent);
  }
  shows(json(200, { ...theThing, isEnabled: false }));
  await user.presses('read what is there now').sees('There now, read after it', /isEnabled +false/);
  expect(changes(service)).toHaveLength(sent);
  answers(NOTHING);
  user.presses('ask for it again, with its phrase');
  await confirms(user, 'again put 12');
  await user.sees('204: done');
  // With the outcome known again, the phrase is known too.
  user.pressesKey('esc');
  await isAsked(user, 'put 12');
  await user.sees('It is disabled already.');
  expect(changes(service)).toHaveLength(sent + 1);
  await user.pressesKey('esc').sees('Nothing was sent.');
  await user.leaves();
});

test('after 401 a new token and the phrase again, after 429 a pause, after 400 the fields', async () => {
  const { service, user, answers } = await aStory();
  await explores(user);
  await opens(user, 'Makes a thing', null);
  await user.goesTo('size');
  await setsField(user, '12');
  await user.sees('1 of 2 set');
  expect(await isAsked(user, 'post')).toContain('! size: larger than 9');
  answers(json(401, { title: 'Unauthorized', status: 401 }));
  await confirms(user, 'post');
  await user.sees(/new token|token is not accepted/i);
  expect(changes(service)).toHaveLength(1);
  user.types(service.token);
  await user.rests();
  await user.pressesKey('enter').sees(asked('post'));
  answers({ ...json(429, { title: 'Slow down', status: 429 }), headers: { 'retry-after': '2' } });
  await confirms(user, 'post');
  await user.sees(/the phrase again in \d s/);
  await user.sees(asked('post'));
  expect(changes(service)).toHaveLength(2);
  answers({
    status: 400,
    headers: { 'content-type': 'application/problem+json' },
    body: JSON.stringify({ title: 'Invalid', status: 400, errors: { '$.Size': ['Must be 9 at most.'] } }),
  });
  await confirms(user, 'post');
  await user.sees(row('size', '12', 'Must be 9 at most.'));
  answers(json(409, { title: 'Conflict', detail: 'It exists.', traceId: '4f2a9c01' }));
  await isAsked(user, 'post');
  await confirms(user, 'post');
  await user.sees('refused (409), not carried out', '"It exists."');
  expect(changes(service).map(({ body: sent }) => sent)).toEqual(Array.from({ length: 4 }, () => '{"size":12}'));
  await user.pressesKey('esc').sees(row('size', '12'));
  await user.leaves();
});
