// The door of approvals: wishes of one person that another one approves.

export type { ApprovedWish, DecidedWish, Outcome, WishKind, WishKinds } from './kinds.ts';
export { findOpenWishAbout, findWish, listOpenWishes, listWishes, listWishesOfKind, lockAndFind as lockWish } from './store.ts';
export type { NewWish, Wish, WishState } from './store.ts';
export { approve, askFor, askIn, askOnce, carryOutLeft, refuseWish, withdrawIn, withdrawWish } from './wishes.ts';
export type { AskedOnce, Decided, Decider, WishDeps } from './wishes.ts';
