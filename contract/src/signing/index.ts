// Hashes, signs and verifies what passes between gateway and client. Everything here runs in a
// browser.

export { composeHashInput, verifyCallbackHash } from './callback-hash.ts';
export { sha256Hex } from './digest.ts';
export { explainSignatureProblem, SignatureMistake } from './problem.ts';
export type { SignatureProblem, SignatureVerdict } from './problem.ts';
export {
  composeSignatureInput,
  composeSignaturePrefix,
  makeSignatureHeaders,
  readSignature,
  signatureHeader,
  timestampHeader,
  verifySignature,
} from './signature.ts';
export type { ReadSignature, ToSign, ToVerify } from './signature.ts';
export { signatureLimits } from './timestamp.ts';
export type { SignatureLimits } from './timestamp.ts';
export { compactJson } from './verify.ts';
export type { SignedBody } from './body.ts';
export type { ReceivedHeaders } from './verify.ts';
export {
  composeWebhookPrefix,
  composeWebhookSignature,
  makeWebhookHeaders,
  readWebhookSecret,
  verifyWebhook,
  webhookHeaders,
} from './webhook.ts';
export type { WebhookToSign, WebhookToVerify } from './webhook.ts';
