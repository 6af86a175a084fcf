/** Loads what a start needs: preferences and settings, then the service with its token. */
import type { ChildProcess } from 'node:child_process';
import process from 'node:process';
import type { Action } from '../../state/root/state.ts';
import type { Credentials } from '../../state/session/credentials.ts';
import type { KeptCount } from '../../state/account/organisations/feature.ts';
import type { ReviewFile } from '../../state/removal/review-file/format.ts';
import type { Flags } from './flags.ts';
import { memoryOf } from '../storage/preferences/port.ts';
import {
  defaultDays,
  defaultProfile,
  faultSentence,
  namesake,
  type SettingsFault,
  unknownProfile,
} from '../../state/session/profile-settings.ts';
import {
  demoPreferences,
  type OnProblem,
  openPreferences,
  type Preferences,
} from '../storage/preferences/preferences.ts';
import { childEnvironment, firstLine, startChild } from '../process/child.ts';
import { partArgument } from '../process/parts.ts';
import { type Environment, type Settings, settingsFrom, type SettingsRead } from './settings.ts';
import { fstatSync, writeFileSync } from 'node:fs';
import { codeOf } from '../../state/kernel/files.ts';

/** `typed`: the token from standard input, if a flag requests it. `onProblem` is called if saving preferences fails. */
export async function loadStartup(flags: Flags, environment: Environment, onProblem?: OnProblem) {
  const typed = flags['token-stdin'] ? await readStandardInput() : null;
  const name = flags['new-profile'] ?? flags.profile ?? defaultProfile;
  const preferences = flags.demo ? await demoPreferences() : await openPreferences(name, onProblem);
  const memory = memoryOf(preferences);
  const settle = (): SettingsRead => {
    const { fault } = preferences;
    // The screen asks instead, and the doctor reports the fault.
    const mayAsk = flags.command === null || flags.command === 'doctor' || fault === null;
    const refusal = profileRefusal(flags, preferences) ?? (mayAsk ? null : unusedSettings(fault));
    if (refusal !== null) return { ok: false, sentence: refusal };
    return settingsFrom(flags, environment, { ...memory.settings(), baseUrl: memory.baseUrl() }, typed);
  };
  return { preferences, memory, settings: settle(), settle, typed, profileRefusal: profileRefusal(flags, preferences) };
}

export function unusedSettings(fault: SettingsFault): string {
  return `${faultSentence(fault)} Nothing was read or sent. Correct the file, or start rollcall to edit or restore it.`;
}

/** A mistyped profile name must not start a session without the protection of the intended profile. */
function profileRefusal(flags: Flags, { isNewProfile, profileName, profileNames }: Preferences): string | null {
  const others = profileNames.filter((name) => name !== profileName);
  if (flags['new-profile'] === undefined) return isNewProfile ? unknownProfile(profileName, others) : null;
  const there = isNewProfile ? namesake(profileName, others) : profileName;
  return there === undefined ? null : `There is a profile "${there}" already: rollcall --profile ${there} uses it.`;
}

/** The action that begins the session. A known token goes into `credentials` and nowhere else. */
export async function resolveService(
  { isDemo, baseUrl, token }: Settings,
  credentials: Credentials,
  memory: Pick<ReturnType<typeof memoryOf>, 'rememberCounts'>,
  review: ReviewFile | null = null,
): Promise<{ readonly ok: true; readonly action: Action } | Refused> {
  if (isDemo) {
    const demo = await startDemo();
    if (!demo.ok) return demo;
    // The demo begins like a later start: a list has a trend.
    for (const [orgId, counts] of Object.entries(demo.earlier))
      for (const count of counts)
        memory.rememberCounts(demo.baseUrl, new Map([[orgId, { ...count, ...ofEarlierStart }]]));
    credentials.use(demo.token, demo.baseUrl);
    return { ok: true, action: { kind: 'serviceKnown', baseUrl: demo.baseUrl, token: 'demo' } };
  }
  if (token !== null) credentials.use(token.value, baseUrl);
  const from = token?.from ?? null;
  if (baseUrl === null) {
    // A review file must not redirect your token to an address that you have not seen.
    const sends = token === null ? 'Check it before you sign in.' : 'enter sends your token there: check it first.';
    const [typed, message] =
      review === null ? ['', null] : [review.baseUrl, `This address is from the review. ${sends}`];
    return { ok: true, action: { kind: 'serviceUnknown', token: from, typed, message } };
  }
  return { ok: true, action: { kind: 'serviceKnown', baseUrl, token: from } };
}

/** Reads to the end, up to the maximum length of a token. */
async function readStandardInput(): Promise<string> {
  const maxCharacters = 4096;
  let text = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    text += chunk as string;
    if (text.length > maxCharacters) break;
  }
  return text.slice(0, maxCharacters);
}

type Refused = Extract<SettingsRead, { readonly ok: false }>;

type DemoStart =
  | {
      readonly ok: true;
      readonly baseUrl: string;
      readonly token: string;
      /** Counts of earlier weeks by organisation id, the oldest first. */
      readonly earlier: Readonly<Record<string, readonly EarlierCount[]>>;
    }
  | Refused;

type EarlierCount = Pick<KeptCount, 'at' | 'systems' | 'stale'>;

const ofEarlierStart = { days: defaultDays, unknown: 0, isIncomplete: false } as const;

/** Resolves when the service listens; the service ends when its standard input closes. */
export async function startDemo(path = partArgument('demo-service'), limitMs = 15_000): Promise<DemoStart> {
  const child = await startedService(path, ['--embedded']);
  if (child === null) return notStarted;
  const late = setTimeout(() => child.kill('SIGKILL'), limitMs);
  const started = addressIn(await firstLine(child));
  clearTimeout(late);
  // Detaches the child, so that this process can end without stopping it explicitly.
  child.unref();
  child.stdout?.destroy();
  if (!started.ok) child.kill();
  return started;
}

async function startedService(path: string, flags: readonly string[]): Promise<ChildProcess | null> {
  const start = await startChild([process.execPath, path, ...flags], {
    env: childEnvironment(process.env),
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  return start.kind === 'notStarted' ? null : start.child;
}

const notStarted: DemoStart = { ok: false, sentence: 'The demo service did not start.' };

function addressIn(line = ''): DemoStart {
  try {
    return { ok: true, ...(JSON.parse(line) as Omit<Extract<DemoStart, { ok: true }>, 'ok'>) };
  } catch {
    return notStarted;
  }
}

// Prints the complete output of a command, or ends the program with the reason.

export async function print(text: string | Uint8Array): Promise<void> {
  try {
    await write(text);
  } catch (error) {
    const code = codeOf(error);
    // EPIPE is no error: a program such as `head` closes the pipe after the first lines.
    if (code === 'EPIPE') process.exit(0);
    process.stderr.write(`rollcall: The output could not be written (${code}).\n`);
    process.exit(1);
  }
}

function ignore(): void {
  // The callback has the error.
}

async function write(text: string | Uint8Array): Promise<void> {
  const { stdout } = process;
  // Node's stream writes to a file once, and mistakes a partial write on a full disk for a complete one.
  if (fstatSync(stdout.fd).isFile()) writeFileSync(stdout.fd, text);
  else {
    // Node reports the error to the callback and as an event, which ends the program without a listener. A single
    // listener serves every text.
    stdout.off('error', ignore).on('error', ignore);
    const error = await new Promise<Error | null | undefined>((resolve) => {
      stdout.write(text, resolve);
    });
    if (error != null) throw error;
  }
}
