// The door of callbacks: compose, address check, delivery.
export { callbackAddressProblem } from './address.ts';
export { composeCallback } from './compose.ts';
export { startDeliverer, type Deliverer } from './deliver.ts';
export { createSigner } from './sign.ts';
export { insertCallbacks } from './store.ts';
export type { CallbackAccount, CallbackFacts, CallbackWrite, ComposedCallback } from './callback.ts';
