// What have the operator's people of the gallery done? Wishes of every kind, drafts, a claim taken up, a statement reconciled, a settlement paid.

import { randomUUID } from 'node:crypto';
import { until, type Installation } from '../../harness/index.ts';
import { enter, type Caller } from './caller.ts';

export interface Desk {
  admin: Caller;
  finance: Caller;
}

/** The first operator by the printed link, and a colleague for money; both with a second factor. */
export async function beginDesk(installation: Installation): Promise<Desk> {
  const { firstOperatorLink } = installation.nodes[0]!.facts;
  const first = { email: 'ousmane.diop@jokko.example', name: 'Ousmane Diop' };
  const admin = await enter(installation, first, { firstOperator: new URL(firstOperatorLink!).hash.slice(1) });
  await admin.addApp();
  const second = { email: 'fatou.sow@jokko.example', name: 'Fatou Sow' };
  // Whoever brought somebody in does not count as another person than them.
  const { link } = await installation.cli<{ link: string }>(['operator', 'invite', second.email, '--role', 'finance']);
  const finance = await enter(installation, second, { invitation: new URL(link).hash.slice(1) });
  await finance.addApp();
  return { admin, finance };
}

/** The other person agrees to what was asked for last. */
async function approveLast({ finance }: Desk): Promise<void> {
  const { items } = await finance.get<{ items: { id: number }[] }>('operator/wishes?state=open');
  await finance.post('operator/wishes/approve', { id: items[0]!.id, note: 'REF 2026-201' });
}

/** A top-up that is done and one that waits, a correction that was refused, a reserve at a provider, a service that is closed. */
export async function moveMoney(desk: Desk, accountId: number, closedService: string): Promise<void> {
  const { admin, finance } = desk;
  const money = { accountId, currency: 'XOF', reason: 'VIR-2026-0101' };
  await admin.post('operator/fund', { ...money, key: randomUUID(), amount: '500000' });
  await approveLast(desk);
  await admin.post('operator/adjust', { ...money, key: randomUUID(), amount: '-1250', reason: 'REF 2026-202' });
  const { items } = await finance.get<{ items: { id: number }[] }>('operator/wishes?state=open');
  await finance.post('operator/wishes/refuse', { id: items[0]!.id, note: 'REF 2026-203' });
  const bank = { currency: 'XOF', valueDate: new Date().toISOString().slice(0, 10), reason: 'REF 2026-204' };
  await admin.post('operator/floats', { key: randomUUID(), route: 'OPC_SN', ...bank, amount: '1000000', reference: 'VIR-2026-0102' });
  await approveLast(desk);
  await admin.post('operator/fund', { ...money, key: randomUUID(), amount: '75000', reason: 'VIR-2026-0103' });
  await admin.post('operator/developers/service', { id: accountId, code: closedService, active: false });
  await admin.post('operator/developers', { name: 'Wave & Fils SARL', currency: 'XAF', language: 'fr', allServices: false });
}

/** A version that two persons put in force, a draft that waits for the second one, an error in the operator's own words. */
export async function changeCatalogue(desk: Desk): Promise<number> {
  await sayOtherwise(desk);
  const first = await draft(desk, '2026-12', 1.25);
  await desk.admin.post('operator/drafts/publish', { ...first, reason: 'REF 2026-205' });
  await approveLast(desk);
  const second = await draft(desk, '2027-01', 1.5);
  await desk.admin.post('operator/drafts/publish', { ...second, reason: 'REF 2026-206' });
  return second.id;
}

/** An error without places for values, in the operator's own words. */
async function sayOtherwise({ admin }: Desk): Promise<void> {
  const { items } = await admin.get<{ items: { id: number | null; original: { fr: string; en: string } }[] }>('operator/error-texts');
  const { id, original } = items.find((item) => item.id !== null && !item.original.fr.includes('__'))!;
  await admin.post('operator/error-texts', { id, fr: `${original.fr} (2026)`, en: `${original.en} (2026)` });
}

async function draft({ admin }: Desk, title: string, percent: number): Promise<{ id: number; revision: number; kind: string }> {
  const { id } = await admin.post<{ id: number }>('operator/drafts', { kind: 'catalogue', title, from: null });
  const { text } = await admin.get<{ text: string }>(`operator/drafts/catalogue/${id}/text`);
  const { revision } = await admin.get<{ revision: number }>(`operator/drafts/catalogue/${id}`);
  const document = JSON.parse(text) as { services: { code: string; price?: object }[] };
  document.services.find(({ code }) => code === 'OPC_SN_API_CASH_OUT')!.price = { percent };
  const changed = { id, revision, kind: 'catalogue', text: JSON.stringify(document) };
  const answer = await admin.post<{ revision: number }>('operator/drafts/text', changed);
  return { id, revision: answer.revision, kind: 'catalogue' };
}

/** The provider's own statement is taken in; answers its number. */
export async function reconcile({ finance }: Desk, { simulatorUrl }: Installation): Promise<number> {
  const statement = await (await fetch(`${simulatorUrl}/control/statement?account=JOKKO-OPC-SN`)).text();
  const { id } = await finance.post<{ id: number }>('operator/reconciliation/upload', { route: 'OPC_SN', name: 'OPC-SN-2026-11.csv' });
  await finance.send(`operator/reconciliation/piece?id=${id}&number=0`, statement);
  const { mapping } = await finance.post<{ mapping: object }>('operator/reconciliation/preview', { id, mapping: null });
  await finance.post('operator/reconciliation/begin', { id, mapping, from: null, until: null, balances: [] });
  const state = async (): Promise<unknown> => (await finance.get(`operator/reconciliation/${id}`))['state'];
  await until('the statement is reconciled', async () => (await state()) === 'done', { timeoutMs: 20_000 });
  return id;
}

/** One settlement goes all its way, another one waits for its second person. */
export async function settle(desk: Desk, first: number, second: number): Promise<void> {
  const { admin, finance } = desk;
  await admin.post('operator/settlements/approve', { id: first, reason: 'REF 2026-207' });
  await approveLast(desk);
  await finance.post('operator/settlements/files');
  const valueDate = new Date(Date.now() + dayMs).toISOString().slice(0, 10);
  await finance.post('operator/settlements/pay', { id: first, reference: 'VIR-2026-0104', valueDate });
  await admin.post('operator/settlements/approve', { id: second, reason: 'REF 2026-208' });
}

/** The gallery's clock is a day ahead. */
const dayMs = 86_400_000;
