/** Headers that every request has, where it says nothing else. */
export const standardAccept = { Accept: 'application/json, application/problem+json' };
