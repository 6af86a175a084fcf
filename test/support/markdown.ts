/** A document for its checks: its links, the anchors of its headings, and its sentences. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import GithubSlugger from 'github-slugger';
import { lexer, type MarkedToken, type Token, walkTokens } from 'marked';

export interface Link {
  /** The link as written. */
  readonly href: string;
  /** Path from the root of the project; null for a link out of it. */
  readonly path: string | null;
  /** The heading; empty for a link to the whole file. */
  readonly anchor: string;
}

interface Document {
  readonly links: readonly Link[];
  /** Anchors of the headings, without the `#`. */
  readonly anchors: ReadonlySet<string>;
  /** Sentences of paragraphs and lists, without code blocks and tables; a code span is one word. */
  readonly sentences: readonly string[];
  /** The lines of code blocks. */
  readonly commands: readonly string[];
  /** Files of the project in backticks. */
  readonly named: readonly string[];
}

/** `path` is from the root of the project. */
export function readDocument(path: string): Document {
  const tokens = tokensOf(readFileSync(path, 'utf8'));
  const slugger = new GithubSlugger();
  const hrefs = tokens.flatMap((token) => (token.type === 'link' || token.type === 'image' ? [token.href] : []));
  const spans = tokens.flatMap((token) => (token.type === 'codespan' ? [token.text] : []));
  return {
    links: hrefs.map((href) => linkOf(href, path)),
    anchors: new Set(tokens.flatMap((token) => (token.type === 'heading' ? [slugger.slug(plain(token))] : []))),
    sentences: tokens.flatMap((token) => (isProse(token) ? sentencesIn(plain(token)) : [])),
    commands: tokens.flatMap((token) => (token.type === 'code' ? token.text.split('\n') : [])),
    named: spans.filter((text) => /^(?:src|test|docs|bench|packaging)\/[\w./-]+$/.test(text)),
  };
}

/** Every token, each before its inner ones; no extension adds other kinds. */
function tokensOf(text: string): readonly MarkedToken[] {
  const all: Token[] = [];
  void walkTokens(lexer(text), (token) => {
    all.push(token);
  });
  return all as MarkedToken[];
}

/** Is it prose? A tight list has its text in blocks of its own; other text inside a paragraph is a part of that. */
function isProse(token: MarkedToken): boolean {
  return token.type === 'paragraph' || (token.type === 'text' && token.tokens !== undefined);
}

/** Text for reading: links by their words, code spans unchanged, and no pictures. */
function plain(token: MarkedToken): string {
  if (token.type === 'image') return '';
  const inside = 'tokens' in token ? token.tokens : undefined;
  return inside === undefined ? ('text' in token ? token.text : '') : (inside as MarkedToken[]).map(plain).join('');
}

function sentencesIn(text: string): readonly string[] {
  return text
    .replaceAll(/\s+/g, ' ')
    .split(/(?<=[.?!]["”)]?) /)
    .filter((sentence) => sentence !== '');
}

function linkOf(href: string, from: string): Link {
  const [to = '', anchor = ''] = href.split('#');
  const isOutside = /^[a-z]+:/.test(to);
  return { href, anchor, path: isOutside ? null : to === '' ? from : join(dirname(from), to) };
}

/** Dead links: no such file, or no such heading in it. */
export function deadLinks(path: string, isThere: (path: string) => boolean = existsSync): readonly string[] {
  return readDocument(path)
    .links.filter(({ path: to, anchor }) => to !== null && !(isThere(to) && (anchor === '' || hasAnchor(to, anchor))))
    .map(({ href }) => `${path}: ${href}`);
}

function hasAnchor(path: string, anchor: string): boolean {
  return path.endsWith('.md') && readDocument(path).anchors.has(anchor);
}
