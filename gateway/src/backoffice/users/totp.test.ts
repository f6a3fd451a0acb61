// RFC 6238, appendix B, in its six last digits, and the steps around now.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeTotpSecret, totpCode, totpStepOf, totpUri } from './totp.ts';

/** "12345678901234567890" in base32. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const vectors: [seconds: number, code: string][] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
];

test('codes are those of the RFC', () => {
  for (const [seconds, code] of vectors)
    assert.equal(totpCode(secret, Math.floor(seconds / 30)), code);
});

test('a code counts one step before and after its own, typed with a space, too', () => {
  const [seconds, code] = vectors[2]!;
  const step = Math.floor(seconds / 30);
  for (const around of [-1, 0, 1])
    assert.equal(totpStepOf(secret, code, (step + around) * 30_000), step);
  for (const around of [-2, 2])
    assert.equal(totpStepOf(secret, code, (step + around) * 30_000), null);
  assert.equal(totpStepOf(secret, `${code.slice(0, 3)} ${code.slice(3)}`, step * 30_000), step);
  for (const wrong of ['', '1', '0504711', 'abcdef'])
    assert.equal(totpStepOf(secret, wrong, step * 30_000), null);
});

test('secrets have 160 bits, and the address for the QR code names them', () => {
  const made = makeTotpSecret();
  assert.match(made, /^[A-Z2-7]{32}$/);
  assert.match(
    totpUri(made, 'awa@x.sn', 'Jokko'),
    new RegExp(`^otpauth://totp/Jokko:awa%40x\\.sn\\?secret=${made}&issuer=Jokko&`),
  );
});
