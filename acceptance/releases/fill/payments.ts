// Payments of every kind and to every end, their callbacks, refunds, cases and claims.

import assert from 'node:assert/strict';
import { createHmac, hash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sandboxConfig as bankConfig } from '../../../connectors/bank-file/test/sandbox-config.ts';
import { sandboxConfig as orangeConfig } from '../../../connectors/orange-sonatel/test/sandbox-config.ts';
import { well } from '../../crash/back-office/person.ts';
import {
  payOut,
  sendRequest,
  startReceiver,
  uniquePhone,
  until,
  type Json,
} from '../../harness/index.ts';
import { callerAddress, lookUp, untilStatus } from '../../harness/payment.ts';
import { bookOf } from '../../harness/provider-book.ts';
import { card, remitSendData } from '../../harness/samples.ts';
import type { FillContext } from './fill-context.ts';

/** Orders an operation, and answers its ids. */
export async function order(
  { client, receiver }: FillContext,
  members: Record<string, unknown> = {},
): Promise<{ id: string; transactionId: string; phone: string; data: Json }> {
  const body = payOut({ callbackUrl: receiver.url, ...members });
  const { json, text } = await client.operation(body);
  assert.equal(json.code, 2000, text);
  return {
    id: String(body['externalTransactionId']),
    transactionId: String(json.data.transactionId),
    phone: String(body['phone']),
    data: json.data as Json,
  };
}

const collection = 'OPA_SN_API_CASH_OUT';
const bankTransfer = 'BANK_TRANSFER_SN_API_CASH_IN';
/** Takes no connection: nothing that goes there leaves. */
const closedPort = 'http://127.0.0.1:9';

/**
 * Routes that a sandbox lacks: one whose payer types a code, a bank that takes files, one whose
 * provider is away.
 */
export async function addRoutes({ installation: { cli } }: FillContext): Promise<void> {
  const catalogue = await cli<{ services: { code: string; route: string }[]; routes: Json[] }>([
    'catalogue',
    'export',
  ]);
  const ways: { [code: string]: string } = {
    [collection]: 'ORANGE',
    [bankTransfer]: 'BANK',
    OPF_SN_API_CASH_IN: 'AWAY',
  };
  const away = catalogue.routes.find(({ name }) => name === 'OPF_SN')!;
  for (const service of catalogue.services) service.route = ways[service.code] ?? service.route;
  catalogue.routes.push(
    { ...away, name: 'AWAY', config: { ...away.config, baseUrl: closedPort } },
    { name: 'ORANGE', connector: 'orange-sonatel', config: orangeConfig('${SIMULATOR_URL}') },
    { name: 'BANK', connector: 'bank-file', config: { ...bankConfig, utcOffsetMinutes: 0 } },
  );
  const folder = mkdtempSync(join(tmpdir(), 'jokko-release-'));
  const file = join(folder, 'catalogue.json');
  writeFileSync(file, JSON.stringify(catalogue));
  await cli(['catalogue', 'import', file]);
  rmSync(folder, { recursive: true });
}

/** Those that come to an end by themselves, or by a word of ours. */
export async function payToTheEnd(place: FillContext): Promise<void> {
  const { client } = place;
  const paid = await Promise.all(
    ['0000', '0000', '0000', '0001', '8002', '8005'].map((digits) =>
      order(place, { phone: uniquePhone(digits) }),
    ),
  );
  const failed = await Promise.all(
    ['9004', '9016'].map((digits) => order(place, { phone: uniquePhone(digits) })),
  );
  for (const { id } of paid) await untilStatus(client, id, 'SUCCESS');
  for (const { id } of failed) await untilStatus(client, id, 'FAILLED');
  await refund(place, paid[0]!.transactionId);
  await untilStatus(client, paid[0]!.id, 'REFUNDED');
  const pending = await order(place, { phone: uniquePhone('8007') });
  await until(
    'the order has arrived',
    async () => (await bookOf(place.installation.simulatorUrl, pending.phone)).length > 0,
  );
  await refund(place, pending.transactionId);
  await untilStatus(client, pending.id, 'CANCELED');
  await Promise.all(
    [payBill, remit, payByCard, typeCode, transfer, sell].map((pay) =>
      place.step(pay.name, () => pay(place)),
    ),
  );
  await place.step('reverse', () => reverse(place));
  await place.step('claim', () =>
    claim(
      place,
      paid.slice(1).map(({ transactionId }) => transactionId),
    ),
  );
}

export function refund({ client }: FillContext, transactionId: string) {
  const { apiKey } = client;
  return client.post('/api-services/transaction/refund-cancel', { apiKey, transactionId });
}

async function payBill(place: FillContext): Promise<void> {
  const { client } = place;
  const { apiKey } = client;
  const codeService = 'BILLERA_SN_BILL_PAY';
  const billAccountNumber = `21${uniquePhone()}`;
  const path = '/api-services/list-pending-bills';
  const { json } = await client.post(path, { apiKey, codeService, billAccountNumber });
  const [bill] = json.data.pendingBills.pendingBills as Json[];
  await order(place, {
    codeService,
    accountNumber: billAccountNumber,
    amount: bill.amount,
    billReference: bill.billReference,
  });
}

