/** How are the profiles listed, and another one named? */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import type { Overlay, State } from '../../state/state.ts';
import { bodyRows } from '../../state/kernel/layout.ts';
import { useTones } from '../parts/theme.ts';
import { Field } from '../parts/field.tsx';
import { Row } from '../parts/row.tsx';
import { ScreenFrame } from '../frame/screen-frame.tsx';
import { clean } from '../text/clean.ts';
import { clip } from '../text/fit.ts';

interface ProfilesScreenProps {
  readonly state: State;
  readonly overlay: Overlay & { readonly kind: 'profiles' };
}

export function ProfilesScreen({ state, overlay }: ProfilesScreenProps): ReactNode {
  const tones = useTones();
  const { names, list, typed, says } = overlay;
  const { columns } = state;
  const lines = [...names.map((name) => (name === state.session.profile ? `${name} (in use)` : name)), 'another one…'];
  return (
    <ScreenFrame state={state} status={clean('Profiles · each has its own address, token and settings')}>
      {typed === null ? (
        lines.slice(list.top, list.top + bodyRows(state.rows)).map((line, at) => {
          const parts = [{ text: clip(clean(line), columns - 2), tone: 'plain' }] as const;
          return <Row key={line} hasCursor={list.top + at === list.row} width={columns} parts={parts} />;
        })
      ) : (
        <Field label={clean('name')} value={typed} columns={columns} />
      )}
      {says !== null && <Text {...tones.warning}>{clean(says)}</Text>}
    </ScreenFrame>
  );
}
