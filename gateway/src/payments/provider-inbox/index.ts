// Public API of the provider inbox: genuine notices that lead to no attempt yet.

export { listInbox } from './list.ts';
export { keepEvent, keepQuestion, markIgnored, purgeInbox } from './store.ts';
export { sweepInbox } from './sweep.ts';
