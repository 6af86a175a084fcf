/** A log that ends before its program does. */
import { openSessionLog } from '../../../src/app/session-log.ts';
import { reduce } from '../../../src/state/root/reduce.ts';
import { createCredentials } from '../../../src/state/session/credentials.ts';
import { aPage, aState, aSystem } from '../../support/make.ts';

/** Writes until the log says that it has ended, with a small action a turn. */
export async function endedLog(path: string): Promise<readonly string[]> {
  const opened = openSessionLog(path, []);
  if (!opened.ok) throw new Error(opened.sentence);
  const says: string[] = [];
  const first = Promise.withResolvers<undefined>();
  opened.log.begin(aState(), createCredentials(), (why) => {
    says.push(why);
    first.resolve(undefined);
  });
  const observed = opened.log.observed(reduce);
  const page = aPage(Array.from({ length: 200 }, (_, at) => aSystem({ systemId: `ID-${at}`, hostname: `web-${at}` })));
  const timer = setInterval(() => void observed(aState(), { kind: 'pageArrived', scan: 9, page, now: 0 }), 5);
  await first.promise;
  clearInterval(timer);
  opened.log.close();
  return says;
}
