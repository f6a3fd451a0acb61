// O7, O9: checks what a provider's quote makes of an operation, where the provider quotes, refuses
// or says nothing that could be charged.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusalRow, type RemitSendData } from '@jokko/connectors/kit';
import { holdClock } from '../../../platform/testing/held-clock.ts';
import type { Admitted } from './admit.ts';
import type { Provider } from '../attempts/providers.ts';
import { chargedAsQuoted, quoteNow } from './remittance-quote.ts';

const sendData: RemitSendData = {
  senderDetails: { senderFirstName: 'Awa', sendCurrency: 'XOF' },
  receiverDetails: { receiverFirstName: 'Moussa', receiveCurrency: 'EUR' },
};
const order = {
  accountId: 1,
  codeService: 'REMIT_SN_API_CASH_IN',
  amount: 31_000_000n,
  currency: 'XOF',
  sendData,
};
const providerThat = (quote: () => Promise<unknown>): Provider =>
  ({ connector: { quote }, context: {} }) as unknown as Provider;
const sendAmounts = { sendAmount: '3100', sendCurrency: 'XOF', totalAmountToCollect: '3224' };

test('O9 a quote of this moment says total and session; its operation costs the total', async () => {
  const quote = { remitTransactionSessionID: 's1', sendAmounts };
  const quoted = await quoteNow(
    providerThat(() => Promise.resolve({ quote })),
    order,
  );
  assert.deepEqual(quoted, { recent: { sendData, totalMinor: 32_240_000n, session: 's1' } });
});

test('O7 a refusal for good is the operation’s; anything that names no price to charge is none', async () => {
  const answerOf = (answer: unknown) =>
    quoteNow(
      providerThat(() => Promise.resolve(answer)),
      order,
    );
  const error = { ...refusalRow(135, 'never'), provider: 'x' };
  assert.deepEqual(await answerOf({ error }), { refusal: { errorId: 135, message: null } });
  const away = { ...refusalRow(28, 'sameAttempt'), provider: 'x' };
  assert.equal(await answerOf({ error: away }), 'noQuote');
  const inEuro = { sendAmounts: { ...sendAmounts, sendCurrency: 'EUR' } };
  assert.equal(await answerOf({ quote: inEuro }), 'noQuote');
});

test('O10 a provider that says nothing is not waited for', async () => {
  const clock = holdClock();
  const silent = providerThat(() => new Promise(() => {}));
  const quoted = clock.run(() => quoteNow(silent, order));
  // The whole answer leaves within 4 s.
  clock.pass(3_000);
  assert.equal(await quoted, 'noQuote');
});

test('O9 the session of a quote is passed on for the very people whom it was made for', () => {
  const admitted = {
    terms: { amount: 31_000_000n, details: { extra: { type: 'remit_send', data: sendData } } },
  } as unknown as Admitted;
  const charged = (quoteOf: RemitSendData) =>
    chargedAsQuoted(admitted, { sendData: quoteOf, totalMinor: 32_240_000n, session: 's1' }).terms;
  const { senderDetails, receiverDetails } = sendData;
  const { sendCurrency, senderFirstName } = senderDetails as Record<string, string>;
  const same = charged({
    senderDetails: { sendCurrency: sendCurrency!, senderFirstName: senderFirstName! },
    receiverDetails,
  });
  assert.deepEqual(
    [same.commission, 'quote' in same.details.extra && same.details.extra.quote],
    [1_240_000n, { total: '3224', session: 's1' }],
  );
  const other = charged({
    senderDetails,
    receiverDetails: { ...receiverDetails, receiverFirstName: 'Modou' },
  });
  assert.deepEqual('quote' in other.details.extra && other.details.extra.quote, { total: '3224' });
});
