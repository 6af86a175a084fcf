/** An answer for a person at a terminal: indented, and with nothing that a terminal acts on. */
import { jsonIn } from '../../../api/exact-json.ts';
import type { RawResponse } from '../../../api/http/client.ts';
import { visible } from '../../../screens/text/clean.ts';
import { mediaType } from '../../../api/calls/answer-kind.ts';
import { jsonText } from '../../../state/explorer/answer/json-text.ts';
import { withoutSecrets } from '../../../api/secrets.ts';

export type TerminalText =
  | { readonly kind: 'text'; readonly text: string }
  /** It would do harm on a terminal. */
  | { readonly kind: 'binary' };

export function terminalText(
  { contentType, text }: Pick<RawResponse, 'contentType' | 'text'>,
  withSecrets: boolean,
): TerminalText {
  if (text.trim() === '') return { kind: 'text', text: '' };
  const json = /json|^$/i.test(contentType) ? jsonIn(text) : undefined;
  if (json !== undefined) return { kind: 'text', text: `${jsonText(json, { withSecrets })}\n` };
  if (text.includes('\0') || text.includes('\uFFFD')) return { kind: 'binary' };
  const shown = withSecrets ? text : withoutSecrets(text, mediaType(contentType));
  const lines = shown.replace(/\r?\n$/, '').split(/\r?\n/);
  return { kind: 'text', text: lines.map((line) => `${visible(line)}\n`).join('') };
}
