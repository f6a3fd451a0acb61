// Pays at a real gateway as the Medusa plug-in does, without Medusa: its payment sessions are rows
// in memory. What Medusa makes of it is proven by acceptance/shop/.

import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { Jokko, type CollectOrder, type Payment } from 'jokko-sdk';
import { giveBack, refundPayment } from '../../sdks/medusa/src/give-back.ts';
import { checkOptions } from '../../sdks/medusa/src/options.ts';
import {
  endPayment,
  readPayment,
  startPayment,
  type Payments,
} from '../../sdks/medusa/src/payments.ts';
import { sessionStatusOf, type PaymentRecord } from '../../sdks/medusa/src/record.ts';
import { keepResults } from '../../sdks/medusa/src/results.ts';
import type { Session } from '../../sdks/medusa/src/sessions.ts';
import { readWebhook } from '../../sdks/medusa/src/webhook.ts';
import {
  openFixture,
  uniquePhone,
  until,
  type Fixture,
  type ReceivedRequest,
} from '../harness/index.ts';
import { openStoredRows } from '../harness/database.ts';
import { untilStatus, untilStored } from '../harness/payment.ts';
import { newSession, sessionsIn } from './medusa-sessions.ts';
import { startLosingProxy, type LosingProxy } from './losing-proxy.ts';

const service = 'OPF_SN_API_CASH_OUT';
/** A service of a provider that can cancel. */
const cancellable = 'OPD_SN_WALLET_CASH_OUT';
const price = 15_000;

