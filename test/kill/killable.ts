/** A service, a home, and programs in it that are killed; the moments at which a change can be cut off. */
import type { Fleet } from '../../src/demo/fleet/fleet.ts';
import { type Intercept, type Interception, send, type Service, startService } from '../../src/demo/service.ts';
import { type Home, makeHome, programPath } from '../support/program.ts';
import { openTerminal, type Terminal } from '../support/terminal.ts';
import { environmentFor, userAt, type User } from '../support/user.ts';

interface Killable {
  readonly service: Service;
  readonly home: Home;
  readonly start: () => User;
}

/** Tells the story, and closes all of it. */
export async function killable(
  { fleet, rows, intercept }: { readonly fleet: Fleet; readonly rows: number; readonly intercept: Intercept },
  story: (about: Killable) => Promise<void>,
): Promise<void> {
  const service = await startService({ fleet, latencyMs: 0, intercept });
  const home = makeHome();
  const terminals: Terminal[] = [];
  const start = (): User => {
    const env = { ...home.env, ...environmentFor(service) };
    const terminal = openTerminal({ command: process.execPath, args: [programPath], env, columns: 100, rows });
    terminals.push(terminal);
    return userAt(terminal, home);
  };
  try {
    await story({ service, home, start });
  } finally {
    await Promise.all(terminals.map((terminal) => terminal.close()));
    await service.close();
    home.remove();
  }
}

/** The request ends so, and the program is killed then. */
export function cutOff(
  at: 'sent, and not carried out' | 'carried out, and not answered' | 'answered, and not recorded',
  kill: () => void,
): Interception {
  switch (at) {
    case 'sent, and not carried out':
      kill();
      return 'drop';
    case 'carried out, and not answered':
      return ({ answer }) => {
        answer();
        kill();
      };
    case 'answered, and not recorded':
      return ({ response, answer }) => {
        response.once('finish', kill);
        send(response, answer());
      };
  }
}
