// Creates the developer data of the visual tests: payments of every outcome, a claim, keys, a
// team, SMS, a bulk payout, a settlement, all through the interfaces that real callers use.

import {
  createClient,
  payOut,
  until,
  uniquePhone,
  type HostedInstallation,
  type Receiver,
} from '../../harness/index.ts';
import { enter, type Caller } from './caller.ts';

export interface Developer {
  owner: Caller;
  colleague: Caller;
  /** Makes keys and opens claims. */
  technician: Caller;
  accountId: number;
  apiKey: string;
}

/** Registered, with a second factor, a colleague for money and one for keys who have one, too. */
export async function beginDeveloper(installation: HostedInstallation): Promise<Developer> {
  const owner = await enter(
    installation,
    { email: 'awa.ndiaye@teranga.example', name: 'Awa Ndiaye' },
    { register: { company: 'Boutique Teranga' } },
  );
  await owner.addApp();
  const { apiKey } = await owner.get<{ apiKey: string }>('home/first-call');
  const { membership } = await owner.get<{ membership: { accountId: number } }>('me');
  const invite = async (name: string, email: string, role: string): Promise<Caller> => {
    const { link } = await owner.post<{ link: string }>('team/invite', {
      email,
      role,
      countries: null,
    });
    const guest = await enter(
      installation,
      { email, name },
      { invitation: new URL(link).hash.slice(1) },
    );
    await guest.addApp();
    return guest;
  };
  const colleague = await invite('Moussa Sarr', 'moussa.sarr@teranga.example', 'finance');
  const technician = await invite('Cheikh Ba', 'cheikh.ba@teranga.example', 'admin');
  await owner.post('team/invite', {
    email: 'binta.fall@teranga.example',
    role: 'viewer',
    countries: ['SN', 'CI'],
  });
  return { owner, colleague, technician, accountId: membership.accountId, apiKey };
}

export interface Payments {
  /** Our id of one that has succeeded. */
  paid: string;
  /** The caller's own. */
  externalId: string;
}

/**
 * Payments that succeed, fail, are refused, wait, and whose callback cannot be delivered; calls
 * that were no payments.
 */
export async function pay(
  { baseUrl }: HostedInstallation,
  { apiKey }: Developer,
  receiver: Receiver,
  away: string,
): Promise<Payments> {
  const client = createClient(baseUrl, apiKey);
  const send = async (members: Record<string, unknown>): Promise<[string, string]> => {
    const order = payOut({ callbackUrl: receiver.url, ...members });
    const { json } = await client.operation(order);
    return [String(json.data?.transactionId), String(order['externalTransactionId'])];
  };
  const [paid, externalId] = await send({
    amount: 12_500,
    externalTransactionId: 'INV-2026-0117',
    clientData: { invoice: 117 },
  });
  const ends = [
    { amount: 98_000, codeService: 'OPA_SN_API_CASH_IN', phone: uniquePhone('0102') },
    { amount: 1_750, phone: uniquePhone('9005') },
    { amount: 4_000, codeService: 'OPA_CI_API_CASH_IN', phone: `07${uniquePhone('0103', 8)}` },
  ];
  const sent = [[paid, externalId] as const, ...(await Promise.all(ends.map(send)))];
  await Promise.all([
    send({ amount: 2_600, phone: uniquePhone('7005') }),
    send({ amount: 3_300, phone: uniquePhone('8007') }),
    send({ amount: 700, callbackUrl: away }),
    send({ amount: 'beaucoup' }),
    send({ amount: 100, codeService: 'NO_SUCH_SERVICE' }),
  ]);
  await Promise.all(sent.slice(0, 3).map(([, id]) => receiver.waitFor(id)));
  return { paid, externalId };
}

