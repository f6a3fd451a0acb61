// Books what goes through a bank account of ours, as two users of the operator and those of a
// developer do it: deposits, moves of floats, settlements.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { operatorBrowser, seatedBrowser } from '../../../node/portal/testing/operator.ts';
import { startPortal, type Browser, type Portal } from '../../../node/portal/testing/portal.ts';

/** Through which account, the bank's reference, and the value date. */
export interface Through {
  bankAccountId?: number | null;
  reference?: string;
  valueDate: string;
}

export interface BankBook {
  portal: Portal;
  first: Browser;
  accountId: number;
  openBank(more?: object): Promise<number>;
  deposit(amount: string, through: Through): Promise<void>;
  moveFloat(amount: string, through: Through): Promise<void>;
  /** That the bank has not paid yet. Answers its number. */
  approvedSettlement(amount: string): Promise<number>;
  /** Answers its number. */
  settle(amount: string, through: Through): Promise<number>;
  sendBack(settlementId: number): Promise<void>;
  /** `2026-11-21`; so many days from now. */
  day(days: number): Promise<string>;
}

const currency = 'XOF';
const bank = {
  kind: 'bank',
  holder: 'Teranga SARL',
  institution: 'CBAO',
  country: 'SN',
  number: 'SN08SN0100152000048500003035',
};

const numberOf = ({ json, status }: Awaited<ReturnType<Browser['post']>>): number => {
  assert.equal(status, 200, JSON.stringify(json));
  return (json as { id: number }).id;
};

export async function openBankBook(): Promise<BankBook> {
  const portal = await startPortal();
  const first = await operatorBrowser(portal, 'Awa');
  const second = await operatorBrowser(portal, 'Moussa');
  const asked = async (path: string, body: object): Promise<number> =>
    numberOf(await first.post(path, body));
  const terms = { name: 'Teranga', currency, language: 'fr', allServices: false };
  const accountId = await asked('operator/developers', terms);
  const { owner, destination } = await openDeveloper(portal, accountId);
  const approve = async (id: number): Promise<void> => {
    const path = 'operator/approval-requests/approve';
    const { json } = (await second.post(path, { id, note: '' })) as { json: { state: string } };
    assert.equal(json.state, 'done');
  };
  const approvedSettlement = async (amount: string): Promise<number> => {
    const order = { key: randomUUID(), currency, amount, destinationId: destination };
    const id = numberOf(await owner.post('settlements', order));
    await approve(await asked('operator/settlements/approve', { id, reason: 'vu' }));
    // The bank pays on no day before it is asked for.
    await portal.db.sql(
      `update settlement set requested_at = requested_at - interval '30 days' where id = ${id}`,
    );
    return id;
  };
  return {
    portal,
    first,
    accountId,
    approvedSettlement,
    openBank: async (more = {}) => {
      const account = { name: 'Exploitation', bank: 'CBAO', number: 'SN012', currency, ...more };
      return asked('operator/bank-accounts', account);
    },
    deposit: async (amount, through) => {
      const body = { key: randomUUID(), accountId, currency, amount, reason: 'dépôt', ...through };
      await approve(await asked('operator/fund', body));
    },
    moveFloat: async (amount, { reference = 'VIR', ...through }) => {
      const body = { key: randomUUID(), route: 'OPA_SN', currency, amount, reason: 'réserve' };
      await approve(await asked('operator/floats', { ...body, reference, ...through }));
    },
    settle: async (amount, { reference = 'VIR', ...through }) => {
      const id = await approvedSettlement(amount);
      await asked('operator/settlements/pay', { id, reference, ...through });
      return id;
    },
    sendBack: async (id) =>
      approve(await asked('operator/settlements/return', { id, reason: 'revenu' })),
    day: async (days) => {
      const text = `select ((jokko_now() at time zone 'UTC')::date + $1::integer)::text as day`;
      const statement = { name: 'day_of_bank_book', text };
      const [row] = await portal.db.database.query<{ day: string }>(statement, [days]);
      return row!.day;
    },
  };
}

/** Its owner, and the bank account where it is paid, which has rested. */
async function openDeveloper(
  portal: Portal,
  accountId: number,
): Promise<{ owner: Browser; destination: number }> {
  const seat = { side: 'developer', accountId, countries: null } as const;
  const owner = await seatedBrowser(portal, 'Binta', { ...seat, role: 'owner' });
  const treasurer = await seatedBrowser(portal, 'Cheikh', { ...seat, role: 'finance' });
  const destination = numberOf(await owner.post('settlements/destinations', bank));
  await treasurer.post('settlements/destinations/confirm', { id: destination });
  await portal.db.sql(`update payout_destination set added_at = added_at - interval '60 days',
      confirmed_at = confirmed_at - interval '60 days',
        usable_from = usable_from - interval '60 days'`);
  return { owner, destination };
}
