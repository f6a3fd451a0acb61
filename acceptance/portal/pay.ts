// Makes payments of a developer who is at home, with the key that the page shows.

import assert from 'node:assert/strict';
import { createClient, payOut, untilAdmitted, type Receiver } from '../harness/index.ts';
import type { Harness, Visitor } from './harness.ts';

/** Ids of the payments, in the order of their amounts; all have a result. */
export async function pay(
  { installation }: Harness,
  { page }: Visitor,
  receiver: Receiver,
  amounts: readonly number[] = [1_500, 250, 98_000],
): Promise<string[]> {
  const line = await page.locator('.code-block code').innerText();
  const client = createClient(installation.baseUrl, /"apiKey":"([^"]+)"/.exec(line)![1]!);
  const ids: string[] = [];
  for (const amount of amounts) {
    const order = payOut({ callbackUrl: receiver.url, amount, clientData: { order: amount } });
    assert.equal((await untilAdmitted(client, order)).json.code, 2000);
    ids.push(String(order['externalTransactionId']));
  }
  await Promise.all(ids.map((id) => receiver.waitFor(id)));
  return ids;
}
