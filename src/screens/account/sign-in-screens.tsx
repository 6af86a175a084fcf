/** Sign-in, sign-out, replacing a refused token, and the overlay of profiles. */
import { Sentence } from '../parts/text-lines.tsx';
import { Text } from 'ink';
import { type ReactNode, useContext, useSyncExternalStore } from 'react';
import { ScreenFrame } from '../frame/screen-frame.tsx';
import {
  bind,
  type BindingGroup,
  nextAndPrevious,
  type ScreenDefinitions,
  type ViewProps,
} from '../screen-definition.ts';
import { isKeyUnderWay, isSecretUnseen } from '../../state/account/enrolment-keys/feature.ts';
import { isRequestUnderWay } from '../../state/change/request/requests.ts';
import { clean, type Clean } from '../text/clean.ts';
import { keychainKeys } from './token-storage-screens.tsx';
import { isGoing } from '../../state/change/run.ts';
import { capitalise, inProgress, runRows } from '../../state/change/run-kinds.ts';
import type { State } from '../../state/root/state.ts';
import { countsLine } from '../change/outcome-wording.ts';
import { FieldContext, type FieldLink, useTones } from '../parts/root-context.ts';
import { isRoomy, bodyRows } from '../../state/kernel/list-view.ts';
import { problemSentence } from '../text/problem-wording.ts';
import { Field, Said } from '../parts/field.tsx';
import { width, clip } from '../text/fit.ts';
import { tokenProgress } from '../../api/access.ts';
import { CursorRows, plain } from '../parts/table.tsx';

/** In a text field q is text, so the hints show ctrl-c. */
const wayOut = bind(['ctrl-c'], 'pressed twice: quit', 'interrupted', { hint: 'twice: quit' });

const baseUrlKeys: BindingGroup = {
  title: 'Sign in',
  bindings: [bind(['enter', 'tab', 'down'], 'use this address', 'baseUrlEntered', { hint: 'next' }), wayOut],
};

const tokenKeys: BindingGroup = {
  title: 'Sign in',
  bindings: [
    bind(['enter'], 'sign in with this token', 'tokenEntered', { hint: 'sign in' }),
    bind(['esc', 'tab', 'shift-tab', 'up'], 'back to the address', 'wentBack', { hint: 'change the address' }),
    wayOut,
  ],
};

const tryingKeys: BindingGroup = {
  title: 'Sign in',
  bindings: [bind(['esc'], 'stop the sign-in', 'wentBack', { hint: 'stop' }), wayOut],
};

const askedKeys: BindingGroup = {
  title: 'Sign in',
  bindings: [
    bind(['y'], 'accept the token command for this address', 'addressAccepted', { hint: 'accept' }),
    bind(['esc'], 'type a token instead', 'wentBack', { hint: 'type a token' }),
    wayOut,
  ],
};

const newTokenKeys: BindingGroup = {
  title: 'New token',
  bindings: [
    bind(['enter'], 'continue with this token', 'newTokenEntered', { hint: 'continue' }),
    bind(['esc'], 'stop; the loaded systems stay', 'wentBack', { hint: 'stop' }),
  ],
};

export function notSignedIn({ session }: State): string | null {
  return session.tokenSource === null ? 'you are not signed in' : null;
}

/** Refuses to sign out while requests are in flight: their answers would be lost. */
export function signOutRefusal(state: State): string | null {
  const whileGoing = isGoing(state.deletion) ? `${inProgress(state.deletion)}; J shows it` : null;
  return notSignedIn(state) ?? whileGoing ?? keyLost(state);
}

export function keyUnderWay(state: State): string | null {
  if (isRequestUnderWay(state)) return 'a request is under way, and its outcome must be known';
  return isKeyUnderWay(state) ? 'a key is being created, and its secret is shown once' : null;
}

/** Warns before quitting: the secret of a new key is shown only once. */
export function keyLost(state: State): string | null {
  const { screen } = state;
  const isUnseen = screen.kind === 'newKey' && isSecretUnseen(screen.creation);
  return isUnseen ? 'v shows the new secret, y copies it, esc discards it' : keyUnderWay(state);
}

