// What lasts a moment only, or stops everything else: an outage of the providers, breakers, and
// payments that are on their way when the database is taken.

import { well } from '../../crash/back-office/person.ts';
import { sendRequest, uniquePhone, until } from '../../harness/index.ts';
import { untilStatus } from '../../harness/payment.ts';
import { order, refund, replaySlowly, signAndAsk } from './payments.ts';
import type { FillContext } from './fill-context.ts';

const paymentsInOutage = 7;
const healthWindowSeconds = 300;
const escalationSeconds = 900;
const hourSeconds = 3_600;
/** By then nobody asks a provider any more what became of a payment. */
const giveUpSeconds = 72 * hourSeconds;
/** Payouts wait behind its open breaker. */
export const parkedRoute = 'OPC_SN';

/** Nobody knows what became of some payments: two users decide two of them. */
export async function endure(place: FillContext): Promise<void> {
  const { control, installation, untilRow, rows, admin, approve, shop, pass } = place;
  // Each provider is asked once in ten minutes: in the outage none would tell its balance.
  await untilRow('a provider has told its balance', 'select from provider_balance');
  // What went well before counts no longer.
  await installation.cli(['clock', 'advance', String(healthWindowSeconds)]);
  await control('behaviour', { http503: true });
  const codeService = 'OPA_SN_API_CASH_IN';
  for (let times = 0; times < paymentsInOutage; times++)
    await order(place, { codeService, phone: uniquePhone() });
  await untilRow('a route is down', `select from health_state where state = 'down'`);
  await installation.cli(['clock', 'advance', String(escalationSeconds)]);
  const undecided = `select o.id from operation o join operation_case c on c.operation_id = o.id
    where o.state = 'UNKNOWN' and c.resolved_at is null order by o.id`;
  await untilRow('an alert is told', `select from alert where severity = 'critical'`);
  await pass(giveUpSeconds);
  const cases = await until(
    'the provider was asked often enough for cases',
    async () => {
      await pass(hourSeconds);
      const found = await rows.read<{ id: bigint }>(undecided);
      return found.length > 2 && found;
    },
    { timeoutMs: 120_000, everyMs: 2_000 },
  );
  for (const [index, decided] of [
    { outcome: 'executed', reference: 'THEIRS-1' },
    { outcome: 'not_executed', evidence: 'absent' },
  ].entries()) {
    const of = { accountId: shop.accountId, id: String(cases[index]!.id), reason: 'vu' };
    const asked = well(await admin.insist('operator/cases/resolve', { ...of, ...decided }));
    await approve(asked.id as number);
  }
  await control('behaviour', { http503: false });
  await untilRow('a case is settled', `select from operation_case where resolution = 'settled'`);
}

/** Breakers in each state; answers a payment that waits behind one. */
export async function breakRoutes(place: FillContext): Promise<string> {
  const { installation } = place;
  for (const [name, word] of [
    ['OPA_CI', 'open'],
    ['OPA_CI', 'close'],
    ['OPG_CI', 'open'],
    ['OPG_CI', 'try'],
    [parkedRoute, 'open'],
  ] as const)
    await installation.cli(['route', 'breaker', name, word, '--reason', 'essai']);
  const { id, transactionId } = await order(place);
  const sql = `select from operation where id = $1 and state = 'PARKED'`;
  await place.untilRow('a payment is parked', sql, [transactionId]);
  return id;
}

/**
 * A mail that was refused and one that waits, challenges that nobody has answered, and payments on
 * their way.
 */
export async function beOnTheWay(place: FillContext, hmacSecret: string): Promise<void> {
  const { mail, installation, owner, untilRow, client, control } = place;
  mail.answer = { to: '550 nobody of that name' };
  const invite = (name: string) => {
    const body = { email: `${name}@example.sn`, role: 'viewer', countries: ['SN'] };
    return owner.insist('team/invite', body);
  };
  well(await invite('parti'));
  await untilRow('a mail is abandoned', `select from notification where state = 'abandoned'`);
  mail.answer = { to: '450 later' };
  well(await invite('plus-tard'));
  well(await owner.insist('step-up/passkey/options', {}));
  well(await owner.insist('passkeys/options', {}));
  await sendRequest(`${installation.baseUrl}/portal/api/sign-in/passkey/options`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: installation.baseUrl },
    body: '{}',
  });
  await signAndAsk(place, hmacSecret);
  const codeService = 'OPA_SN_API_CASH_IN';
  await order(place, { codeService, phone: uniquePhone('8007') });
  await order(place, { codeService: 'OPA_SN_API_CASH_OUT', phone: uniquePhone('0001') });
  await sendPicture(place);
  for (let times = 0; times < 3; times++) await order(place, { codeService: 'OPF_SN_API_CASH_IN' });
  await untilRow('a route is down', `select from health_state where state = 'down'`);
  await replaySlowly(place);
  const { id, transactionId } = await order(place, { codeService });
  await untilStatus(client, id, 'SUCCESS');
  await order(place, { codeService, phone: uniquePhone('8004') });
  await untilRow('nobody knows', `select from operation where state = 'UNKNOWN'`);
  await order(place, { codeService, phone: uniquePhone('8003') });
  await order(place, { codeService: 'OPF_SN_API_CASH_IN' });
  await untilRow('it is being sent', `select from operation where state = 'SENDING'`);
  await control('behaviour', { http503: true });
  await refund(place, transactionId);
  const refunding = `select from operation where id = $1 and state = 'REFUNDING'`;
  await untilRow('it is being given back', refunding, [transactionId]);
}

/** A chat message whose file is kept, as nobody knows yet whether it was delivered. */
async function sendPicture(place: FillContext): Promise<void> {
  await order(place, {
    codeService: 'CHAT_MESSAGING',
    phone: `+221${uniquePhone('8007')}`,
    amount: undefined,
    message: 'Bonjour',
    attachedMediaName: 'Photo',
    attachedMediaExtension: '.png',
    attachedMedia: Buffer.from('89504e470d0a1a0a', 'hex').toString('base64'),
  });
}
