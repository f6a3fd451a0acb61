// Proves that every status of SMPP 3.4 is decided, and that no unlisted status leads to a resend.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statusName } from '../status-names.ts';
import {
  meaningOfNack,
  meaningOfStatus,
  parseStatusOverrides,
  standardStatuses,
} from '../submit/status-table.ts';

const none = new Map<number, never>();

test('every status that has a name has a meaning of its own', () => {
  for (let status = 1; status < 0x100; status++)
    assert.equal(
      standardStatuses.has(status),
      statusName(status).startsWith('ESME_'),
      statusName(status),
    );
});

test('busy are exactly these; all others are refused, vendor and reserved codes too', () => {
  const busy = [0x04, 0x05, 0x08, 0x0d, 0x0e, 0x0f, 0x14, 0x45, 0x58, 0x64, 0xfe, 0xff];
  for (let status = 1; status < 0x600; status++)
    assert.equal(
      meaningOfStatus(status, none).kind,
      busy.includes(status) ? 'busy' : 'refused',
      statusName(status),
    );
  assert.deepEqual(meaningOfStatus(0x58, none), { kind: 'busy', cause: 'throttled' });
  assert.deepEqual(meaningOfStatus(0x14, none), { kind: 'busy', cause: 'queue_full' });
  assert.deepEqual(meaningOfStatus(0x0a, none), { kind: 'refused', reason: 'bad_sender' });
  assert.deepEqual(meaningOfStatus(0x0b, none), { kind: 'refused', reason: 'bad_number' });
});

test('a generic_nack is unknown unless its status leaves no doubt', () => {
  const certain = [1, 2, 3, 4, 0x14, 0x58];
  for (let status = 0; status < 0x600; status++)
    assert.equal(
      meaningOfNack(status, none).kind === 'unknown',
      !certain.includes(status),
      statusName(status),
    );
});

test('the configuration decides differently by code', () => {
  const overrides = parseStatusOverrides(
    ' 0x45=refused:bad_number, 1033 = busy:throttled,0x08=unknown,',
  );
  assert.ok(overrides);
  assert.deepEqual(meaningOfStatus(0x45, overrides), { kind: 'refused', reason: 'bad_number' });
  assert.deepEqual(meaningOfStatus(1033, overrides), { kind: 'busy', cause: 'throttled' });
  assert.deepEqual(meaningOfStatus(8, overrides), { kind: 'unknown' });
  assert.deepEqual(meaningOfNack(0x45, overrides), { kind: 'refused', reason: 'bad_number' });
  for (const broken of [
    'x',
    '1',
    '1=',
    '=busy',
    '0=busy',
    '0x1ffffffff=busy',
    '1=perhaps',
    '1=constructor',
    '1=busy;2=busy',
  ])
    assert.equal(parseStatusOverrides(broken), null, broken);
  assert.equal(parseStatusOverrides(undefined)?.size, 0);
});
