// The pages of payment links and checkouts, as a payer's browser without JavaScript goes through
// them.

import { defined } from '@jokko/contract';
import assert from 'node:assert/strict';
import { sendRequest, type Answer } from './client.ts';

const english = { 'accept-language': 'en' };

export const open = (url: string): Promise<Answer> => sendRequest(url, { headers: english });

export const send = (url: string, fields: Record<string, string>): Promise<Answer> =>
  sendRequest(url, {
    method: 'POST',
    headers: { ...english, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  });

/** The value of a hidden field; empty: the page has none. */
export const hidden = (page: Answer, name: string): string =>
  new RegExp(`name="${name}" value="([^"]+)"`).exec(page.text)?.[1] ?? '';

/** Sends the form of the link's page; the address that it leads to. */
export async function begin(url: string, page: Answer, amount?: string): Promise<string> {
  const nonce = hidden(page, 'nonce');
  assert.match(nonce, /^[0-9a-f]{32}$/);
  const answer = await send(url, { nonce, ...defined({ amount }) });
  assert.equal(answer.status, 303, answer.text);
  return new URL(String(answer.headers['location']), url).href;
}

/** Sends the form of a checkout's page. */
export async function pay(checkout: string, phone: string): Promise<Answer> {
  const page = await open(checkout);
  return send(checkout, { attempt: hidden(page, 'attempt'), phone });
}
