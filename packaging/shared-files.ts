/** The files that the build writes into `share/`, beside the program: it prints them, and has no code that makes them. */
import manifest from '../package.json' with { type: 'json' };
import { completionFor } from './texts/completion.ts';
import { manPage } from './texts/man-page.ts';
import { settingsSchema } from './texts/settings-schema.ts';

/** Texts by their names in `share/`. */
export const sharedFiles = {
  'man/rollcall.1': manPage(manifest.version),
  'completions/rollcall.bash': completionFor('bash'),
  'completions/_rollcall': completionFor('zsh'),
  'completions/rollcall.fish': completionFor('fish'),
  'settings.schema.json': `${JSON.stringify(settingsSchema(), null, 2)}\n`,
};
