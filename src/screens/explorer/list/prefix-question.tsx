/** Asks once if the operations are sent below the path that their definition names. */
import type { ReactNode } from 'react';
import { shortAddress } from '../../../state/explorer/definition/reading.ts';
import { ScreenFrame } from '../../frame/screen-frame.tsx';
import { bind, type BindingGroup } from '../../keys/binding.ts';
import { Sentence } from '../../parts/sentence.tsx';
import type { ScreenDefinitions, ViewProps } from '../../screen-definition.ts';
import { clean } from '../../text/clean.ts';
import { brief } from '../../text/fit.ts';

const prefixKeys: BindingGroup = {
  title: 'Where operations are sent',
  bindings: [
    bind(
      ['y'],
      'send them below the path of the definition',
      { kind: 'prefixAnswered', isUsed: true },
      { hint: 'yes' },
    ),
    bind(['n'], 'send them below your address', { kind: 'prefixAnswered', isUsed: false }, { hint: 'no' }),
    bind(['esc', 'h', 'left', 'q'], 'decide later', 'overlayClosed', { hint: 'decide later' }),
  ],
};

export const prefixScreen: ScreenDefinitions<'prefixAsked'>['prefixAsked'] = { View: PrefixView, keys: [prefixKeys] };

function PrefixView({ state, screen: { address } }: ViewProps<'prefixAsked'>): ReactNode {
  const { columns, session } = state;
  const own = brief(session.baseUrl ?? '');
  const other = brief(shortAddress(address));
  const sentences = [
    `You signed in to ${own}. The definition says that its operations are below ${other}.`,
    `y sends them there, with your token. n sends them below ${own}. Your answer is kept for this service.`,
  ];
  return (
    <ScreenFrame
      state={state}
      title={clean('Where are its operations?')}
      facts={clean(`The definition names ${other}`)}
    >
      {sentences.map((sentence) => (
        <Sentence key={sentence} text={clean(sentence)} columns={columns} tone="warning" />
      ))}
    </ScreenFrame>
  );
}
