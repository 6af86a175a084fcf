import { expect, test } from 'vitest';
import { parametersOf } from '../../../src/api/openapi/parameters.ts';
import { bodyOf, responsesOf } from '../../../src/api/openapi/bodies.ts';
import { descriptionBeside, plainProse } from '../../../src/api/openapi/prose.ts';
import { shapeOf } from '../../../src/api/openapi/shape.ts';
import { definitionFrom } from '../../support/definition.ts';

test.each([
  ['nothing special', 'nothing special'],
  ['a <b>bold</b> word and an <i class="x">italic</i> one', 'a bold word and an italic one'],
  ['<p>One.</p><p>Two.</p>', 'One.\n\nTwo.'],
  ['one<br>two<br/>three<BR />four', 'one\ntwo\nthree\nfour'],
  ['<ul>\n<li>one</li>\n<li>two\n</ul>', '- one\n- two'],
  ['<table><tr><th>a</th><td>b</td></tr></table>', 'a  b'],
  ['See <a href="https://example.com/?a=1&amp;b=2">the guide</a>.', 'See the guide.'],
  ['before<!-- a <b>note</b> -->after', 'beforeafter'],
  ['<style>p { color: red }</style>text<script type="x">run()</script>', 'text'],
  ['Tom &amp; Jerry&#39;s &quot;caf&eacute;&quot;&nbsp;&#8211; &#x2713; &mdash;', 'Tom & Jerry\'s "café" – ✓ —'],
  ['it&#146;s', 'it’s'],
  ['&#xd7ff;&#xe000;&#x10ffff;', '\ud7ff\ue000\u{10ffff}'],
  ['inter&shy;national&#8203;ly', 'internationally'],
])('%j is told as %j', (html, plain) => {
  expect(plainProse(html)).toBe(plain);
});

test.each([
  'Authorization: Bearer <token>',
  '/users/<id>/keys/<key-id>',
  'a < b and c > d, 1<2',
  '<https://example.com>',
  'the address <a> and the <code> of a country',
  'write `<b>` or `&amp;` for it',
  '```\n<p>\n```',
  '?a=1&copy=2&amp',
  '&unheard; &#0; &#xd800; &#xdfff; &#x110000; &#9999999;',
  '<b',
])('%j is no HTML, and stays', (text) => {
  expect(plainProse(text)).toBe(text);
});

test('an escaped tag is text', () => {
  expect(plainProse('<p>Use &lt;b&gt; and &amp;lt;.</p>')).toBe('Use <b> and &lt;.');
});

test('the beginning of a text of any length is told without HTML', () => {
  const long = `<b>a</b>${'.'.repeat(200_000)}`;
  expect(plainProse(long)).toBe(`a${'.'.repeat(200_000)}`);
});

test.each(['<!--', '<b ', '&#x', '<script>', '`<b>', '<a "', '</b'])(
  '100,000 characters of %j, which no tag ends, stay as they are',
  (piece) => {
    const text = piece.repeat(100_000 / piece.length);
    expect(plainProse(text)).toBe(text);
  },
);

const marked = '<p>A&nbsp;<b>good</b> one.</p>\n<p>More &amp; more.</p>';
const plain = 'A good one.\n\nMore & more.';

const definition = definitionFrom({
  openapi: '3.0.3',
  paths: {
    '/a': {
      get: { summary: '<b>Lists</b>\n  all&hellip;', description: marked },
      put: {
        description: marked,
        parameters: [{ name: 'p', in: 'query', description: marked, schema: { type: 'string' } }],
        requestBody: {
          description: marked,
          content: {
            'application/json': { schema: { type: 'object', title: 'A <i>thing</i>', description: marked } },
          },
        },
        responses: { 200: { description: marked } },
      },
    },
  },
});

test('every text of a definition is told without HTML; a summary in one line', () => {
  const [get, put] = definition.operations;
  if (get === undefined || put === undefined) throw new Error('no operations');
  expect([get.summary, put.summary]).toEqual(['Lists all…', 'A good one.']);
  expect([descriptionBeside(get), descriptionBeside({ ...put, summary: 'A good one. More & more.' })]).toEqual([
    plain,
    '',
  ]);
  expect(parametersOf(definition, put)[0]?.description).toBe(plain);
  const body = bodyOf(definition, put);
  expect(body?.description).toBe(plain);
  expect(shapeOf(definition, body?.schema ?? null)).toMatchObject({ title: 'A thing', description: plain });
  expect(responsesOf(definition, put)[0]?.description).toBe(plain);
});
