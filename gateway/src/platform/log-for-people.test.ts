// Proves what a person sees of the log on a terminal.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineForPeople } from './log-for-people.ts';

const line = (facts: object): string | null =>
  lineForPeople(
    JSON.stringify({ level: 30, time: '2026-11-28T03:43:58.120Z', node: 'a', ...facts }),
  );

test('a request is one line: what was called, the answer and how long it took', () => {
  const call = { msg: 'answered', requestId: 'x', method: 'POST', status: 200, ms: 67 };
  assert.equal(
    line({
      ...call,
      route: '/api-services/operation',
      code: 2000,
      service: 'OPA_SN_API_CASH_OUT',
      order: 'order-17',
    }),
    '03:43:58 POST operation 2000 67 ms OPA_SN_API_CASH_OUT order-17\n',
  );
  assert.equal(line({ ...call, method: 'GET', route: '/docs' }), '03:43:58 GET /docs 200 67 ms\n');
  for (const route of ['none', '/assets/x.js', '/portal/api/home'])
    assert.equal(line({ ...call, route }), null, 'what a page loads by itself');
});

test('all else is a sentence with its facts, and a warning is marked', () => {
  assert.equal(
    line({ msg: 'SMPP bound', mode: 'transceiver' }),
    '03:43:58 SMPP bound mode=transceiver\n',
  );
  assert.equal(
    line({ level: 40, msg: 'route down', routes: ['A'] }),
    '03:43:58 ! route down routes=["A"]\n',
  );
});
