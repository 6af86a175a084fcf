/** The sign-in screen: the address of the service, then the token. */
import { Text } from 'ink';
import { type ReactNode, useContext } from 'react';
import type { State } from '../../state/state.ts';
import { FieldContext } from '../parts/root-context.ts';
import { isRoomy } from '../../state/kernel/layout.ts';
import { useTones } from '../parts/theme.ts';
import { Field, Said } from '../parts/field.tsx';
import { ScreenFrame } from '../frame/screen-frame.tsx';
import { clean } from '../text/clean.ts';
import { problemSentence } from '../text/problem-wording.ts';
import { TokenField } from './token-field.tsx';

const baseUrlLabel = clean('service address');

export function SignInScreen({ state }: { readonly state: State }): ReactNode {
  const { signIn, baseUrl } = state.session;
  const { columns } = state;
  const tones = useTones();
  const link = useContext(FieldContext);
  const isBusy = signIn.isTrying || signIn.isSearching;
  const isAskingToken = signIn.field === 'token';
  return (
    <ScreenFrame state={state} status={clean('Sign in')}>
      {isAskingToken || link === null || isBusy ? (
        <Said label={baseUrlLabel} value={baseUrl ?? signIn.typedBaseUrl} columns={columns} />
      ) : (
        <Field label={baseUrlLabel} value={signIn.typedBaseUrl} columns={columns} />
      )}
      {isAskingToken && link !== null && !signIn.isSearching && (
        <TokenField link={link} columns={columns} isTrying={signIn.isTrying} />
      )}
      {isRoomy(state.rows) && <Text> </Text>}
      {signIn.isTrying && <Text>asking the service…</Text>}
      {signIn.isSearching && <Text>asking the keychain…</Text>}
      {signIn.report.map((line) => (
        <Text key={line}>{clean(line)}</Text>
      ))}
      {signIn.says !== null && <Text {...tones.warning}>{clean(signIn.says)}</Text>}
      {signIn.problem !== null && <Text {...tones.warning}>{problemSentence(signIn.problem)}</Text>}
      {!isBusy && <Text {...tones.dim}>{isAskingToken ? aboutToken : aboutAddress}</Text>}
    </ScreenFrame>
  );
}

const aboutAddress = clean(
  'The address of the service, for example https://api.example.com. Without one: rollcall --demo.',
);

const aboutToken = clean(
  'A personal access token: 63 letters and digits, made on the account page of the portal. It is tried with one ' +
    'request, then kept in the keychain of this computer; where there is none, you are asked where.',
);
