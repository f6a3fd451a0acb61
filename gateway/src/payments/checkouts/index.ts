// Entry point of checkouts: pages on which a payer pays once, and the rules of their attempts.

export { cannotBePaid, statusOf, type Checkout } from './checkout.ts';
export { payCheckout } from './pay.ts';
export { createCheckout, expireCheckout, newPage, repeatedCheckout } from './create.ts';
export { backTo, payDetails } from './page-bodies.ts';
export { readPageAddress, pageAddressOf, pageUrlOf } from './page-address.ts';
export {
  findByToken,
  findCheckout,
  findNewestOfLinkLocked,
  storeCancellation,
  storeCheckout,
  storeRenewal,
} from './store.ts';