const signOutKeys: BindingGroup = {
  title: 'Sign out',
  bindings: [
    bind(['y'], 'yes, sign out', 'signedOut', { hint: 'sign out', refusal: signOutRefusal }),
    bind(['esc', 'n'], 'stay signed in', 'overlayClosed', { hint: 'stay' }),
  ],
};

export const signInScreens: ScreenDefinitions<'signIn' | 'token' | 'signOut'> = {
  signIn: {
    View: SignInScreen,
    keys: [tryingKeys, askedKeys],
    fieldKeys: [baseUrlKeys, tokenKeys],
    inForce: ({ session: { signIn } }) => {
      if (signIn.isSearching) return [keychainKeys];
      if (signIn.isTrying) return [tryingKeys];
      if (signIn.asked !== null) return [askedKeys];
      return [signIn.field === 'token' ? tokenKeys : baseUrlKeys];
    },
  },
  token: { View: NewTokenScreen, keys: [newTokenKeys] },
  signOut: { View: SignOutScreen, keys: [signOutKeys] },
};

const baseUrlLabel = clean('service address');

function SignInScreen({ state }: ViewProps<'signIn'>): ReactNode {
  const { signIn, baseUrl, isNewProfile, profile } = state.session;
  const { columns } = state;
  const tones = useTones();
  const link = useContext(FieldContext);
  const isBusy = signIn.isTrying || signIn.isSearching || signIn.asked !== null;
  const isAskingToken = signIn.field === 'token';
  return (
    <ScreenFrame state={state} title={clean('Sign in')} facts={whatItIs}>
      {isAskingToken || link === null || isBusy ? (
        <Said label={baseUrlLabel} value={isAskingToken ? (baseUrl ?? '') : signIn.typedBaseUrl} columns={columns} />
      ) : (
        <Field label={baseUrlLabel} value={signIn.typedBaseUrl} columns={columns} />
      )}
      {link !== null && <TokenField link={link} columns={columns} isOpen={isAskingToken && !isBusy} />}
      {isRoomy(state.rows) && <Text> </Text>}
      {signIn.isTrying && <Text>Asking the service whether it accepts this token…</Text>}
      {signIn.isSearching && <Text>Looking for your token in the keychain…</Text>}
      {signIn.asked !== null && <Sentence text={clean(signIn.asked)} columns={state.columns} tone="warning" />}
      {signIn.asked !== null && (
        <Sentence
          text={clean('Its token may be for another service. y runs it and sends its token there.')}
          columns={state.columns}
        />
      )}
      {signIn.report.map((line) => (
        <Sentence key={line} text={clean(line)} columns={state.columns} />
      ))}
      {signIn.message !== null && <Sentence text={clean(signIn.message)} columns={state.columns} tone="warning" />}
      {signIn.problem !== null && (
        <Sentence text={problemSentence(signIn.problem)} columns={state.columns} tone="warning" />
      )}
      {isNewProfile && <Text>{clean(`"${profile}" is a new profile: signing in creates it.`)}</Text>}
      {!isBusy &&
        (isAskingToken ? aboutToken : aboutAddress).map((line) => (
          <Text key={line} {...tones.dim}>
            {line}
          </Text>
        ))}
    </ScreenFrame>
  );
}

const whatItIs = clean('rollcall finds systems that stopped connecting, and deletes them safely.');

const aboutAddress: readonly Clean[] = [
  clean('The address of the service, for example https://api.example.com'),
  clean('To try rollcall without an account: rollcall --demo'),
];

const aboutToken: readonly Clean[] = [
  clean('A personal access token: 63 letters and digits, from the portal.'),
  clean('rollcall tries it once, then stores it in the keychain, or asks you where.'),
];

function SignOutScreen({ state }: ViewProps<'signOut'>): ReactNode {
  return (
    <ScreenFrame state={state} title={clean('Sign out')}>
      <Sentence
        text={clean(
          state.session.tokenSource === 'environment'
            ? 'rollcall forgets the token for this session. ROLLCALL_TOKEN is unchanged in your shell.'
            : 'rollcall forgets the token. You need it again to sign in.',
        )}
        columns={state.columns}
      />
      {state.organisation !== null && state.marks.marked.size > 0 && (
        <Sentence
          text={clean(`The marks of ${state.organisation.orgName} are saved as a list for the next sign-in.`)}
          columns={state.columns}
        />
      )}
    </ScreenFrame>
  );
}

