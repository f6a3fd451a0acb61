// Entry point of payment links: addresses by which many payers pay, each on a checkout of his own.

export { statusOf, type PaymentLink } from './payment-link.ts';
export { createPaymentLink, repeatedLink } from './create.ts';
export { openLinkCheckout } from './open-checkout.ts';
export { findLink, findOpenedLink, listLinks, storePaused } from './store.ts';
