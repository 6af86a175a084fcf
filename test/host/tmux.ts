/** A tmux server of its own, with a shell in its only pane. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { aHome, open } from '../support/program.ts';
import { userAt, type User } from '../support/user.ts';
import { pathWithRollcall } from './installation.ts';

export interface TmuxUser extends User {
  /** Asks tmux itself, with one of its commands. */
  tmux(...command: string[]): string;
}

const configuration = `
set -g default-terminal screen-256color
# The pane is as large as the terminal.
set -g status off
`;

/** At the prompt, in a pane of 80×24. Keys are sent as a user's: through the terminal that tmux draws on. */
export async function aUserInTmux(): Promise<TmuxUser> {
  const home = aHome();
  const configurationPath = join(home.path, 'tmux.conf');
  writeFileSync(configurationPath, configuration);
  const server = ['-S', join(home.path, 'tmux-socket'), '-f', configurationPath];
  const tmux = (...command: string[]): string => execFileSync('tmux', [...server, ...command], { encoding: 'utf8' });

  const terminal = open('tmux', [...server, 'new-session', 'bash', '--noprofile', '--norc'], {
    env: { ...home.env, PATH: pathWithRollcall(), PS1: '$ ' },
  });
  await terminal.waitFor(/^\$$/);
  onTestFinished(() => void tmux('kill-server'));
  return { ...userAt(terminal, home), tmux: (...command) => tmux(...command).trimEnd() };
}
