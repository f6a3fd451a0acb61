// The door of checkouts: pages on which a payer pays once, and the rules of their attempts.

export { statusOf, type Checkout } from './checkout.ts';
export { payCheckout } from './pay.ts';
export { createCheckout, expireCheckout, repeatedCheckout } from './create.ts';
export { findByToken, findCheckout } from './store.ts';
