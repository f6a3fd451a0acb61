// Public API of notices: what users are told about their account and about themselves, in the portal
// and by e-mail.

export { listBalanceLimits, setBalanceLimit } from './balance-limits.ts';
export { listNotices, readNoticesUpTo, type Notice } from './list.ts';
export { createNoticeMailRounds } from './mail.ts';
export { readTopicsOff, setTopicsOff } from './mail-topics.ts';
export { listViews, type View } from './views.ts';
