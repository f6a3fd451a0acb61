// Checks that PINs are encrypted for public keys and certificates, and that nothing else is taken
// for one.

import assert from 'node:assert/strict';
import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto';
import { test } from 'node:test';
import { encryptPin, readPublicKey } from '../index.ts';

/** Self-signed, of a key that nobody has kept. */
const certificate = `-----BEGIN CERTIFICATE-----
MIIDAzCCAeugAwIBAgIUZ4l1E/ob+aOSRiIbTcq9/XblWOAwDQYJKoZIhvcNAQEL
BQAwETEPMA0GA1UEAwwGZGFyYWphMB4XDTI2MTEyMjIzMTcyMFoXDTI2MTIyMjIz
MTcyMFowETEPMA0GA1UEAwwGZGFyYWphMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A
MIIBCgKCAQEA1OKM7yeq/PSGjH0yASgEmTC6mLFmcV7SHAZVaZT+tG5uw5xbeFyf
Lsy4xXv4WN57tss7yE5NSs83o255dTGbFAGg554U4cYELKiMKWcFEO2YrRQFR278
yhQtBR0NW3NLU4JaUZrME9RyrnuaibeuyZM0caAYEgnGy69LcCB88zln2FWXnVSW
smmAXRVz1WW614LV/U+tsU9LK7/R9JNC1bQRDcBYoQr4FZj9tkKZoDvP8+DoEYaR
/Vk9hoDP0dr8by1BSpkRe4LReg+vw8XBVTICMlyGWkgqe5WsWCevuavkOvEzh5Vs
iUDmQLLlinwlsDOBbDmXy4h6+WyKfl6qRwIDAQABo1MwUTAdBgNVHQ4EFgQUTQIX
aU3Ie8ctSb4DrR9hRApW4bswHwYDVR0jBBgwFoAUTQIXaU3Ie8ctSb4DrR9hRApW
4bswDwYDVR0TAQH/BAUwAwEB/zANBgkqhkiG9w0BAQsFAAOCAQEAAhIlvwSqIqtK
D/2EdjQc31jiIcVaB6nTLzvKO63Laq5IjN920JK18e0bJaUWQeE8Xboc9SJ2J99i
7lbpBeZHWhlPCr3t8jIDbCGLfA3SoDXiOz07UqjZVYSR8TDxQzrFsQ0WqlgdKTl4
Yyhz31qJsWspXxhoHMCHcd2597dJPO/CBfQbar1M8Avl+cATZVQh2Ch/jI2m8EnG
juNox8hgF71+pfW/3ucRUOnN8LeweRL09bPPA02sAMleamgV3xg2l9HNPDrVaYW+
OpgKTMS7U0jbY29C++N1RjcbnTwRyagNAk9uG0zpZukAovFaN/7ZlMHOIsipdTu5
HVAWuiHwfg==
-----END CERTIFICATE-----`;

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
const publicPem = pair.publicKey.export({ type: 'spki', format: 'pem' });
const privatePem = pair.privateKey.export({ type: 'pkcs8', format: 'pem' });

test('a PIN comes back with the private key, and is another text each time', () => {
  const key = readPublicKey(publicPem)!;
  const [first, second] = [encryptPin(key, '1234'), encryptPin(key, '1234')];
  assert.notEqual(first, second);
  const padding = constants.RSA_PKCS1_PADDING;
  for (const text of [first, second]) {
    const bytes = Buffer.from(text, 'base64');
    assert.equal(privateDecrypt({ key: pair.privateKey, padding }, bytes).toString(), '1234');
  }
});

test('a certificate holds a key; a private key, other texts and other types do not', () => {
  assert.equal(readPublicKey(certificate)?.type, 'public');
  for (const other of [privatePem, 'key', '', undefined, null, 7, {}])
    assert.equal(readPublicKey(other), null);
});
