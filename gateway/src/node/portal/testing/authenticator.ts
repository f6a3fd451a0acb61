// Passkey authenticator of the tests: a small implementation of our own with one ES256 key,
// attestation "none", user verified.

import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

type Cbor = number | string | Buffer | Map<number | string, Cbor>;

function encode(value: Cbor): Buffer {
  const head = (major: number, length: number): Buffer =>
    length < 24
      ? Buffer.of((major << 5) | length)
      : length < 256
        ? Buffer.of((major << 5) | 24, length)
        : Buffer.of((major << 5) | 25, length >> 8, length & 255);
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([
    head(5, value.size),
    ...[...value].flatMap(([key, member]) => [encode(key), encode(member)]),
  ]);
}

const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest();
const base64url = (bytes: Buffer): string => bytes.toString('base64url');

export function createAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const key = encode(
    new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
  const id = randomBytes(16);
  let counter = 0;
  const clientData = (type: string, challenge: string, from: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }));
  const authData = (flags: number, rest: Buffer, rpId: string): Buffer => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(++counter);
    return Buffer.concat([sha256(rpId), Buffer.of(flags), count, rest]);
  };
  const rpId = new URL(origin).hostname;
  return {
    /** The answer to the options of `POST passkeys/options`. */
    make(challenge: string) {
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.of(0, id.length), id, key]);
      const attestation = encode(
        new Map<string, Cbor>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData(0x45, credential, rpId)],
        ]),
      );
      const response = {
        clientDataJSON: base64url(clientData('webauthn.create', challenge, origin)),
        attestationObject: base64url(attestation),
        transports: ['internal'],
      };
      return credentialOf(id, response);
    },
    /** The answer to a challenge; `from` another origin is what a phishing page would get. */
    answer(challenge: string, from = origin) {
      const client = clientData('webauthn.get', challenge, from);
      const data = authData(0x05, Buffer.alloc(0), rpId);
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey);
      const response = {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
      };
      return credentialOf(id, response);
    },
  };
}

const credentialOf = <Response>(id: Buffer, response: Response) => ({
  id: base64url(id),
  rawId: base64url(id),
  type: 'public-key',
  clientExtensionResults: {},
  response,
});
