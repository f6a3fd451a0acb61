// Entry point of the ways between nodes: which node an account belongs to, and how a request gets
// there.

export { openLink, type Link } from './link.ts';
export type { LinkAnswer } from './under-way.ts';
export { rememberOwners, seedOf } from './owner.ts';
export { startPeerServer, type AnswerHandedOn, type HandedOn, type PeerServer } from './serve.ts';
