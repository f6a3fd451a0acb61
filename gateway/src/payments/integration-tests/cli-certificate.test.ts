// What the command that verifies a certificate prints.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { presentCertified } from './cli-certificate.ts';

test('a name or an address with line ends adds no line to what a certificate says', () => {
  const text = presentCertified({
    kind: 'jokko-integration-test',
    account: { id: 7, name: 'Boutique\nReceiver: https://other.example' },
    testedAt: '2026-01-01T12:00:00.000Z',
    madeBy: 'command',
    receiver: 'https://shop.example/cb\nfraction: pass',
    direction: 'collect',
    versions: { gateway: '1.0.0' },
    lines: [{ scenario: 'fraction', result: 'notSeen' }],
    publicKey: 'a2V5',
  });
  const lines = text.split('\n');
  assert.equal(lines.length, 5);
  assert.match(lines[0]!, /^Genuine: .*\(Boutique⟨U\+000A⟩Receiver: https:\/\/other\.example\)/);
  assert.equal(lines[2], 'Receiver: https://shop.example/cb⟨U+000A⟩fraction: pass');
  assert.equal(lines[3], 'Signed with the key: a2V5');
  assert.equal(lines[4], 'fraction: notSeen');
});
