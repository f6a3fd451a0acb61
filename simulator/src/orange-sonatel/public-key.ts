// The key pair for PINs: made when it is first asked for, and revoked after a day.

import { constants, generateKeyPair, privateDecrypt } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { promisify } from 'node:util';

export interface PinKeys {
  /** The current one of `publicKeys`. */
  current(): Promise<{ key: string; keyId: string; keySize: number; keyType: string }>;
  /** The PIN inside; null: encrypted with another key, or with none. */
  decrypt(encryptedPinCode: unknown): Promise<string | null>;
}

const keySize = 2048;
const livesMs = 24 * 3_600_000;
const generate = promisify(generateKeyPair);

interface Pair {
  publicKey: KeyObject;
  privateKey: KeyObject;
}

export function createPinKeys(nowMs: () => number): PinKeys {
  let pair: Promise<Pair> | null = null;
  let number = 0;
  let untilMs = 0;
  const present = (): Promise<Pair> => {
    if (pair === null || nowMs() >= untilMs) {
      pair = generate('rsa', { modulusLength: keySize });
      number += 1;
      untilMs = nowMs() + livesMs;
    }
    return pair;
  };
  return {
    async current() {
      const { publicKey } = await present();
      const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
      return { key, keyId: `key-${number}`, keySize, keyType: 'RSA' };
    },
    async decrypt(encryptedPinCode) {
      if (typeof encryptedPinCode !== 'string') return null;
      const { privateKey } = await present();
      try {
        const padding = constants.RSA_PKCS1_PADDING;
        const bytes = Buffer.from(encryptedPinCode, 'base64');
        const text = privateDecrypt({ key: privateKey, padding }, bytes).toString('utf8');
        // With the wrong key OpenSSL answers random bytes instead of an error.
        return /^\d{4}$/.test(text) ? text : null;
      } catch {
        return null;
      }
    },
  };
}
