// Creates the operator data of the visual tests: approval requests of every kind, drafts, a claim
// in progress, a reconciled statement, a paid settlement.

import { randomUUID } from 'node:crypto';
import { until, type HostedInstallation } from '../../harness/index.ts';
import { enter, type Caller } from './caller.ts';

export interface BackOffice {
  admin: Caller;
  finance: Caller;
}

/** The first operator by the printed link, and a colleague for money; both with a second factor. */
export async function beginBackOffice(installation: HostedInstallation): Promise<BackOffice> {
  const { firstOperatorLink } = installation.nodes[0]!.details;
  const first = { email: 'ousmane.diop@jokko.example', name: 'Ousmane Diop' };
  const admin = await enter(installation, first, {
    firstOperator: new URL(firstOperatorLink!).hash.slice(1),
  });
  await admin.addApp();
  const second = { email: 'fatou.sow@jokko.example', name: 'Fatou Sow' };
  // Whoever brought somebody in does not count as another user than them.
  const { link } = await installation.cli<{ link: string }>([
    'operator',
    'invite',
    second.email,
    '--role',
    'finance',
  ]);
  const finance = await enter(installation, second, { invitation: new URL(link).hash.slice(1) });
  await finance.addApp();
  return { admin, finance };
}

/** The other user agrees to what was asked for last. */
async function approveLast({ finance }: BackOffice): Promise<void> {
  const { items } = await finance.get<{ items: { id: number }[] }>(
    'operator/approval-requests?state=open',
  );
  await finance.post('operator/approval-requests/approve', {
    id: items[0]!.id,
    note: 'REF 2026-201',
  });
}

/**
 * A top-up that is done and one that waits, a correction that was refused, a reserve at a provider,
 * a service that is closed.
 */
export async function moveMoney(
  backOffice: BackOffice,
  accountId: number,
  closedService: string,
): Promise<void> {
  const { admin, finance } = backOffice;
  const money = { accountId, currency: 'XOF', reason: 'VIR-2026-0101' };
  await admin.post('operator/fund', { ...money, key: randomUUID(), amount: '500000' });
  await approveLast(backOffice);
  await admin.post('operator/adjust', {
    ...money,
    key: randomUUID(),
    amount: '-1250',
    reason: 'REF 2026-202',
  });
  const { items } = await finance.get<{ items: { id: number }[] }>(
    'operator/approval-requests?state=open',
  );
  await finance.post('operator/approval-requests/refuse', {
    id: items[0]!.id,
    note: 'REF 2026-203',
  });
  const bank = {
    currency: 'XOF',
    valueDate: new Date().toISOString().slice(0, 10),
    reason: 'REF 2026-204',
  };
  await admin.post('operator/floats', {
    key: randomUUID(),
    route: 'OPC_SN',
    ...bank,
    amount: '1000000',
    reference: 'VIR-2026-0102',
  });
  await approveLast(backOffice);
  await admin.post('operator/fund', {
    ...money,
    key: randomUUID(),
    amount: '75000',
    reason: 'VIR-2026-0103',
  });
  await admin.post('operator/developers/service', {
    id: accountId,
    code: closedService,
    active: false,
  });
  await admin.post('operator/developers', {
    name: 'Wave & Fils SARL',
    currency: 'XAF',
    language: 'fr',
    allServices: false,
  });
}

/**
 * A version that two users put in force, a draft that waits for the second one, an error in the
 * operator's own words.
 */
export async function changeCatalogue(backOffice: BackOffice): Promise<number> {
  await sayOtherwise(backOffice);
  const first = await draft(backOffice, '2026-12', 1.25);
  await backOffice.admin.post('operator/drafts/publish', { ...first, reason: 'REF 2026-205' });
  await approveLast(backOffice);
  const second = await draft(backOffice, '2027-01', 1.5);
  await backOffice.admin.post('operator/drafts/publish', { ...second, reason: 'REF 2026-206' });
  return second.id;
}

