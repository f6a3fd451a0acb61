// A checkout that its payer has begun to pay.

import assert from 'node:assert/strict';
import { sendRequest, uniqueId, uniquePhone } from '../../harness/index.ts';
import type { FillContext } from './fill-context.ts';

export async function payCheckout({ client, receiver }: FillContext): Promise<void> {
  const made = await sendRequest(`${client.baseUrl}/api-services/checkouts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      apiKey: client.apiKey,
      id: uniqueId(),
      amount: 1500,
      description: 'Commande',
      services: ['OPC_SN_API_CASH_OUT'],
      successRedirectUrl: 'https://shop.example/ok',
      errorRedirectUrl: 'https://shop.example/ko',
      callbackUrl: receiver.url,
    }),
  });
  assert.equal(made.json.code, 2000, made.text);
  const paid = await sendRequest(String(made.json.data.url), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ attempt: '1', phone: uniquePhone('0000') }).toString(),
  });
  assert.equal(paid.status, 303, paid.text);
}
