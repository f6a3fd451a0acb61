// Fixture of the visual tests: one installation with data of every kind, created through public
// interfaces and the portal's own.

import assert from 'node:assert/strict';
import {
  advanceClock,
  createClient,
  payOut,
  startReceiver,
  until,
  type HostedInstallation,
  type Receiver,
} from '../../harness/index.ts';
import type { Harness } from '../harness.ts';
import { enter, type Caller } from './caller.ts';
import {
  askForMoney,
  beginDeveloper,
  pay,
  payMany,
  registerBank,
  sendTexts,
  senderName,
  untilPaid,
  workOn,
  type Developer,
} from './developer-life.ts';
import {
  beginBackOffice,
  changeCatalogue,
  makePlan,
  moveMoney,
  reconcile,
  settle,
  type BackOffice,
} from './operator-life.ts';

export interface Fixture {
  developer: Developer;
  backOffice: BackOffice;
  /** Somebody who reads that language and has not set up the second factor yet. */
  newcomer(language: 'fr' | 'en'): Promise<Caller>;
  /** Tokens of one-time links. */
  links: { invitation: string; firstOperator: string; reset: string };
  /** What addresses of pages need. */
  at: {
    paid: string;
    /** What became of it is not known. */
    unknown: string;
    disputed: { accountId: number; id: string };
    claim: string;
    batch: string;
    payout: number;
    settlement: number;
    draft: number;
    file: number;
    plan: number;
    /** The day of the morning proof. */
    proof: string;
  };
  /** The gateway's clock before the machine's. */
  aheadMs: number;
  /**
   * The names of accounts, routes and types of services; and the texts of errors, which are the
   * contract's.
   */
  names: string[];
  close(): Promise<void>;
}

/** Two refused look-ups and a caller is shut out, so that there is somebody to be seen. */
export const visualEnv = {
  JOKKO_LOOK_UPS_PER_MINUTE: '1',
  JOKKO_LOOK_UP_REFUSALS: '2',
  JOKKO_PUBLIC_STATUS: 'on',
};
const closedService = 'BANK_CARD_API_CASH_OUT';
const hourMs = 3_600_000;
/** A morning proof is made from six o'clock on (UTC). */
const proofHour = 7;
/**
 * What rests for a day shall be usable, and the books of this day be proven: how far the clock is
 * moved. Midnight may be near, so it is asked then.
 */
const untilProvenMs = (): number =>
  24 * hourMs + (new Date().getUTCHours() < proofHour ? proofHour * hourMs : 0);

export async function openFixture({ installation }: Harness): Promise<Fixture> {
  const receiver = await startReceiver();
  return fill(installation, receiver).catch(async (error: unknown) => {
    await receiver.close();
    throw error;
  });
}

async function fill(installation: HostedInstallation, receiver: Receiver): Promise<Fixture> {
  const gone = await startReceiver();
  await gone.close();
  const [developer, backOffice] = await Promise.all([
    beginDeveloper(installation),
    beginBackOffice(installation),
  ]);
  const { owner, colleague, accountId, apiKey } = developer;
  await backOffice.admin.post('operator/destinations/confirm', {
    id: await registerBank(developer),
  });
  const aheadMs = untilProvenMs();
  await advanceClock(installation, aheadMs / 1_000);
  // Sessions and proofs are from yesterday.
  await Promise.all(
    [owner, colleague, backOffice.admin, backOffice.finance].map((caller) => caller.signIn()),
  );
  await moveMoney(backOffice, accountId, closedService);
  const [payments, draft] = await Promise.all([
    pay(installation, developer, receiver, gone.url),
    changeCatalogue(backOffice),
  ]);
  const [claim, batch, payout, settlement] = await Promise.all([
    workOn(developer, payments, closedService),
    sendTexts(developer),
    payMany(developer),
    askForMoney(developer),
  ]);
  await backOffice.admin.post(`operator/claims/${claim}/move`, {
    to: 'IN_PROGRESS',
    comment: 'REF 2026-209',
  });
  await settle(backOffice, settlement, settlement + 1);
  const client = createClient(installation.baseUrl, apiKey);
  for (let time = 0; time < 4; time += 1) await client.status(payments.externalId);
  const [file, disputed] = await Promise.all([
    reconcile(backOffice, installation),
    takeBack(installation, backOffice, receiver),
    untilPaid(developer, payout),
  ]);
  const plan = await makePlan(backOffice);
  const proof = await untilProven(backOffice);
  const unknown = await payIntoTheDark(installation, developer, receiver.url);
  return {
    developer,
    backOffice,
    aheadMs,
    ...(await invite(installation)),
    at: {
      paid: payments.paid,
      unknown,
      disputed,
      claim,
      batch,
      payout,
      settlement,
      draft,
      file,
      plan,
      proof,
    },
    names: await readNames(backOffice),
    close: () => receiver.close(),
  };
}

