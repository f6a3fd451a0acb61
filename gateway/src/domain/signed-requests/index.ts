// The door of signed requests: each signature is accepted once.

export { createSignedRequests, StillAnswering } from './once.ts';
export type { SignedRequest, SignedRequests } from './once.ts';
