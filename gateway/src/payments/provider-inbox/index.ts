// Public API of the provider inbox: genuine notices that lead to no attempt yet.

export { listInbox } from './list.ts';
export { keepEvent, keepQuestion, markIgnored } from './store.ts';
export { inboxTasks } from './tasks.ts';
