// Proves the phone of the sandbox: while a page holds it, collections from it wait for the payer's
// answer there, which comes back as a provider tells it; other accounts neither see nor answer it.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { verifyWebhook } from '@jokko/contract';
import {
  addSmsCaller,
  hostInstallation,
  payOut,
  startReceiver,
  uniquePhone,
  until,
} from './harness/index.ts';
import type { HostedInstallation, Json, ReceivedRequest, Receiver } from './harness/index.ts';
import { untilAdmitted } from './harness/payment.ts';
import { registerDeveloper, type PortalDeveloper } from './harness/portal-developer.ts';

/** Well below the ten seconds for which a page holds a phone. */
const heldEveryMs = 1_000;

describe('the phone of the sandbox', { concurrency: true }, () => {
  let installation: HostedInstallation;
  let receiver: Receiver;
  const pages: NodeJS.Timeout[] = [];
  before(async () => {
    [installation, receiver] = await Promise.all([hostInstallation(), startReceiver()]);
  });
  after(async () => {
    for (const page of pages) clearInterval(page);
    await receiver?.close();
    await installation?.stop();
  });

  const register = (name: string) => registerDeveloper(installation, `${name}@phone.sn`);
  const screen = ({ post }: PortalDeveloper, phone: string): Promise<Json> =>
    post('sandbox/phone', { phone });
  const decide = ({ post }: PortalDeveloper, phone: string, answer: object): Promise<Json> =>
    post('sandbox/phone/decide', { phone, ...answer });

  /** The page is open from now on. */
  function openPage(developer: PortalDeveloper, phone: string): NodeJS.Timeout {
    const page = setInterval(() => void screen(developer, phone).catch(() => {}), heldEveryMs);
    pages.push(page);
    return page;
  }

  const collect = (phone: string, members: object = {}) =>
    payOut({ phone, codeService: 'OPA_SN_API_CASH_OUT', callbackUrl: receiver.url, ...members });

  /**
   * Orders until one is asked on the phone: a machine that stood still for ten seconds has let go
   * of it.
   */
  async function untilAsked(developer: PortalDeveloper, phone: string, members: object = {}) {
    let order = collect(phone, members);
    await untilAdmitted(developer.client, order);
    return until('it is asked', async () => {
      const { payments } = await screen(developer, phone);
      const id = order['externalTransactionId'];
      const shown = (payments as Json[]).find(({ externalId }) => externalId === id);
      if (shown?.askedUntil) return { shown, externalId: String(id) };
      if (shown !== undefined && shown.status !== 'waiting') {
        order = collect(phone, members);
        await untilAdmitted(developer.client, order);
      }
      return false;
    });
  }

  async function assertGenuine({ post }: PortalDeveloper, callback: ReceivedRequest) {
    const { secret } = await post('signing/webhook/show', {});
    const verified = await verifyWebhook({
      headers: callback.headers as Record<string, string>,
      body: callback.text,
      secret,
      nowMs: callback.arrivedAtMs,
    });
    assert.equal(verified.ok, true);
  }

  it('digits that choose nothing wait for a held phone; approved there, the callback says SUCCESS', async () => {
    const awa = await register('awa');
    const phone = uniquePhone('0001');
    await screen(awa, phone);
    openPage(awa, phone);
    const { shown, externalId } = await untilAsked(awa, phone);
    const { pin, phone: e164 } = await screen(awa, phone);
    assert.deepEqual([e164, shown.amount, shown.direction], [`+221${phone}`, '100', 'CREDIT']);
    assert.equal(receiver.requestsFor(externalId).length, 0);
    assert.deepEqual(await decide(awa, phone, { id: shown.id, choice: 'approve', pin }), {});
    const callback = await receiver.waitFor(externalId);
    assert.equal(callback.json.status, 'SUCCESS');
    await assertGenuine(awa, callback);
    const again = await decide(awa, phone, { id: shown.id, choice: 'refuse' });
    assert.equal(again.error.code, 'conflict');
  });

  it('refused, wrong PIN and time over: each FAILED with its error, links and QR codes too', async () => {
    const binta = await register('binta');
    const phone = uniquePhone('0001');
    await screen(binta, phone);
    openPage(binta, phone);
    const answers = [
      [{ choice: 'refuse' }, { codeService: 'OPD_SN_WALLET_CASH_OUT' }, 'bad_auth'],
      [{ choice: 'approve', pin: '0000' }, { amount: 101 }, 'bad_auth'],
      [{ choice: 'expire' }, { codeService: 'OPC_SN_API_CASH_OUT' }, 'payment-timeout'],
    ] as const;
    for (const [answer, members, error] of answers) {
      const { shown, externalId } = await untilAsked(binta, phone, members);
      if (answer.choice === 'expire') assert.match(shown.link, /^\/deep\//);
      assert.deepEqual(await decide(binta, phone, { id: shown.id, ...answer }), {});
      const { json } = await receiver.waitFor(externalId);
      assert.deepEqual([json.status, json.transaction.errorType?.code], ['FAILLED', error]);
    }
  });

  it('another account neither sees nor answers it, and its own collections do not wait for this page', async () => {
    const [coumba, dior] = await Promise.all([register('coumba'), register('dior')]);
    const phone = uniquePhone('0001');
    await screen(coumba, phone);
    openPage(coumba, phone);
    const { shown, externalId } = await untilAsked(coumba, phone);
    const refused = await decide(dior, phone, { id: shown.id, choice: 'approve', pin: '1234' });
    assert.equal(refused.error.code, 'notFound');
    const others = await screen(dior, phone);
    assert.deepEqual([others.payments, others.messages], [[], []]);
    assert.equal(receiver.requestsFor(externalId).length, 0);
    const own = collect(phone, { amount: 102 });
    await untilAdmitted(dior.client, own);
    const { json } = await receiver.waitFor(String(own['externalTransactionId']));
    assert.equal(json.status, 'SUCCESS');
    await decide(coumba, phone, { id: shown.id, choice: 'refuse' });
    assert.equal((await receiver.waitFor(externalId)).json.status, 'FAILLED');
  });

  it('the page is closed: what waits goes on as without it', async () => {
    const fatou = await register('fatou');
    const phone = uniquePhone('0001');
    await screen(fatou, phone);
    const page = openPage(fatou, phone);
    const { externalId } = await untilAsked(fatou, phone);
    clearInterval(page);
    assert.equal((await receiver.waitFor(externalId)).json.status, 'SUCCESS');
  });

  it('SMS of the account that arrived are there', async () => {
    const [gnilane, hawa] = await Promise.all([register('gnilane'), register('hawa')]);
    // An operator's prefix: no SMS leaves for others.
    const phone = uniquePhone('0001').replace(/^7\d/, '77');
    const { accountId } = (await gnilane.read('me')).membership;
    const sms = await addSmsCaller(installation, { accountId, apiKey: '' });
    const sent = await sms.send({
      msisdn: [`+221${phone}`],
      content: 'Votre commande vous attend.',
    });
    assert.equal(sent.json.code, 201, sent.text);
    const { messages } = await until('it arrived', async () => {
      const shown = await screen(gnilane, phone);
      return shown.messages.length > 0 && shown;
    });
    assert.deepEqual(
      messages.map(({ sender, text }: Json) => [sender, text]),
      [['JOKKO', 'Votre commande vous attend.']],
    );
    assert.deepEqual((await screen(hawa, phone)).messages, []);
    assert.equal((await screen(hawa, '12')).error.fields[0].field, 'phone');
  });
});
