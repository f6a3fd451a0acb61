// Quotes the cost of sending a remittance, and inquires about one that is to be received.

import type {
  Context,
  ProviderError,
  RemitQuote,
  RemitRecord,
  RemitSendData,
} from '@jokko/connectors/kit';
import { amountToWire, asObject } from '@jokko/connectors/kit';
import { noUsableAnswer, readPlain } from './account.ts';
import { get, post } from './call.ts';
import type { SandboxConfig } from './config.ts';

export async function quote(
  context: Context<SandboxConfig>,
  order: { codeService: string; amount: bigint; currency: string; data: RemitSendData },
): Promise<{ quote: RemitQuote } | { error: ProviderError }> {
  const { codeService, amount, currency, data } = order;
  const { senderDetails, receiverDetails } = data;
  const body = JSON.stringify({
    service: codeService,
    amount: amountToWire(amount),
    currency,
    senderDetails,
    receiverDetails,
  });
  const read = readPlain(await post(context, '/remittances/quote', body));
  if ('error' in read) return read;
  const found = asObject(read.object['quote']);
  return found === null ? { error: noUsableAnswer } : { quote: found as RemitQuote };
}

/** The provider holds one kind of remittance, so the service code is not part of the question. */
export async function inquiry(
  context: Context<SandboxConfig>,
  _codeService: string,
  referenceNumber: string,
): Promise<{ record: RemitRecord } | { error: ProviderError }> {
  const read = readPlain(await get(context, `/remittances/${encodeURIComponent(referenceNumber)}`));
  if ('error' in read) return read;
  const found = asObject(read.object['record']);
  return found === null ? { error: noUsableAnswer } : { record: found as RemitRecord };
}
