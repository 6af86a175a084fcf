/** The page at the service's address in a browser: a list of every endpoint. */

import type { Definition } from './definition.ts';

/** The page as HTML, made from the definition. */
export function apiBrowser({ info, paths }: Definition): string {
  const rows = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { summary }]) =>
        `<tr><td>${method.toUpperCase()}<td><code>${escaped(path)}</code><td>${escaped(summary)}`,
    ),
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${escaped(info.title)}</title>
<style>body { font-family: sans-serif; margin: 2em } td { padding: 0.25em 1em 0.25em 0 }</style>
<h1>${escaped(info.title)}</h1>
<p>${escaped(info.description)} The complete definition: <a href="/swagger/v1/swagger.json">swagger.json</a>
<table>
${rows.join('\n')}
</table>
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
