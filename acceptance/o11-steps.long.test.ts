// O11: a payer types a one-time code on the payment page of a running gateway, over Orange's
// protocol and its simulator: a wrong code first, two pages at once, and no trace of the code.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { sandboxConfig as orangeConfig } from '../connectors/orange-sonatel/test/sandbox-config.ts';
import {
  createAccount,
  createClient,
  payOut,
  sendRequest,
  startInstallation,
  startReceiver,
  uniqueId,
  uniquePhone,
  until,
} from './harness/index.ts';
import type { Answer, Client, Installation, Receiver } from './harness/index.ts';
import { untilStatus } from './harness/payment.ts';

const codeService = 'OPA_SN_API_CASH_OUT';
const wrongCode = '000000';

describe('a code that the payer types', () => {
  const folder = mkdtempSync(join(tmpdir(), 'jokko-steps-'));
  let installation: Installation;
  let receiver: Receiver;
  let client: Client;

  before(async () => {
    [installation, receiver] = await Promise.all([startInstallation(), startReceiver()]);
    const catalogue = await installation.cli<{
      services: { code: string; route: string }[];
      routes: object[];
    }>(['catalogue', 'export']);
    for (const service of catalogue.services)
      if (service.code === codeService) service.route = 'ORANGE';
    catalogue.routes.push({
      name: 'ORANGE',
      connector: 'orange-sonatel',
      config: orangeConfig('${SIMULATOR_URL}'),
    });
    const file = join(folder, 'catalogue.json');
    writeFileSync(file, JSON.stringify(catalogue));
    await installation.cli(['catalogue', 'import', file]);
    const account = await createAccount(installation);
    client = createClient(installation.baseUrl, account.apiKey);
  });
  after(async () => {
    await receiver?.close();
    await installation?.stop();
    rmSync(folder, { recursive: true });
  });

  /** A collection that waits for its payer, and the address of its page. */
  async function collect(): Promise<{ externalTransactionId: string; page: string }> {
    const externalTransactionId = uniqueId('steps');
    const order = payOut({
      codeService,
      externalTransactionId,
      phone: uniquePhone('0001'),
      callbackUrl: receiver.url,
    });
    const { json, text } = await client.operation(order);
    assert.equal(json.code, 2000, text);
    assert.equal(json.data.status, 'PENDING');
    return { externalTransactionId, page: json.data.deepLinkUrl };
  }
  const open = (url: string): Promise<Answer> => sendRequest(url);
  const attemptOn = ({ text }: Answer): string => /name="attempt" value="(\d+)"/.exec(text)![1]!;
  const send = (page: string, attempt: string, otp: string): Promise<Answer> =>
    sendRequest(`${page}/step`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ attempt, otp }).toString(),
    });
  /** `words`: what else it says. */
  const asksForCode = (page: string, words = ''): Promise<Answer> =>
    until(`the page asks for a code ${words}`, async () => {
      const shown = await open(page);
      return shown.text.includes('name="otp"') && shown.text.includes(words) && shown;
    });

  it('O11 a wrong code asks again, the right one pays, and no log has either', async () => {
    const { externalTransactionId, page } = await collect();
    const first = await asksForCode(page);
    assert.match(first.text, /#144#391#/);
    const sent = await send(page, attemptOn(first), wrongCode);
    assert.equal(sent.status, 200);
    const again = await asksForCode(page, 'n’a pas été accepté');
    const code = '914273';
    await send(page, attemptOn(again), code);
    await untilStatus(client, externalTransactionId, 'SUCCESS');
    await receiver.waitFor(externalTransactionId);
    assert.ok(!installation.logs().includes(code));
    const over = await open(page);
    assert.ok(!over.text.includes('name="otp"'));
  });

  it('O11 two pages that hand in a code at once pay once', async () => {
    const { externalTransactionId, page } = await collect();
    const attempt = attemptOn(await asksForCode(page));
    await Promise.all(['123456', '234567', '345678'].map((code) => send(page, attempt, code)));
    await untilStatus(client, externalTransactionId, 'SUCCESS');
    const { checks } = await installation.cli<{
      checks: { id: string; violations: number }[];
    }>(['doctor']);
    assert.deepEqual(
      checks.filter(({ violations }) => violations > 0),
      [],
    );
  });
});
