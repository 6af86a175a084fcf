/** The Date header of the service's responses. */
import type { Answer } from '../../src/demo/answer.ts';
import { type Intercept, send } from '../../src/demo/service.ts';

/**
 * The service's own answers, or the ones of `otherwise`, with this `Date`: an offset from the true time, none (null),
 * or any text.
 */
export function dated(
  date: (path: string) => number | string | null,
  otherwise: (path: string) => Answer | undefined = () => undefined,
): Intercept {
  return ({ path }) =>
    ({ response, answer }) => {
      const given = date(path);
      response.sendDate = false;
      response.removeHeader('date');
      if (given !== null) response.setHeader('date', typeof given === 'string' ? given : httpDate(given));
      send(response, otherwise(path) ?? answer());
    };
}

function httpDate(offset: number): string {
  return new Date(Date.now() + offset).toUTCString();
}
