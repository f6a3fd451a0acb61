// Asks what a remittance costs: a quote makes a transaction for each way of delivery, and an update
// names its people. Nothing moves before its commit.

import { listMember, textMember } from '@jokko/connectors/kit';
import type {
  Context,
  JsonObject,
  ProviderError,
  RemitQuote,
  RemitSendData,
} from '@jokko/connectors/kit';
import { call } from './call.ts';
import type { MoneygramConfig } from './config.ts';
import { down } from './outcome-table.ts';
import { partiesOf } from './parties.ts';
import { readAnswer, transactionIn } from './read-answer.ts';
import { partsOf } from './amount-parts.ts';
import { presentQuote } from './present-quote.ts';
import { money } from './wire-amount.ts';

const noUsableAnswer: ProviderError = { ...down, provider: 'no usable answer' };

export async function quote(
  context: Context<MoneygramConfig>,
  order: { codeService: string; amount: bigint; currency: string; data: RemitSendData },
): Promise<{ quote: RemitQuote } | { error: ProviderError }> {
  const { amount, currency, data } = order;
  const { receiverDetails: to } = data;
  const option = data.senderDetails['deliveryOption'] || undefined;
  const asked = await post(context, '/transfer/v1/transactions/quote', 'POST', {
    destinationCountryCode: to['receiveCountry'],
    serviceOptionCode: option,
    sendAmount: money(amount, currency),
    receiveCurrencyCode: to['receiveCurrency'],
  });
  if ('error' in asked) return asked;
  const offers = listMember(asked.object, 'transactions');
  const offer = option === undefined ? offers[0] : offers.find(isOf(option));
  const id = offer === undefined ? undefined : textMember(offer, 'transactionId');
  if (offer === undefined || id === undefined) return { error: noUsableAnswer };
  const path = `/transfer/v1/transactions/${encodeURIComponent(id)}`;
  const updated = await post(context, path, 'PUT', partiesOf(data));
  if ('error' in updated) return updated;
  const sold = transactionIn(offer);
  const [sent, received] = [partsOf(sold['sendAmount']), partsOf(sold['receiveAmount'])];
  if (sent === null || received === null) return { error: noUsableAnswer };
  const readyForCommit = updated.object['readyForCommit'] === true;
  return {
    quote: presentQuote({ offer: sold, sent, received, readyForCommit, nowMs: context.now() }),
  };
}

const isOf = (option: string) => (offer: JsonObject) =>
  textMember(offer, 'serviceOptionCode') === option;

async function post(
  context: Context<MoneygramConfig>,
  path: string,
  method: 'POST' | 'PUT',
  body: object,
): Promise<{ object: JsonObject } | { error: ProviderError }> {
  const result = await call(context, { method, path, body: JSON.stringify(body) });
  const answer = readAnswer(context, 'remit_send', result);
  if (answer.kind === 'object') return { object: answer.object };
  return { error: answer.kind === 'refused' ? answer.error : noUsableAnswer };
}
