/** What does a page of HTML call itself? */

/** Each `<` is passed once: a page made of unfinished tags must not take hours. */
const title = /<title[^<>]*>([^<]{1,120})/i;

/** Raw, at most 120 characters; null where it has no title. */
export function htmlTitle(html: string): string | null {
  const found = title.exec(html)?.[1]?.trim() ?? '';
  return found === '' ? null : found;
}
