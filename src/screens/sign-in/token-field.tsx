/** The field of the token: dots. Its text is not in the state; the field reads it from the credentials. */
import { Text } from 'ink';
import { type ReactNode, useSyncExternalStore } from 'react';
import type { FieldLink } from '../parts/root-context.ts';
import { useTones } from '../parts/theme.ts';
import { Field, Said } from '../parts/field.tsx';
import { clean } from '../text/clean.ts';
import { width } from '../text/fit.ts';
import { plural } from '../text/numbers.ts';

const tokenLabel = clean('access token   ');

interface TokenFieldProps {
  readonly link: FieldLink;
  readonly columns: number;
  readonly isTrying: boolean;
}

export function TokenField({ link, columns, isTrying }: TokenFieldProps): ReactNode {
  const tones = useTones();
  const typed = useSyncExternalStore(link.token.subscribe, link.token.offered);
  if (isTrying) return <Said label={tokenLabel} value={'•'.repeat(Math.min(typed.length, 63))} columns={columns} />;
  return (
    <>
      <Field label={tokenLabel} value={typed} columns={columns} isSecret />
      {typed !== '' && (
        <Text {...tones.dim}>
          {' '.repeat(width(tokenLabel) + 1)}
          {plural(typed.length, 'character')}
        </Text>
      )}
    </>
  );
}
