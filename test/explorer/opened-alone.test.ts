/** References out of a definition are never requested. The soak opens all 5,000 operations. */
import { test } from 'vitest';
import { opensAlone } from './open-alone.ts';

test('each kind of operation of the hostile document is opened, and nothing is connected to but the service', async () => {
  await opensAlone('-path:*/many/*', 300);
});