/** Keys, a pin, a request for a service, a claim with an answer; answers the claim's reference. */
export async function workOn(
  { owner }: Developer,
  { externalId }: Payments,
  closedService: string,
): Promise<string> {
  const unlimited = { services: null, allowFrom: null, expiresInDays: null };
  await owner.post('keys', {
    name: 'Web shop',
    scope: 'no-refunds',
    ...unlimited,
    allowFrom: ['192.0.2.0/24'],
    expiresInDays: 90,
  });
  await owner.post('keys', { name: 'Accounting', scope: 'read-only', ...unlimited });
  const { items } = await owner.get<{ items: { id: number; name: string }[] }>('keys');
  await owner.post('keys/revoke', { id: items.find(({ name }) => name === 'Accounting')!.id });
  await owner.post('services/ask', { code: closedService, note: 'REF 2026-118' });
  const claim = { transaction: externalId, subject: 'INV-2026-0117', message: 'REF 2026-119' };
  const { reference } = await owner.post<{ reference: string }>('claims', claim);
  await owner.post(`claims/${reference}/message`, { message: 'REF 2026-120' });
  return reference;
}

export const senderName = 'JOKKO';

/** An application, a batch to three recipients, one who wants no more; answers the batch's id. */
export async function sendTexts({ owner }: Developer): Promise<string> {
  await owner.post('sms/apps', { name: 'Web shop' });
  const { items } = await owner.get<{ items: { id: number }[] }>('sms/apps');
  const app = items[0]!.id;
  const numbers = ['+221770000001', '+221770000002', '+221760000003'];
  const message = {
    app,
    sender: senderName,
    content: 'Teranga 2026: -20 % *',
    numbers,
    idempotencyKey: 'visual-0001',
  };
  const { batchId } = await owner.post<{ batchId: string }>('sms/send', message);
  await owner.post('sms/opt-outs', { app, numbers: ['+221770000009'] });
  return batchId;
}

const header = 'téléphone;montant;identifiant externe;nom';
const wages = [
  '770009005;1500;SAL-1;Awa Diop',
  '771230001;2500;SAL-2;Binta Fall',
  '771230002;1000;;Cheikh Ba',
];

interface Uploaded {
  id: number;
}

/**
 * One with errors, and one that a colleague has approved and that is paid; answers the latter's
 * number.
 */
export async function payMany({ owner, colleague }: Developer): Promise<number> {
  const upload = (name: string, lines: readonly string[]): Promise<Uploaded> => {
    const query = new URLSearchParams({
      name,
      fileName: `${name}.csv`,
      service: 'OPA_SN_API_CASH_IN',
    });
    return owner.send<Uploaded>(`payouts/upload?${query}`, [header, ...lines].join('\r\n'));
  };
  await upload('2026-12', [...wages, '12;-1;SAL-9;Demba Cissé', '2,21771E+11;1500;;Fatou Sy']);
  const { id } = await upload('2026-11', wages);
  await owner.post('payouts/submit', { id });
  const { approvalRequest } = await colleague.get<{ approvalRequest: number }>(`payouts/${id}`);
  await colleague.post('payouts/approve', { id, approvalRequest, note: 'REF 2026-121' });
  return id;
}

/** Waits until a bulk payout has come to its end. */
export async function untilPaid({ owner }: Developer, id: number): Promise<void> {
  await until(
    'the bulk payout is done',
    async () => (await owner.get(`payouts/${id}`))['state'] === 'done',
    { timeoutMs: 240_000 },
  );
}

/** A destination that the operator confirmed a day ago is asked for money twice, and every week. */
export async function askForMoney({ owner }: Developer): Promise<number> {
  const { destinations } = await owner.get<{ destinations: { id: number }[] }>('settlements/terms');
  const order = { currency: 'XOF', destinationId: destinations[0]!.id };
  const { id } = await owner.post<{ id: number }>('settlements', {
    ...order,
    key: 'visual-settlement-1',
    amount: '250000',
  });
  await owner.post('settlements', { ...order, key: 'visual-settlement-2', amount: '1500' });
  await owner.post('settlements/schedule', {
    ...order,
    every: 'week',
    day: 1,
    minimum: '10000',
    keep: '50000',
  });
  return id;
}

/** Registers one of the developer; somebody else must confirm it, and it rests for a day. */
export async function registerBank({ owner }: Developer): Promise<number> {
  const bank = {
    kind: 'bank',
    holder: 'Boutique Teranga',
    institution: 'CBAO Dakar',
    country: 'SN',
    number: 'SN010 01520 000485000030 35',
  };
  await owner.post('settlements/destinations', bank);
  const { destinations } = await owner.get<{ destinations: { id: number }[] }>('settlements/terms');
  return destinations[0]!.id;
}
