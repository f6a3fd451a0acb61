// Proves that an SMS carrier connection is shown as open only while it has sessions.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { standingOf, type Connector } from '../src/pages/connectors/standing.ts';

const bind = (
  state: string,
  node: string | null = 'node-a',
  detail: string | null = null,
): Connector['binds'][number] => ({
  state,
  node,
  detail,
  at: '2026-11-22T00:00:00.000Z',
});
const connection = (...binds: Connector['binds']) =>
  standingOf({ kind: 'sms-routing', usable: true, off: false, closedSince: null, binds });

test('a connection is open with all its sessions, partly with some, and down with none', () => {
  assert.equal(connection(bind('bound'), bind('bound', 'node-b')), 'open');
  assert.equal(connection(bind('bound'), bind('connecting')), 'partly');
  assert.equal(connection(bind('connecting', 'node-a', 'the operator refused the bind')), 'down');
  assert.equal(connection(bind('closed', null)), 'down');
  assert.equal(connection(bind('bound', null)), 'down', 'its node is gone');
  assert.equal(connection(), 'down');
});

test('a route of payments has no sessions; what cannot be used or is off is not open', () => {
  const route = {
    kind: 'catalogue',
    usable: true,
    off: false,
    closedSince: null,
    binds: [],
  } as const;
  assert.equal(standingOf({ ...route, binds: [] }), 'open');
  assert.equal(standingOf({ ...route, binds: [], off: true }), 'off');
  assert.equal(standingOf({ ...route, binds: [], usable: false }), 'unusable');
  const closedSince = '2026-11-22T00:00:00.000Z';
  assert.equal(standingOf({ ...route, binds: [], closedSince, off: true }), 'closed');
});
