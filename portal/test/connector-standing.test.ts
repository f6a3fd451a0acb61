// Is a link of SMS said to be open only while it has sessions?

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { standingOf, type Connector } from '../src/pages/connectors/standing.ts';

const bind = (state: string, node: string | null = 'node-a', detail: string | null = null): Connector['binds'][number] => ({
  ...{ state, node, detail, at: '2026-11-22T00:00:00.000Z' },
});
const link = (...binds: Connector['binds']) => standingOf({ kind: 'sms-routing', usable: true, off: false, binds });

test('a link is open with all its sessions, partly with some, and down with none', () => {
  assert.equal(link(bind('bound'), bind('bound', 'node-b')), 'open');
  assert.equal(link(bind('bound'), bind('connecting')), 'partly');
  assert.equal(link(bind('connecting', 'node-a', 'the operator refused the bind')), 'down');
  assert.equal(link(bind('closed', null)), 'down');
  assert.equal(link(bind('bound', null)), 'down', 'its node is gone');
  assert.equal(link(), 'down');
});

test('a route of payments has no sessions; what cannot be used or is off is not open', () => {
  const route = { kind: 'catalogue', usable: true, off: false, binds: [] } as const;
  assert.equal(standingOf({ ...route, binds: [] }), 'open');
  assert.equal(standingOf({ ...route, binds: [], off: true }), 'off');
  assert.equal(standingOf({ ...route, binds: [], usable: false }), 'unusable');
});
