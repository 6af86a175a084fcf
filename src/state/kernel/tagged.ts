/** Tagged unions from their payloads: of `{ moved: { by: number }; left: None }` the kinds are `moved` and `left`. */

export type Tagged<Payloads> = {
  [Kind in keyof Payloads]: { readonly kind: Kind } & Readonly<Payloads[Kind]>;
}[keyof Payloads];

/** No payload. */
export type None = object;