function NewTokenScreen({ state, screen }: ViewProps<'token'>): ReactNode {
  const link = useContext(FieldContext);
  const { message, problem, isTrying } = screen;
  // A low terminal cuts the foot, so the field and the error come first.
  const isLow = !isRoomy(state.rows);
  return (
    <ScreenFrame state={state} title={clean('Sign in again')} facts={clean('The token is no longer accepted.')}>
      {!isLow && <Sentence text={meaning(state)} columns={state.columns} />}
      {!isLow && <Text> </Text>}
      {link !== null && <TokenField link={link} columns={state.columns} isOpen={!isTrying} />}
      {!isLow && <Text> </Text>}
      {isTrying && <Text>Asking the service…</Text>}
      {message !== null && <Sentence text={clean(message)} columns={state.columns} tone="warning" />}
      {problem !== null && <Sentence text={problemSentence(problem)} columns={state.columns} tone="warning" />}
      {isLow && <Sentence text={meaning(state)} columns={state.columns} />}
    </ScreenFrame>
  );
}

const tokenLabel = clean('access token   ');

/** Shows dots. The token stays out of the state: the field reads it from the credentials. */
function TokenField({ link, columns, isOpen }: { link: FieldLink; columns: number; isOpen: boolean }): ReactNode {
  const tones = useTones();
  const typed = useSyncExternalStore(link.token.subscribe, link.token.offered);
  if (!isOpen) return <Said label={tokenLabel} value={'•'.repeat(Math.min(typed.length, 63))} columns={columns} />;
  return (
    <>
      <Field label={tokenLabel} value={typed} columns={columns} isSecret />
      {typed !== '' && (
        <Text {...tones.dim}>
          {' '.repeat(width(tokenLabel) + 1)}
          {tokenProgress(typed)}
        </Text>
      )}
    </>
  );
}

/** Which work survives, and what the new token changes. */
function meaning({ deletion: run, organisation: shown }: State): Clean {
  const organisation = isGoing(run) ? run.organisation : shown;
  const place = organisation === null ? '' : ` It must see ${organisation.orgName}.`;
  const what = isGoing(run)
    ? `${capitalise(runRows[run.kind].words.the)} waits: ${countsLine(run)}. With a new token it continues with the rest.`
    : 'The service answered 401. Your list, marks and typed text stay. Enter a new token to continue.';
  return clean(what + place);
}

// The overlay of profiles: switch to one, or name another.

const profilesKeys: BindingGroup = {
  title: 'Profiles',
  bindings: [
    bind(['enter'], 'use this profile', 'profileChosen', { hint: 'use it' }),
    ...nextAndPrevious,
    bind(['esc', 'q'], 'keep the present profile', 'profilesLeft', { hint: 'stay' }),
  ],
};

const profileNameKeys: BindingGroup = {
  title: 'Name of a profile',
  bindings: [
    bind(['enter'], 'use the profile with this name', 'profileNamed', { hint: 'create' }),
    bind(['esc'], 'back to the profiles', 'profilesLeft', { hint: 'back' }),
  ],
};

export const profileScreens: ScreenDefinitions<'profiles'> = {
  profiles: { View: ProfilesScreen, keys: [profilesKeys], fieldKeys: [profileNameKeys] },
};

function ProfilesScreen({ state, screen }: ViewProps<'profiles'>): ReactNode {
  const { names, list, typed, message } = screen;
  const { columns } = state;
  const lines = [...names.map((name) => (name === state.session.profile ? `${name} (in use)` : name)), 'new profile…'];
  const facts = clean('Each has its own address, token and settings.');
  return (
    <ScreenFrame state={state} title={clean('Profiles')} facts={facts}>
      {typed === null ? (
        <CursorRows
          items={lines}
          at={list}
          height={bodyRows(state.rows)}
          width={columns}
          partsOf={(line) => [plain(clip(clean(line), columns - 2))]}
        />
      ) : (
        <Field label={clean('name')} value={typed} columns={columns} />
      )}
      {message !== null && <Sentence text={clean(message)} columns={columns} tone="warning" />}
    </ScreenFrame>
  );
}
