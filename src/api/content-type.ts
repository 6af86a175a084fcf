/** Does a content type name JSON? `application/json`, and types made of it such as `application/problem+json`. */
export function isJson(contentType: string): boolean {
  return /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(contentType);
}
