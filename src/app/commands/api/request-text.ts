/** A call as the text of its request, for a person who wants to see it before it is sent. */
import process from 'node:process';
import { standardAccept } from '../../../api/http/misleading-headers.ts';
import { visible } from '../../../screens/text/clean.ts';
import { version } from '../../cli/flags.ts';
import type { Call } from '../../../api/calls/call.ts';
import { maskedHeaders, maskedUrl } from '../../../api/calls/masked-call.ts';
import { secretSign, shownBody } from '../../../state/explorer/call/curl.ts';

/**
 * Everything that rollcall sends except for the connection's own headers, with asterisks for the token. The body stands
 * below an empty line, byte for byte; on a terminal without its secrets, and with nothing that a terminal acts on.
 */
export function requestText(call: Call, isTerminal = process.stdout.isTTY): string {
  const { method } = call;
  const body = isTerminal ? shownBody(call) : call.body;
  const sent = {
    'Accept-Encoding': 'gzip, br',
    ...standardAccept,
    ...Object.fromEntries(isTerminal ? maskedHeaders(call, secretSign) : Object.entries(call.headers)),
    Authorization: 'Bearer ***',
    'User-Agent': `rollcall/${version}`,
    ...(call.body === null ? {} : { 'Content-Length': Buffer.byteLength(call.body) }),
  };
  const lines = Object.entries(sent).map(([name, text]) => `${name}: ${text}`);
  const all = [
    `${method} ${isTerminal ? maskedUrl(call, secretSign) : call.url}`,
    ...lines,
    ...(body === null ? [] : ['', body]),
  ];
  return `${isTerminal ? all.map((line) => visible(line)).join('\n') : all.join('\n')}\n`;
}