async function remit(place: FillContext): Promise<void> {
  const { client } = place;
  const { apiKey } = client;
  const reception = {
    apiKey,
    codeService: 'REMIT_SN_API_CASH_OUT',
    referenceNumber: '12340000',
  };
  await client.post('/api-services/remit-reception-info', reception);
  const quote = { apiKey, codeService: 'REMIT_SN_API_CASH_IN', amount: 10_000, remitSendData };
  const { json, text } = await client.post('/api-services/remit-send-info', quote);
  assert.equal(json.code, 2000, text);
}

async function payByCard(place: FillContext): Promise<void> {
  await order(place, { ...card, cardNumber: '4970100000000007' });
}

/** A wrong code and the right one: each is an attempt of its own. */
async function typeCode(place: FillContext): Promise<void> {
  const { id, data } = await order(place, { codeService: collection, phone: uniquePhone('0001') });
  const page = String(data.deepLinkUrl);
  for (const [code, words] of [
    ['000000', ''],
    ['914273', 'n’a pas été accepté'],
  ] as const) {
    const shown = await until('the page asks for a code', async () => {
      const answer = await sendRequest(page);
      return answer.text.includes('name="otp"') && answer.text.includes(words) && answer;
    });
    const attempt = /name="attempt" value="(\d+)"/.exec(shown.text)![1]!;
    await sendRequest(`${page}/step`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ attempt, otp: code }).toString(),
    });
  }
  await untilStatus(place.client, id, 'SUCCESS');
}

async function transfer(place: FillContext): Promise<void> {
  await order(place, {
    phone: '221770000001',
    codeService: bankTransfer,
    amount: 1_350,
    rib: 'SN0120123412345678000100',
    customerFirstName: 'Awa',
    customerLastName: 'Ndiaye',
  });
}

/** What providers do not take back: a message, and airtime. */
async function sell(place: FillContext): Promise<void> {
  const { id } = await order(place, {
    codeService: 'CHAT_MESSAGING',
    phone: `+221${uniquePhone()}`,
    amount: undefined,
    message: 'Bonjour',
  });
  await untilStatus(place.client, id, 'SUCCESS');
}

/**
 * The provider takes a success back, and sends notices that fit nothing, or an order that it has
 * named.
 */
async function reverse(place: FillContext): Promise<void> {
  const { client, installation, rows, admin, control } = place;
  const { id, phone } = await order(place);
  await untilStatus(client, id, 'SUCCESS');
  const [line] = await bookOf(installation.simulatorUrl, phone);
  await control('behaviour', { reverse: line!.ourReference });
  await untilStatus(client, id, 'REFUNDED');
  const open = await order(place, { phone: uniquePhone('8007') });
  const theirs = await until('the provider has named its transaction', async () => {
    const [attempt] = await rows.read<{ theirs: string | null }>(
      `select refs->>'theirs' as theirs from attempt where operation_id = $1`,
      [open.transactionId],
    );
    return attempt?.theirs ?? undefined;
  });
  const [booked] = (await bookOf(installation.simulatorUrl, open.phone)) as unknown as {
    callbackUrl: string;
  }[];
  for (const named of [theirs, 'GS-nobody-1', 'GS-nobody-2']) {
    const body = JSON.stringify({ transactionReference: named, transactionStatus: 'completed' });
    await sendRequest(booked!.callbackUrl, {
      method: 'PUT',
      headers: {
        'content-type': 'application/json',
        'x-content-hash': hash('sha256', body, 'hex'),
      },
      body,
    });
  }
  const [ignored] = await rows.read<{ id: bigint }>(
    `select id from provider_inbox where provider_reference = 'GS-nobody-2'`,
  );
  const nobody = { id: String(ignored!.id), reason: 'inconnu' };
  well(await admin.insist('operator/provider-inbox/ignore', nobody));
}

/** What a provider says too late is a case: one is explained, one is booked, one is open. */
export async function hearTooLate(place: FillContext): Promise<void> {
  const { client, shop, admin, approve, rows } = place;
  const { accountId } = shop;
  for (const how of ['explained', 'booked', null]) {
    const { id, transactionId } = await order(place);
    await untilStatus(client, id, 'SUCCESS');
    // What the writer stores: no provider of the sandbox contradicts itself while somebody waits.
    const [found] = await rows.read<{ id: bigint }>(
      `insert into operation_case (account_id, operation_id, kind, evidence)
        values ($1, $2, 'late_failure', 'provider reports failure, state is SUCCESS') returning id`,
      [accountId, transactionId],
    );
    if (how === null) return;
    const close = { accountId, id: transactionId, caseId: String(found!.id), how, reason: 'vu' };
    const body = how === 'booked' ? { ...close, liableParty: 'operator' } : close;
    await approve(well(await admin.insist('operator/cases/close', body)).id as number);
    const note = { accountId, id: transactionId, text: 'Le client attend.' };
    well(await admin.insist('operator/transactions/note', note));
  }
}

