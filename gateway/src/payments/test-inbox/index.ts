// Entry point of test inboxes: addresses of the sandbox that take callbacks in place of a server.

export { createInboxAddresses, readInboxPath, type InboxAddresses } from './address.ts';
export { postToInboxes } from './receive.ts';
export { listDeliveries } from './store.ts';
export { testInboxTasks } from './tasks.ts';
