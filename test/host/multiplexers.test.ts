/** A day in a terminal multiplexer: start, resize, copy, suspend, lose the connection, resume. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { aHome, type Home, open } from '../support/program.ts';
import { row, userAt } from '../support/user.ts';
import { pathWithRollcall } from './installation.ts';
import { noRollcallRunsIn } from './processes.ts';

/** A command and its arguments. */
type Command = (configuration: string, home: Home) => readonly [string, ...string[]];

/** One server with one session, in a home of its own. */
interface Multiplexer {
  readonly name: string;
  /** The environment of programs in it. */
  readonly term: string;
  readonly configuration: string;
  readonly begin: Command;
  readonly comeBack: Command;
  readonly end: Command;
}

const shell = ['bash', '--noprofile', '--norc'];

function tmux(term: string): Multiplexer {
  const at: Command = (configuration, home) => ['tmux', '-S', join(home.path, 'socket'), '-f', configuration];
  return {
    name: 'tmux',
    term,
    configuration: `set -g default-terminal ${term}\nset -g status off\n`,
    begin: (...where) => [...at(...where), 'new-session', ...shell],
    comeBack: (...where) => [...at(...where), 'attach'],
    end: (...where) => [...at(...where), 'kill-server'],
  };
}

const gnuScreen: Multiplexer = {
  name: 'GNU screen',
  term: 'screen',
  // Without these it greets, and leaves what full-screen programs drew.
  configuration: 'startup_message off\naltscreen on\ndefutf8 on\n',
  begin: (configuration) => ['screen', '-U', '-c', configuration, '-S', 'day', ...shell],
  comeBack: (configuration) => ['screen', '-U', '-c', configuration, '-d', '-r', 'day'],
  end: (configuration) => ['screen', '-c', configuration, '-S', 'day', '-X', 'quit'],
};

test.each([tmux('screen-256color'), tmux('tmux-256color'), gnuScreen])(
  'in $name as $term',
  async ({ term, configuration, begin, comeBack, end }) => {
    const home = aHome();
    const path = join(home.path, 'configuration');
    writeFileSync(path, configuration);
    const env = { ...home.env, PATH: pathWithRollcall(), PS1: '$ ', SCREENDIR: join(home.path, 'screens') };
    const at = ([command, ...args]: readonly [string, ...string[]]) => userAt(open(command, args, { env }), home);
    onTestFinished(() => {
      const [command, ...args] = end(path, home);
      execFileSync(command, args, { env: { ...process.env, ...env }, stdio: 'ignore' });
    });

    const first = at(begin(path, home));
    await first.sees(/^\$$/m);
    first.types('echo "in $TERM"; rollcall --demo --org "Northwind Traders"\r');
    await first.opens('Northwind Traders');

    first.terminal.resize(100, 30);
    await first.sees(/^rollcall › Northwind Traders DEMO › Systems *\n(.*\n){28}(?=.{100}$).*\? help$/);

    await first.presses('mark and move down').sees('1 marked');
    await first.presses('copy: name, id, fields, marked systems').sees('Copy');
    await first.presses('copy it').sees('Copied through your terminal');

    await first.presses('suspend (fg returns)').sees(`in ${term}`, 'Stopped');
    await first.types('fg\r').sees('1 marked', 'NAME');

    await first.terminal.hangUp();
    const second = at(comeBack(path, home));
    await second.sees('1 marked', 'NAME', row('▌', 'db-read-01'));
    await second.presses('quit').sees(`in ${term}`, /^\$$/m);
    expect(second.screen()).not.toContain('NAME');
    await noRollcallRunsIn(home.path);
  },
);
