// Certificates: no byte of one can change, and only the key of whoever is trusted verifies one.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { integrationScenarios } from '@jokko/contract';
import {
  certificateKeyOf,
  readPublicKey,
  type PublicKey,
} from '../../platform/secrets/certificate-key.ts';
import { certify, verifyCertificate } from './certificate.ts';

const key = certificateKeyOf(Buffer.alloc(32, 7));
const line = { cause: null, status: null };

function newCertificate(signedWith = key): Buffer {
  const startedAt = new Date('2026-01-01T12:00:00Z');
  const asked = { orderId: null, direction: 'collect', scenarios: null } as const;
  const done = { exchanges: [], repeated: [], endedAt: startedAt, lines: null, certificate: null };
  const text = certify(
    signedWith,
    {
      id: '1',
      accountId: 7,
      madeBy: 'portal',
      receiver: 'https://shop.example/é',
      startedAt,
      ...asked,
      ...done,
    },
    integrationScenarios.map((scenario) => ({ scenario, result: 'pass', ...line })),
    'Boutique',
  );
  return Buffer.from(text!);
}

const problemOf = (file: Buffer, by: PublicKey = key): string | null => {
  const verified = verifyCertificate(by, file);
  return verified.ok ? null : verified.problem;
};

test('every byte of a certificate counts', () => {
  const file = newCertificate();
  assert.equal(problemOf(file), null);
  for (let at = 0; at < file.length; at++) {
    const changed = Buffer.from(file);
    changed[at]! ^= 1;
    assert.notEqual(problemOf(changed), null, `byte ${at}`);
  }
  const members = Object.entries(JSON.parse(file.toString()) as object);
  const signature = members.pop()!;
  for (let at = 0; at < members.length; at++) {
    const moved = Object.fromEntries(members.toSpliced(at, 0, signature));
    const other = Buffer.from(`${JSON.stringify(moved, null, 2)}\n`);
    assert.equal(problemOf(other), 'changed', `the signature before member ${at}`);
  }
});

test('a signature has one form', () => {
  const file = newCertificate().toString();
  const [signature = ''] = /(?<="signature": ")[^"]+/.exec(file)!;
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const last = signature.at(-3)!;
  const others = [...letters]
    .filter((letter) => letter !== last)
    .map((letter) => `${signature.slice(0, -3)}${letter}==`);
  const forms = [
    ...others,
    signature.slice(0, -1),
    `${signature}=`,
    signature.replaceAll('+', '-').replaceAll('/', '_').replace('==', ''),
    '',
  ];
  for (const form of forms)
    assert.equal(problemOf(Buffer.from(file.replace(signature, form))), 'changed', form);
});

test('a file that was saved anew, with a byte order mark or in another encoding, is a changed one', () => {
  const file = newCertificate();
  assert.notEqual(problemOf(Buffer.concat([Buffer.from('\ufeff'), file])), null);
  assert.notEqual(problemOf(Buffer.from(file.toString(), 'latin1')), null);
  assert.equal(problemOf(Buffer.concat([file, Buffer.from('\n')])), 'changed');
});

test('whoever knows the public key of an installation verifies its certificates, and those of no other one', () => {
  const file = newCertificate();
  const known = readPublicKey(key.publicKey)!;
  assert.equal(problemOf(file, known), null);
  const other = certificateKeyOf(Buffer.alloc(32, 8));
  assert.equal(problemOf(file, other), 'otherKey');
  assert.equal(problemOf(newCertificate(other), known), 'otherKey');
  const claimed = newCertificate(other).toString().replace(other.publicKey, key.publicKey);
  assert.equal(problemOf(Buffer.from(claimed), known), 'changed');
});

test('what is no public key is none', () => {
  for (const text of ['', 'a2V5', key.publicKey.slice(0, -1), ` ${key.publicKey}`, 'x'.repeat(44)])
    assert.equal(readPublicKey(text), null, text);
});
