/** Does a content type name JSON? `application/json`, and types made of it such as `application/problem+json`. */
export function isJson(contentType: string): boolean {
  return /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(contentType);
}

/** Problem details (RFC 9457)? */
export function isProblem(contentType: string): boolean {
  return /^application\/problem\+json\s*(;|$)/i.test(contentType);
}
