// Proves that a connector that was written elsewhere has one account in a node, as ours have: its
// calls share the access token and the pace of questions, also after the call that began them has
// ended.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { smsConnectors } from '@jokko/connectors';
import type { HttpRequest, SmsContext, SmsReceipt } from '@jokko/connectors/kit';
import { jsonAnswer } from '@jokko/connectors/kit/conformance';
import { guardSmsConnector } from './guard-sms.ts';

const guarded = (name: string) => guardSmsConnector(smsConnectors[name]!, () => {});
const contextOf = (
  config: object,
  answer: (url: URL) => ReturnType<typeof jsonAnswer>,
): SmsContext<never> => ({
  config: config as never,
  http: ({ url }: HttpRequest) => Promise.resolve(answer(new URL(url))),
  log: () => {},
});
const receiptOf = (number: number): SmsReceipt => ({
  id: `7-${number}`,
  alternatives: [],
  state: 'delivered',
  errorCode: null,
  msisdn: null,
});

test('notices that nothing proves are asked about together, and by a call that goes on', async () => {
  let questions = 0;
  const config = { baseUrl: 'http://infobip.example', apiKey: 'key-of-infobip' };
  const context = contextOf(config, (url) => {
    questions += 1;
    const results = url.searchParams.getAll('messageId').map((messageId) => ({
      messageId,
      to: '221770000001',
      status: { id: 5, groupId: 3 },
    }));
    return jsonAnswer(200, { results });
  });
  const { confirm } = guarded('infobip');
  const numbers = Array.from({ length: 100 }, (_, at) => at);
  const told = await Promise.all(numbers.map((number) => confirm!(context, [receiptOf(number)])));
  assert.deepEqual(
    told.map((receipts) => receipts?.length),
    numbers.map(() => 1),
  );
  assert.ok(questions <= 2, `${questions} questions`);
  // By now the call has ended that asked first.
  assert.equal((await confirm!(context, [receiptOf(100)]))?.length, 1);
});

test('calls share the access token', async () => {
  let tokens = 0;
  const config = { clientId: 'client', clientSecret: 'secret-of-orange', country: 'SEN' };
  const context = contextOf(config, (url) => {
    if (!url.pathname.endsWith('/token')) return jsonAnswer(200, [{ availableUnits: 3 }]);
    tokens += 1;
    return jsonAnswer(200, { access_token: `token-${tokens}`, expires_in: '3600' });
  });
  const { balance } = guarded('orange-sms');
  for (let count = 0; count < 3; count += 1)
    assert.equal((await balance!(context)).ok, true, String(count));
  assert.equal(tokens, 1);
});
