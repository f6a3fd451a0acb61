// Public API of notices: what users are told about their account and about themselves, in the
// portal and by e-mail.

export { listBalanceLimits, setBalanceLimit } from './balance-limits.ts';
export { listNotices, readNoticesUpTo, type Notice } from './list.ts';
export { readTopicsOff, setTopicsOff } from './mail-topics.ts';
export { listViews, type View } from './views.ts';
export { noticeTasks } from './tasks.ts';
