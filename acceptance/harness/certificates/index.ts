// Keys and certificates of the TLS receivers in tests. Fixed, generated once by make.sh in this
// folder, and trusted by nothing else.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * `renewed` has the key of `rsa`; `expired`, `wrong-name`, `self-signed` and `under-brainpool` have
 * that of `p256`. `brainpool` has a key of that curve, `under-brainpool` an authority above it that
 * has; `no-subject` bears nothing but its names. Names: localhost, 127.0.0.1, ::1,
 * *.receiver.example.
 */
export type CertificateName =
  | ('rsa' | 'renewed' | 'p256' | 'p384' | 'ed25519' | 'brainpool')
  | ('expired' | 'wrong-name' | 'self-signed' | 'under-brainpool' | 'no-subject');

const read = (file: string): string =>
  readFileSync(fileURLToPath(new URL(file, import.meta.url)), 'utf8');

/** For JOKKO_EXTRA_CA: the authority that signed all but `self-signed`. */
export const testAuthorityFile = fileURLToPath(new URL('ca.pem', import.meta.url));

/** PEM texts of a receiver. */
export function testCertificate(name: CertificateName): { cert: string; key: string } {
  return { cert: read(`${name}.pem`), key: read(`${name}.key.pem`) };
}

/** The pin of a key as OpenSSL computed it: base64 of the SHA-256 of the SubjectPublicKeyInfo. */
export function testPin(key: 'rsa' | 'p256' | 'p384' | 'ed25519'): string {
  const line = read('pins.txt')
    .split('\n')
    .find((each) => each.startsWith(`${key} `));
  return line?.split(' ')[1] ?? '';
}
