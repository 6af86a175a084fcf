/** How is a person asked where their token is to be kept? Each place with what it means. */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { placesOffered } from '../../state/keeping-steps.ts';
import type { Place } from '../../state/place.ts';
import type { Overlay, State } from '../../state/state.ts';
import { useTones } from '../parts/colours.ts';
import { Field } from '../parts/field.tsx';
import { ScreenFrame } from '../screen-frame.tsx';
import { type Clean, clean } from '../text/clean.ts';
import { clip, fit } from '../text/fit.ts';

const names: Readonly<Record<Place, Clean>> = {
  session: clean('this session only'),
  keychain: clean('the keychain'),
  kernel: clean("the kernel's keyring"),
  command: clean('a command of yours'),
  file: clean('a file'),
};

const meanings: Readonly<Record<Place, Clean>> = {
  session: clean('nothing is stored; the next start asks again'),
  keychain: clean('encrypted by the system, until you sign out'),
  kernel: clean('lost at a reboot, or after 3 days without use'),
  command: clean('prints it at each start, like pass show rollcall'),
  file: clean('not encrypted: your files and backups hold it'),
};

const nameColumns = 23;

interface KeepingScreenProps {
  readonly state: State;
  readonly overlay: Overlay & { readonly kind: 'keeping' };
}

export function KeepingScreen({ state, overlay }: KeepingScreenProps): ReactNode {
  const tones = useTones();
  const { why, says, isTrying, command } = overlay;
  return (
    <ScreenFrame state={state} status={clean('Where is the token to be kept?')}>
      <Text>{clean(why === null ? 'It is in use now, and moves.' : `The token is accepted. ${why}`)}</Text>
      <Text> </Text>
      {command === null ? <Places state={state} overlay={overlay} /> : <Command state={state} command={command} />}
      <Text> </Text>
      {isTrying && <Text>keeping the token…</Text>}
      {says !== null && <Text {...tones.warning}>{clean(says)}</Text>}
    </ScreenFrame>
  );
}

function Places({ state, overlay }: KeepingScreenProps): ReactNode {
  const tones = useTones();
  return placesOffered(state, overlay.why).map((place, at) => {
    const hasCursor = at === overlay.list.row;
    return (
      <Text key={place} wrap="truncate" bold={hasCursor} inverse={hasCursor}>
        {hasCursor ? '▸ ' : '  '}
        {fit(names[place], nameColumns)}
        <Text {...tones.dim}>{clip(meanings[place], state.columns - nameColumns - 2)}</Text>
      </Text>
    );
  });
}

function Command({ state, command }: { readonly state: State; readonly command: string }): ReactNode {
  const tones = useTones();
  return (
    <>
      <Field label={clean('command')} value={command} columns={state.columns} />
      <Text {...tones.dim}>
        It is run without a shell (sh -c "…" asks for one) and must print the token within 10 s, without asking anything
        itself.
      </Text>
    </>
  );
}