describe('the Medusa plug-in', () => {
  let fixture: Fixture;
  let proxy: LosingProxy;
  let rows: Map<string, Session>;
  let payments: Payments;
  let warnings: string[];
  before(async () => {
    fixture = await openFixture({ set: ['--callback-grace-ms', '0'], language: 'en' });
    proxy = await startLosingProxy(fixture.installation.baseUrl);
  });
  after(async () => {
    await proxy.close();
    await fixture.close();
  });
  beforeEach(() => {
    proxy.plan([]);
    rows = new Map();
    warnings = [];
    payments = newPayments();
  });

  function connectionOf() {
    const { apiKey: key, webhookSecret } = fixture.account;
    return { url: proxy.url, key, webhookSecret, firstDelayMs: 10 };
  }
  function newPayments(): Payments {
    return {
      jokko: new Jokko(connectionOf()),
      options: {
        ...connectionOf(),
        callbackUrl: fixture.receiver.url,
        services: [service, cancellable],
      },
      sessions: sessionsIn(rows),
      results: keepResults(),
      logger: { warn: (text) => warnings.push(text), error: (text) => warnings.push(text) },
    };
  }

  function openSession(data: object = {}, createdAt = new Date()): Session {
    const session = newSession(price, { service, phone: uniquePhone(), ...data }, createdAt);
    rows.set(session.id, session);
    return session;
  }
  /** Starts its payment, and stores what Medusa stores. */
  async function start({ id, amount, currency, data }: Session) {
    const record = await startPayment(payments, { sessionId: id, amount, currency, data });
    rows.set(id, { ...rows.get(id)!, data: { ...data, ...record } });
    return record;
  }
  const callbackOf = ({ id }: Session): Promise<ReceivedRequest> => fixture.receiver.waitFor(id);
  const readCallback = ({ bytes, headers }: ReceivedRequest) =>
    readWebhook(payments, { rawData: bytes, headers, data: {} });
  const operations = () => proxy.requests.filter(({ path }) => path === '/api-services/operation');
  const read = ({ id }: Session) => readPayment(payments, rows.get(id)!);

  it('a callback of success is told to Medusa, which then asks nothing of the gateway', async () => {
    const session = openSession();
    const record = await start(session);
    assert.deepEqual(
      [record.id, record.amount, record.currency, record.status],
      [session.id, price, 'XOF', 'PENDING'],
    );
    const told = { action: 'captured', data: { session_id: session.id, amount: price } };
    const callback = await callbackOf(session);
    assert.deepEqual(await readCallback(callback), told);
    const asked = proxy.requests.length;
    const { status, transactionId } = await read(session);
    assert.deepEqual([sessionStatusOf(status), transactionId], ['captured', record.transactionId]);
    assert.equal(proxy.requests.length, asked);
    assert.deepEqual(await readCallback(callback), told, 'the same again');
    payments = newPayments();
    assert.equal((await read(session)).status, 'SUCCESS', 'by another process');
  });

  it('a callback of failure puts the session in error, with the reason; another session is paid', async () => {
    const session = openSession({ phone: uniquePhone('9026') });
    await start(session);
    const callback = await callbackOf(session);
    assert.equal((await readCallback(callback)).action, 'failed');
    const { status, data } = rows.get(session.id)!;
    assert.deepEqual([status, data['status']], ['error', 'FAILLED']);
    assert.match(JSON.stringify(data['error']), /"code":"\w+"/);
    const again = openSession();
    await start(again);
    assert.equal((await readCallback(await callbackOf(again))).action, 'captured');
  });

  it('a failure that is told late does not change a session that has been captured', async () => {
    const session = openSession({ phone: uniquePhone('9026') });
    await start(session);
    rows.set(session.id, { ...rows.get(session.id)!, status: 'authorized' });
    await readCallback(await callbackOf(session));
    assert.equal(rows.get(session.id)!.status, 'authorized');
  });

  it('a callback that comes before the answer counts when the answer comes', async () => {
    for (const [digits, status] of [
      ['9026', 'FAILLED'],
      ['0000', 'SUCCESS'],
    ]) {
      const session = openSession({ phone: uniquePhone(digits) });
      const answers: string[] = [];
      class Late extends Jokko {
        override async collect(order: CollectOrder): Promise<Payment> {
          const answer = await super.collect(order);
          answers.push(answer.status);
          await readCallback(await callbackOf(session));
          return answer;
        }
      }
      payments = { ...newPayments(), jokko: new Late(connectionOf()) };
      assert.equal((await start(session)).status, status);
      assert.deepEqual(answers, ['PENDING']);
      rows.clear();
    }
  });

  it('lost answers: the session stays, and the order is given again under its id when it is asked for', async () => {
    const session = openSession();
    await payments.jokko.balance();
    proxy.plan(['pass', 'cut', 'cut', 'cut', 'cut', 'cut']);
    const record = await start(session);
    assert.deepEqual([record.status, record.transactionId], ['PENDING', null]);
    const late = await read(session);
    assert.equal(late.status, 'PENDING');
    assert.notEqual(late.transactionId, null);
    const bodies = operations().map(({ body }) => body);
    assert.ok(bodies.length >= 6);
    assert.equal(new Set(bodies).size, 1, 'the same bytes');
    assert.equal((await readCallback(await callbackOf(session))).action, 'captured');
  });
  it('a payment that waits is cancelled before another one of the cart begins', async () => {
    const session = openSession({ phone: uniquePhone('8007') });
    const { transactionId } = await start(session);
    const stored = openStoredRows(fixture.installation);
    await untilStored(stored, transactionId!, 'ACCEPTED');
    await stored.close();
    await start(openSession());
    await untilStatus(fixture.client, session.id, 'CANCELED');
    assert.equal(rows.get(session.id)!.status, 'canceled');
    await endPayment(payments, rows.get(session.id)!);
  });

  it('a session is no longer open once another one of its cart begins, even if Medusa was not told how it ended', async () => {
    for (const [digits, end, status] of [
      ['9026', 'FAILLED', 'error'],
      ['8007', 'CANCELED', 'canceled'],
    ] as const) {
      rows.clear();
      const session = openSession({ phone: uniquePhone(digits) });
      const { transactionId } = await start(session);
      if (end === 'CANCELED') await payments.jokko.refund(transactionId!);
      await untilStatus(fixture.client, session.id, end);
      const other = openSession();
      await start(other);
      const { data, ...row } = rows.get(session.id)!;
      assert.deepEqual([row.status, data['status'], data['id']], [status, end, session.id]);
      assert.equal(rows.get(other.id)!.status, 'pending');
    }
  });

  it('a payment that has succeeded, or of which nothing is known, lets no other one begin', async () => {
    const paid = openSession();
    await start(paid);
    await callbackOf(paid);
    await assert.rejects(start(openSession()), /has succeeded/);
    rows.clear();
    const unknown = openSession();
    await start(unknown);
    const next = openSession();
    payments = newPayments();
    proxy.plan(['pass', ...Array<'cut'>(5).fill('cut')]);
    await assert.rejects(start(next), /still waits/);
    assert.equal(operations().length, 0);
  });

  it('of sessions of a cart that start at once at most one is paid, and the other ones order nothing', async () => {
    const sessions = [openSession(), openSession(), openSession()];
    const settled = await Promise.allSettled(sessions.map(start));
    const started = sessions.filter((_, index) => settled[index]!.status === 'fulfilled');
    const refused = settled.filter((each) => each.status === 'rejected');
    assert.equal(started.length, 1, JSON.stringify(settled));
    for (const { reason } of refused) assert.match(String(reason), /Another payment .* is being/);
    const ids = operations().map(({ body }) => JSON.parse(body).externalTransactionId);
    assert.deepEqual(ids, [started[0]!.id]);
  });

  it('a session that was refused does not refuse the one that reads its cart meanwhile', async () => {
    const held = Promise.withResolvers<void>();
    const { others } = payments.sessions;
    payments.sessions.others = async (id) => {
      const found = await others(id);
      await held.promise;
      return found;
    };
    const starts = [openSession(), openSession()].map(start);
    await assert.rejects(Promise.race(starts), /Another payment of this cart is being started/);
    held.resolve();
    const settled = await Promise.allSettled(starts);
    const paid = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value.id] : []));
    assert.equal(paid.length, 1, JSON.stringify(settled));
    const ids = operations().map(({ body }) => JSON.parse(body).externalTransactionId);
    assert.deepEqual(ids, paid);
  });

  it('a session that was refused before does not refuse a later one, and one that is refused ends none', async () => {
    const first = openSession({ phone: uniquePhone('8007') });
    const refused = openSession();
    const settled = await Promise.allSettled([first, refused].map(start));
    assert.deepEqual(
      settled.map(({ status }) => status),
      ['fulfilled', 'rejected'],
    );
    await untilStatus(fixture.client, first.id, 'PENDING');
    const ofAnother = openSession();
    await assert.rejects(start(openSession()), /Another payment of this cart is being started/);
    assert.equal(rows.get(first.id)!.status, 'pending');
    rows.delete(ofAnother.id);
    const later = openSession();
    // A payment that its provider has not answered for yet is ended when it has.
    await until('the payment before is ended', () =>
      start(later).then(Boolean, (error: Error) => {
        assert.match(error.message, /^The payment is being ended/);
        return false;
      }),
    );
    assert.equal(rows.get(first.id)!.status, 'canceled');
    const ids = operations().map(({ body }) => JSON.parse(body).externalTransactionId);
    assert.deepEqual(ids, [first.id, later.id]);
  });

  it('a session that another process starts is not ordered to be ended, and no other one begins', async () => {
    openSession();
    await assert.rejects(start(openSession()), /Another payment of this cart is being started/);
    openSession({ id: 'a session of another cart' });
    await assert.rejects(start(openSession()), /Another payment of this cart is being started/);
    assert.deepEqual(operations(), []);
  });

  it('a session whose start was interrupted is ended, and never ordered again', async () => {
    const lost = openSession({}, new Date(0));
    await start(openSession());
    assert.deepEqual(
      [rows.get(lost.id)!.status, rows.get(lost.id)!.data['id']],
      ['error', lost.id],
    );
    await endPayment(payments, rows.get(lost.id)!);
    assert.equal(operations().length, 1);
    rows.clear();
    const ordered = openSession({ phone: uniquePhone('8007') }, new Date(0));
    const { transactionId } = await start(ordered);
    rows.set(ordered.id, ordered);
    const stored = openStoredRows(fixture.installation);
    await untilStored(stored, transactionId!, 'ACCEPTED');
    await stored.close();
    await start(openSession());
    await untilStatus(fixture.client, ordered.id, 'CANCELED');
  });

  it('a payment that was to end while its answer was lost is given back, and buys nothing', async () => {
    const session = openSession({ service: cancellable, phone: uniquePhone('8003') });
    await start(session);
    await assert.rejects(endPayment(payments, rows.get(session.id)!), /being ended/);
    assert.equal((await readCallback(await callbackOf(session))).action, 'not_supported');
    assert.notEqual(sessionStatusOf((await read(session)).status), 'captured');
    await untilStatus(fixture.client, session.id, 'REFUNDED');
  });

  it('a success that is told after the money was given back buys nothing', async () => {
    const session = openSession();
    const { transactionId } = await start(session);
    const callback = await callbackOf(session);
    await payments.jokko.refund(transactionId!);
    await untilStatus(fixture.client, session.id, 'REFUNDED');
    assert.equal((await readCallback(callback)).action, 'not_supported');
    assert.match(warnings.join(), /told late/);
  });

  it('nothing is ordered for a session that has been paid, whatever the gateway knows of it', async () => {
    const session = openSession();
    rows.set(session.id, { ...session, status: 'captured' });
    await assert.rejects(read(session));
    assert.deepEqual(operations(), []);
  });

  it('what the shop cannot sell is refused before anything is sent', async () => {
    const session = openSession();
    const order = { sessionId: session.id, amount: '15000', currency: 'XOF', data: session.data };
    const refuse = (members: object, pattern: RegExp) =>
      assert.rejects(startPayment(payments, { ...order, ...members }), pattern);
    await refuse({ currency: 'EUR' }, /kept in XOF: EUR cannot be paid/);
    await refuse({ amount: '15000.5' }, /XOF has 0 decimals/);
    await refuse({ data: { service } }, /data.phone/);
    await refuse({ data: { service: 'OPA_SN_API_CASH_IN', phone: '770000001' } }, /data.service/);
    assert.deepEqual(operations(), []);
    assert.throws(
      () => checkOptions({ url: 'x', services: [] }),
      /lack key, callbackUrl, services, webhookSecret/,
    );
  });

  it('a session that Medusa copied orders nothing', async () => {
    const paid = openSession();
    const record = await start(paid);
    const copy = await start(openSession({ ...record }));
    assert.deepEqual([copy.status, copy.transactionId], ['CANCELED', null]);
    assert.equal(operations().length, 1);
  });

  it('callbacks that are not genuine, or of no session, are ignored', async () => {
    const session = openSession();
    await start(session);
    const callback = await callbackOf(session);
    const forged = Buffer.from(callback.text.replace(String(price), '15001'));
    assert.equal((await readCallback({ ...callback, bytes: forged })).action, 'not_supported');
    assert.match(warnings.join(), /not genuine and was ignored: signature/);
    rows.clear();
    assert.equal((await readCallback(callback)).action, 'not_supported');
    assert.match(warnings.join(), /has no payment session/);
  });

  it('a refund is full, and repeating it after a lost answer gives nothing back twice', async () => {
    const session = openSession();
    const funds = await fixture.client.balance();
    await start(session);
    await readCallback(await callbackOf(session));
    const record = await read(session);
    assert.throws(() => refundPayment(payments, record, '5000'), /in full: 15000 XOF, not 5000/);
    proxy.plan(['lose', 'lose', 'lose', 'lose', 'lose']);
    await assert.rejects(refundPayment(payments, record, '15000'), /no answer that can be read/);
    for (let times = 0; times < 2; times++)
      assert.equal((await refundPayment(payments, record, '15000')).status, 'REFUNDED');
    assert.equal(await fixture.client.balance(), funds);
  });

  /** Medusa's `cancelPayment`, with what stands in its payment since it was authorised. */
  const cancel = ({ id }: Session) =>
    giveBack(payments, rows.get(id)!.data as unknown as PaymentRecord);
  /**
   * What Medusa keeps when the callback has been told: the session, and the data of its payment.
   */
  async function authorize(session: Session): Promise<ReceivedRequest> {
    const callback = await callbackOf(session);
    await readCallback(callback);
    const record = await read(session);
    const status = sessionStatusOf(record.status);
    rows.set(session.id, { ...rows.get(session.id)!, status, data: { ...record } });
    return callback;
  }

  it('cancelPayment gives a success back, once, also after a lost answer; its callback buys nothing then', async () => {
    const session = openSession();
    const funds = await fixture.client.balance();
    await start(session);
    const callback = await authorize(session);
    proxy.plan(['lose', 'lose', 'lose', 'lose', 'lose']);
    await assert.rejects(cancel(session), /no answer that can be read/);
    for (let times = 0; times < 2; times++)
      assert.equal((await cancel(session)).status, 'REFUNDED');
    assert.equal(await fixture.client.balance(), funds);
    assert.equal((await readCallback(callback)).action, 'not_supported');
  });

  it('cancelPayment ends a payment that waits for its payer', async () => {
    const session = openSession({ service: cancellable, phone: uniquePhone('8007') });
    const { transactionId } = await start(session);
    const stored = openStoredRows(fixture.installation);
    await untilStored(stored, transactionId!, 'ACCEPTED');
    await stored.close();
    assert.equal(sessionStatusOf((await cancel(session)).status), 'canceled');
    await untilStatus(fixture.client, session.id, 'CANCELED');
  });

  it('cancelPayment finds a payment whose order was not answered', async () => {
    const session = openSession();
    const funds = await fixture.client.balance();
    await payments.jokko.balance();
    proxy.plan(['pass', 'lose', 'lose', 'lose', 'lose', 'lose']);
    assert.equal((await start(session)).transactionId, null);
    await callbackOf(session);
    assert.equal((await cancel(session)).status, 'REFUNDED');
    assert.equal(await fixture.client.balance(), funds);
  });

  it('a workflow that fails after the authorisation gives the money back, and the cart is paid anew', async () => {
    const session = openSession();
    const funds = await fixture.client.balance();
    await start(session);
    await authorize(session);
    // As Medusa undoes the completion of a cart: a refund in full, and a new session with the old
    // data.
    const { data } = rows.get(session.id)!;
    const refunded = await refundPayment(payments, data as unknown as PaymentRecord, String(price));
    assert.equal(refunded.status, 'REFUNDED');
    const copy = openSession({ ...data });
    const copied = await start(copy);
    rows.set(copy.id, { ...rows.get(copy.id)!, status: sessionStatusOf(copied.status) });
    assert.deepEqual([copied.status, copied.transactionId], ['CANCELED', null]);
    assert.equal(await fixture.client.balance(), funds);
    const again = openSession();
    await start(again);
    await authorize(again);
    assert.equal(rows.get(again.id)!.status, 'captured');
    assert.equal(operations().length, 2, 'the first order and the last one');
    assert.ok((await fixture.client.balance()) > funds);
  });
});