/** An error without places for values, in the operator's own words. */
async function sayOtherwise({ admin }: BackOffice): Promise<void> {
  const { items } = await admin.get<{
    items: { id: number | null; original: { fr: string; en: string } }[];
  }>('operator/error-texts');
  const { id, original } = items.find(
    (item) => item.id !== null && !item.original.fr.includes('__'),
  )!;
  await admin.post('operator/error-texts', {
    id,
    fr: `${original.fr} (2026)`,
    en: `${original.en} (2026)`,
  });
}

async function draft(
  { admin }: BackOffice,
  title: string,
  percent: number,
): Promise<{ id: number; revision: number; kind: string }> {
  const { id } = await admin.post<{ id: number }>('operator/drafts', {
    kind: 'catalogue',
    title,
    from: null,
  });
  const { text } = await admin.get<{ text: string }>(`operator/drafts/catalogue/${id}/text`);
  const { revision } = await admin.get<{ revision: number }>(`operator/drafts/catalogue/${id}`);
  const document = JSON.parse(text) as { services: { code: string; price?: object }[] };
  document.services.find(({ code }) => code === 'OPC_SN_API_CASH_OUT')!.price = { percent };
  const changed = { id, revision, kind: 'catalogue', text: JSON.stringify(document) };
  const answer = await admin.post<{ revision: number }>('operator/drafts/text', changed);
  return { id, revision: answer.revision, kind: 'catalogue' };
}

/** The provider's own statement is taken in; answers its number. */
export async function reconcile(
  { finance }: BackOffice,
  { simulatorUrl }: HostedInstallation,
): Promise<number> {
  const statement = await (
    await fetch(`${simulatorUrl}/control/statement?account=JOKKO-OPC-SN`)
  ).text();
  const { id } = await finance.post<{ id: number }>('operator/reconciliation/upload', {
    route: 'OPC_SN',
    name: 'OPC-SN-2026-11.csv',
  });
  await finance.send(`operator/reconciliation/piece?id=${id}&number=0`, statement);
  const { mapping } = await finance.post<{ mapping: object }>('operator/reconciliation/preview', {
    id,
    mapping: null,
  });
  await finance.post('operator/reconciliation/begin', {
    id,
    mapping,
    from: null,
    until: null,
    balances: [],
  });
  const state = async (): Promise<unknown> =>
    (await finance.get(`operator/reconciliation/${id}`))['state'];
  await until('the statement is reconciled', async () => (await state()) === 'done', {
    timeoutMs: 240_000,
  });
  return id;
}

/** One settlement goes all its way, another one waits for its second user. */
export async function settle(backOffice: BackOffice, first: number, second: number): Promise<void> {
  const { admin, finance } = backOffice;
  await admin.post('operator/settlements/approve', { id: first, reason: 'REF 2026-207' });
  await approveLast(backOffice);
  await finance.post('operator/settlements/files');
  const valueDate = new Date(Date.now() + dayMs).toISOString().slice(0, 10);
  await finance.post('operator/settlements/pay', {
    id: first,
    reference: 'VIR-2026-0104',
    valueDate,
  });
  await admin.post('operator/settlements/approve', { id: second, reason: 'REF 2026-208' });
}

/** The visual's clock is a day ahead. */
const dayMs = 86_400_000;

/** A price plan with some services. */
export async function makePlan({ admin }: BackOffice): Promise<number> {
  const { services } = await admin.get<{ services: { code: string }[] }>(
    'operator/price-plan-services',
  );
  const price = { percent: '1.5', fixed: '25', minimum: null, maximum: null };
  const { id } = await admin.post<{ id: number }>('operator/price-plans', {
    name: 'REF 2026-210',
    rateLimit: 20,
    services: services.slice(0, 5).map(({ code }, index) => ({
      code,
      price: index === 0 ? null : price,
    })),
  });
  return id;
}