/** A claim in each state. */
async function claim({ client, owner, admin }: FillContext, transactions: string[]): Promise<void> {
  const references: string[] = [];
  for (const transactionId of transactions) {
    const { json, text } = await client.post('/api-services/new-claim', {
      apiKey: client.apiKey,
      subject: 'Sujet',
      message: 'Le client dit que…',
      transactionId,
    });
    assert.equal(json.code, 2000, text);
    references.push(String(json.data.claim.claimRef));
  }
  const move = (reference: string, to: string) =>
    admin.insist(`operator/claims/${reference}/move`, { to, comment: 'vu' });
  const [, working, resolved, rejected, closed] = references;
  for (const each of [working, resolved, rejected, closed]) well(await move(each!, 'IN_PROGRESS'));
  well(await move(resolved!, 'RESOLVED'));
  well(await move(rejected!, 'REJECTED'));
  well(await move(closed!, 'RESOLVED'));
  well(await owner.insist(`claims/${closed}/move`, { to: 'CLOSED' }));
  well(await owner.insist(`claims/${working}/message`, { message: 'Et alors ?' }));
}

/** Callbacks that wait, that were given up, and that are sent again. */
export async function callBack(place: FillContext): Promise<void> {
  const { client, installation, owner, shop, untilRow } = place;
  const account = String(shop.accountId);
  const [deaf, gone] = await Promise.all([startReceiver(), startReceiver()]);
  for (const receiver of [deaf, gone]) {
    receiver.answerWith({ status: 500, body: 'down' });
    // It fails in its answer, so that its callback is due at once.
    const codeService = 'OPA_SN_API_CASH_IN';
    const body = payOut({ codeService, phone: uniquePhone('7028'), callbackUrl: receiver.url });
    await client.operation(body);
    await receiver.waitFor(String(body['externalTransactionId']));
  }
  const { origin } = new URL(gone.url);
  await installation.cli(['callback', 'give-up', account, origin, '--reason', 'parti']);
  await untilRow('given up', `select from callback where state = 'abandoned'`);
  well(await owner.insist('callbacks/replay-all', { destination: origin, perSecond: 50 }));
  await untilRow('sent again', `select from callback_replay where state = 'done'`);
  await installation.cli(['callback', 'give-up', account, origin, '--reason', 'parti']);
  await replaySlowly(place);
  const { replays } = await owner.get('callback-replays');
  well(await owner.insist('callback-replays/stop', { id: replays[0].id }));
  const { path } = await owner.get('callbacks/inbox');
  await client.operation(payOut({ callbackUrl: `${installation.baseUrl}${path}` }));
  await untilRow('in the test inbox', 'select from test_inbox');
  const pin = `${'A'.repeat(43)}=`;
  await installation.cli(['pin', 'add', account, 'shop.example.sn', pin, '--unseen']);
  await Promise.all([deaf.close(), gone.close()]);
}

/** One a second. */
export async function replaySlowly({ owner }: FillContext): Promise<void> {
  well(await owner.insist('callbacks/replay-all', { state: 'delivered', perSecond: 1 }));
}

/** The headers that sign a POST of this body. */
export function signatureOf(secret: string, body: string): Record<string, string> {
  const timestamp = String(Date.now());
  const signed = createHmac('sha256', secret).update(`POST:${timestamp}:${body}`);
  return { 'Hmac-Signature': signed.digest('hex'), Timestamp: timestamp };
}

/** Keys of each scope; answers the secret of an account whose requests are signed. */
export async function addKeys({ installation, shop, signing }: FillContext): Promise<string> {
  const { cli } = installation;
  const shared = ['--allow-from', '127.0.0.0/8', '--expires', '365d'];
  for (const scope of ['no-refunds', 'read-only', 'listen'])
    await cli(['key', 'create', String(shop.accountId), '--scope', scope, ...shared]);
  const words = ['account', 'set', String(signing.accountId), '--hmac', 'on'];
  const { hmacSecret } = await cli<{ hmacSecret: string }>(words);
  return hmacSecret;
}

/** A signature that was used, and a caller who asks too often. */
export async function signAndAsk(place: FillContext, hmacSecret: string): Promise<void> {
  const { client, signing } = place;
  const body = JSON.stringify(payOut({ apiKey: signing.apiKey }));
  const { json, text } = await client.post(
    '/api-services/operation',
    body,
    signatureOf(hmacSecret, body),
  );
  assert.equal(json.code, 2000, text);
  const { id } = await order(place);
  const from = callerAddress();
  for (let times = 0; times < statusQueries; times++) await lookUp(client, id, { from });
}

/** More than put an address on the blacklist here. */
const statusQueries = 30;