/** The doctor looks at the books first. */
async function untilProven({ admin }: BackOffice): Promise<string> {
  const proven = await until('the morning proof is made', async () => {
    const { items } = await admin.get<{ items: { day: string }[] }>('operator/morning-proofs');
    return items[0];
  });
  return proven.day;
}

async function readNames({ admin }: BackOffice): Promise<string[]> {
  const [{ connectors, services }, { items }, errors] = await Promise.all([
    admin.get<{ connectors: { name: string }[]; services: Record<string, string>[] }>(
      'operator/documents/catalogue',
    ),
    admin.get<{ items: { name: string }[] }>('operator/developers'),
    admin.get<{ items: { original: { fr: string; en: string } }[] }>('operator/error-texts'),
  ]);
  const texts = errors.items.flatMap(({ original }) => [original.fr, original.en]);
  const types = services.flatMap(({ typeService, provider, kind }) => [
    typeService,
    provider,
    kind,
  ]);
  return [
    senderName,
    ...texts,
    ...[...connectors, ...items].map(({ name }) => name),
    ...types.filter((text) => text !== undefined),
  ];
}

/** People on the doorstep, and links that nobody has used yet. */
async function invite(
  installation: HostedInstallation,
): Promise<Pick<Fixture, 'newcomer' | 'links'>> {
  const tokenOf = (link: string): string => new URL(link).hash.slice(1);
  const ask = (email: string) =>
    installation.cli<{ link: string }>(['operator', 'invite', email, '--role', 'support']);
  let newcomers = 0;
  const [invited, reset] = await Promise.all([
    ask('demba.ba@jokko.example'),
    installation.cli<{ link: string }>(['operator', 'reset', 'fatou.sow@jokko.example']),
  ]);
  return {
    async newcomer(language) {
      const email = `khady.diouf.${(newcomers += 1)}@jokko.example`;
      return enter(
        installation,
        { email, name: 'Khady Diouf', language },
        { invitation: tokenOf((await ask(email)).link) },
      );
    },
    links: {
      invitation: tokenOf(invited.link),
      firstOperator: tokenOf(installation.nodes[0]!.details.firstOperatorLink!),
      reset: tokenOf(reset.link),
    },
  };
}

async function notifySimulator({ simulatorUrl }: HostedInstallation, order: object): Promise<void> {
  const answer = await fetch(`${simulatorUrl}/control/behaviour`, {
    method: 'POST',
    body: JSON.stringify(order),
  });
  assert.equal(answer.status, 200, await answer.text());
}

/** A provider takes a payment back whose money is spent already: a case that two users decide. */
async function takeBack(
  installation: HostedInstallation,
  { admin }: BackOffice,
  receiver: Receiver,
): Promise<{ accountId: number; id: string }> {
  const company = {
    name: 'Atelier Sahel SARL',
    currency: 'XOF',
    language: 'fr',
    allServices: true,
  };
  const { id: accountId } = await admin.post<{ id: number }>('operator/developers', company);
  const { apiKey } = await installation.cli<{ apiKey: string }>([
    'key',
    'create',
    String(accountId),
  ]);
  const client = createClient(installation.baseUrl, apiKey);
  const move = async (codeService: string, amount: number): Promise<string> => {
    const order = payOut({ codeService, amount, callbackUrl: receiver.url });
    const { json } = await client.operation(order);
    await receiver.waitFor(String(order['externalTransactionId']));
    return String(json.data.transactionId);
  };
  const id = await move('OPD_SN_WALLET_CASH_OUT', 5_000);
  await move('OPC_SN_API_CASH_IN', 4_500);
  const { attempts } = await admin.get<{ attempts: { ours: string }[] }>(
    `operator/transactions/${accountId}/${id}`,
  );
  await notifySimulator(installation, { reverse: attempts.at(-1)!.ours });
  const listed = async (): Promise<boolean> =>
    (await admin.get<{ items: unknown[] }>('operator/cases')).items.length > 0;
  await until('what was taken back is a case', listed, { timeoutMs: 240_000 });
  return { accountId, id };
}

/** No provider says anything any more: what became of this payment is not known. */
async function payIntoTheDark(
  installation: HostedInstallation,
  { apiKey }: Developer,
  callbackUrl: string,
): Promise<string> {
  await notifySimulator(installation, { http503: true });
  const { json } = await createClient(installation.baseUrl, apiKey).operation(
    payOut({ callbackUrl, amount: 5_400 }),
  );
  return String(json.data.transactionId);
}
