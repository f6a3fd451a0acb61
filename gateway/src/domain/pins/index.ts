// The door of pins: which keys callback receivers must show (rule C6), and what they have shown.

export { registerPin, removePin } from './change-pins.ts';
export { readReceiverHost, withoutPort } from './host.ts';
export { createPinCopies } from './pin-copies.ts';
export { readPin } from './pin-text.ts';
export { loadCertificates, loadPins } from './store.ts';
export { createCertificateWatch, type CertificateWatch } from './watch.ts';
export type { Probe } from '../../outbound/probe.ts';
