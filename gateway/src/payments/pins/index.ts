// Entry point of pins: which keys callback receivers must show (rule C6), and what they have shown.

export { registerPin, removePin } from './change-pins.ts';
export { readReceiverHost } from './host.ts';
export { createPinCache } from './pin-cache.ts';
export { describeCertificates } from './list.ts';
export { readPin } from './pin-text.ts';
export { createCertificateWatch, type CertificateWatch } from './watch.ts';
export type { Probe } from '../../platform/outbound/probe.ts';
export { loadCertificates, loadPins } from './store.ts';
