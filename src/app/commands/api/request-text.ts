/** A call as the text of its request, for a person who wants to see it before it is sent. */
import { version } from '../../cli/flags.ts';
import type { Call } from '../../../state/operations/call/call.ts';

/** The token is never in it. A body stands below an empty line, exactly as it would be sent. */
export function requestText({ method, url, headers, body }: Call): string {
  const sent = {
    Accept: 'application/json, application/problem+json',
    Authorization: 'Bearer $ROLLCALL_TOKEN',
    'User-Agent': `rollcall/${version}`,
    ...headers,
  };
  const lines = Object.entries(sent).map(([name, text]) => `${name}: ${text}`);
  return [`${method} ${url}`, ...lines, ...(body === null ? [] : ['', body]), ''].join('\n');
}
