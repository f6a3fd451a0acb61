// A payment link that a payer has opened a checkout of, and one that is paused.

import assert from 'node:assert/strict';
import { sendRequest, uniqueId } from '../../harness/index.ts';
import type { FillContext } from './fill-context.ts';

export async function openLinks({ client, receiver }: FillContext): Promise<void> {
  const post = async (path: string, members: object) => {
    const { json, text } = await sendRequest(`${client.baseUrl}/api-services/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ apiKey: client.apiKey, ...members }),
    });
    assert.equal(json.code, 2000, text);
    return json.data;
  };
  const description = 'Don';
  const amountRange = { minimum: 500, maximum: 5000 };
  const open = { id: uniqueId(), amountRange, description, callbackUrl: receiver.url };
  const { url } = await post('payment-links', open);
  const opened = await sendRequest(String(url), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ nonce: '0'.repeat(32), amount: '1500' }).toString(),
  });
  assert.equal(opened.status, 303, opened.text);
  const paused = { id: uniqueId(), uses: 'one', amount: 1500, description, expiresInMinutes: 60 };
  await post('payment-links', paused);
  await post('pause-payment-link', { id: paused.id });
}
