// Statements of providers, drafts, reports, incidents, alerts, proofs, and what people keep of the
// pages.

import assert from 'node:assert/strict';
import { meet, well, type User } from '../../crash/back-office/person.ts';
import { sendRequest, uniquePhone, until, type Json } from '../../harness/index.ts';
import { createAuthenticator } from '../../../gateway/src/node/portal/testing/authenticator.ts';
import { untilStatus } from '../../harness/payment.ts';
import { order } from './payments.ts';
import type { FillContext } from './fill-context.ts';

/** Digits whose line in the statement differs from what was executed. */
const differing = ['8011', '8012', '8013', '8014', '8015', '8016', '8017'];

const dayMs = 86_400_000;

export async function reconcile(place: FillContext): Promise<void> {
  const { admin, client, installation } = place;
  const [pending, ...paid] = await Promise.all(
    ['0000', ...differing].map((digits) =>
      order(place, { codeService: 'OPA_SN_API_CASH_IN', phone: uniquePhone(digits) }),
    ),
  );
  for (const { id } of [pending!, ...paid]) await untilStatus(client, id, 'SUCCESS');
  const statementOf = async (account: string): Promise<string> => {
    const path = `control/statement?account=${account}`;
    return (await sendRequest(`${installation.simulatorUrl}/${path}`)).text;
  };
  const text = await statementOf('JOKKO-OPA-SN');
  const told = text
    .split('\r\n')
    .map((line) => (line.includes(pending!.phone) ? line.replace('SUCCESS', 'PENDING') : line));
  const unreadable = '?;?;?,?,?,?,?,?,?,?';
  const broken = [...told.filter((line) => line !== ''), unreadable, ''].join('\n');
  const { id, mapping } = await preview(place, 'OPA_SN', 'releve.csv', broken);
  const fee = { percent: '2', fixed: '0' };
  await takeIn(place, id, { ...mapping, fees: { in: fee, out: fee } }, 'done');
  await workOn(place, id);
  const torn = [told[0]!, ...Array<string>(5).fill(unreadable), ''].join('\n');
  const failing = await preview(place, 'OPA_SN', 'dechire.csv', torn);
  await takeIn(place, failing.id, failing.mapping, 'failed');
  const again = await preview(place, 'OPA_SN', 'retire.csv', `${text}\n`);
  await takeIn(place, again.id, again.mapping, 'done');
  well(await admin.insist('operator/reconciliation/withdraw', { id: again.id }));
  await upload(place, 'OPA_SN', 'en-cours.csv', text.slice(0, 200));
  await preview(place, 'OPA_SN', 'autre.csv', text.replaceAll('JOKKO', 'AUTRE').slice(0, 600));
  for (const direction of ['in', 'out']) {
    const rule = { route: 'OPA_SN', note: 'frais convenus', direction, ...fee };
    well(await admin.insist('operator/reconciliation-rules', rule));
  }
  const late = (await statementOf('JOKKO-OPC-SN')).replace(
    /(?<=SUCCESS,)\d{4}-\d{2}-\d{2}/,
    (day) => new Date(Date.parse(day) - dayMs).toISOString().slice(0, 10),
  );
  const other = await preview(place, 'OPC_SN', 'opc.csv', late);
  await takeIn(place, other.id, other.mapping, 'done');
}

async function upload(
  { admin }: FillContext,
  route: string,
  name: string,
  content: string,
): Promise<number> {
  const { id } = well(await admin.insist('operator/reconciliation/upload', { route, name }));
  const piece = `operator/reconciliation/piece?id=${id}&number=0`;
  well(await admin.insist(piece, Buffer.from(content)));
  return id as number;
}

async function preview(
  place: FillContext,
  route: string,
  name: string,
  content: string,
): Promise<{ id: number; mapping: Json }> {
  const id = await upload(place, route, name, content);
  const seen = await place.admin.insist('operator/reconciliation/preview', { id, mapping: null });
  return { id, mapping: well(seen).mapping as Json };
}

async function takeIn(
  { admin }: FillContext,
  id: number,
  mapping: Json,
  end: string,
): Promise<void> {
  const body = { id, mapping, from: null, until: null, balances: [] };
  const { faults } = well(await admin.insist('operator/reconciliation/begin', body));
  assert.deepEqual(faults, []);
  const isOver = async (): Promise<boolean> =>
    (await admin.get(`operator/reconciliation/${id}`)).state === end;
  await until(`statement ${id} is ${end}`, isOver, { timeoutMs: 120_000 });
}

/** A difference that is explained, one that is resolved, and one that is open again. */
async function workOn({ admin }: FillContext, id: number): Promise<void> {
  const { items } = await admin.get(`operator/reconciliation/${id}/discrepancies`);
  const [first, second, third] = items as Json[];
  const close = 'operator/reconciliation-discrepancies/close';
  well(await admin.insist(close, { ids: [first.id], to: 'explained', note: 'frais' }));
  well(await admin.insist(close, { ids: [second.id], to: 'resolved', note: 'rendu' }));
  for (const to of ['resolved', 'open']) {
    const note = { id: third.id, to, note: 'à revoir', approvalRequestId: null };
    well(await admin.insist('operator/reconciliation-discrepancies/note', note));
  }
}

export async function draft({ admin, approve }: FillContext): Promise<void> {
  const code = 'OPF_SN_API_CASH_OUT';
  const open = async (title: string): Promise<{ id: number; revision: number }> => {
    const { id } = well(
      await admin.insist('operator/drafts', { kind: 'catalogue', title, from: null }),
    );
    const { revision, services } = await admin.get(`operator/drafts/catalogue/${id}`);
    const entry = { ...services.find((each: Json) => each.code === code), maximum: '1900000' };
    well(await admin.insist('operator/drafts/service', { id, revision, code, entry }));
    return {
      id,
      revision: (await admin.get(`operator/drafts/catalogue/${id}`)).revision as number,
    };
  };
  await open('en cours');
  const dropped = await open('abandonné');
  well(await admin.insist('operator/drafts/drop', { kind: 'catalogue', ...dropped }));
  const published = await open('publié');
  const asked = well(
    await admin.insist('operator/drafts/publish', {
      kind: 'catalogue',
      ...published,
      reason: 'plafond',
    }),
  );
  await approve(asked.approvalRequestId as number);
  well(await admin.insist('operator/drafts', { kind: 'sms-routing', title: 'sms', from: null }));
}

export async function schedule({ admin }: FillContext): Promise<void> {
  const plain = { by: null, language: 'fr', address: 'direction@example.sn' };
  const reports = [
    { ...plain, report: 'morningProof', form: 'pdf', every: 'day' },
    { ...plain, report: 'settlements', form: 'plain', every: 'week', language: 'en' },
    { ...plain, report: 'revenue', by: 'service', form: 'xlsx', every: 'month' },
    { ...plain, report: 'revenue', by: 'route', form: 'excel', every: 'month' },
    { ...plain, report: 'revenue', by: 'developer', form: 'pdf', every: 'week' },
    { ...plain, report: 'revenue', by: 'day', form: 'pdf', every: 'month' },
  ];
  for (const report of reports) well(await admin.insist('operator/report-schedules', report));
}

export async function tell(place: FillContext): Promise<void> {
  const { admin, owner, installation, receiver } = place;
  const text = { textFr: 'Lent.', textEn: 'Slow.' };
  const incident = {
    titleFr: 'Lenteurs',
    titleEn: 'Slowness',
    ...text,
    route: 'OPA_SN',
    services: ['OPA_SN_API_CASH_IN'],
    sms: false,
  };
  const { id } = well(await admin.insist('operator/incidents', incident));
  well(await admin.insist('operator/incidents/update', { id, ...text, resolve: false }));
  well(await owner.insist('incidents/dismiss', { id }));
  for (const language of ['fr', 'en'])
    await sendRequest(`${installation.baseUrl}/portal/api/public-status/subscribe`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: installation.baseUrl },
      body: JSON.stringify({ email: `${language}@example.sn`, language }),
    });
  const { version, settings, users } = await admin.get('operator/alert-settings');
  const people = (users as Json[]).map(({ id }, index) => ({
    userId: id,
    level: index === 0 ? 1 : 2,
    email: true,
    phone: '+221770000011',
  }));
  const { accountId, app } = await openOwnAccount(installation);
  const sms = { accountId, app, sender: 'JOKKO' };
  const changed = { version, settings: { ...settings, people, sms }, webhook: receiver.url };
  well(await admin.insist('operator/alert-settings', changed));
}

/** The operator's own account, which pays for alerts by SMS: it has no key for payments. */
async function openOwnAccount({
  cli,
}: FillContext['installation']): Promise<{ accountId: number; app: string }> {
  const { accountId, apiKey } = await cli<{ accountId: number; apiKey: string }>([
    'account',
    'create',
    '--name',
    'Exploitation',
    '--fund',
    '10000',
  ]);
  await cli(['key', 'revoke', apiKey.split('_').slice(0, 3).join('_')]);
  const { appId } = await cli<{ appId: string }>(['sms-app', 'create', String(accountId)]);
  return { accountId, app: appId };
}

/** A second factor of another kind, and what each person chose. */
export async function keep({
  owner,
  treasurer,
  admin,
  installation,
  shop,
}: FillContext): Promise<void> {
  const phone = createAuthenticator(installation.baseUrl);
  const { options } = well(await owner.insist('passkeys/options', {}));
  const response = phone.make(options.challenge);
  well(await owner.insist('passkeys', { name: 'Téléphone', response }));
  const theme = (user: User, name: string, language: string) =>
    user.insist('me', { theme: name, language });
  well(await theme(owner, 'dark', 'fr'));
  well(await theme(treasurer, 'light', 'en'));
  well(await owner.insist('mail-topics', { off: ['approvals', 'claims', 'balance'] }));
  well(
    await owner.insist('saved-filters/save', {
      list: 'transactions',
      name: 'Lentes',
      search: 'state=PENDING',
    }),
  );
  well(await owner.insist('balance-limits', { currency: 'XOF', minimum: 1000 }));
  well(
    await admin.insist('operator/developers/note', {
      id: installation.accountId,
      text: 'Appelle le lundi',
    }),
  );
  const { accountId } = shop;
  const invitations: [string, string[]][] = [
    ['aide', ['operator', 'invite', 'aide@example.sn', '--role', 'support']],
    ['curieux', ['operator', 'invite', 'curieux@example.sn', '--role', 'viewer']],
    ['auditeur', ['operator', 'invite', 'auditeur@example.sn', '--role', 'auditor']],
    ['codeur', ['account', 'invite', `${accountId}`, 'codeur@example.sn', '--role', 'developer']],
    ['lecteur', ['account', 'invite', `${accountId}`, 'lecteur@example.sn', '--role', 'viewer']],
    ['chef', ['account', 'invite', `${accountId}`, 'chef@example.sn', '--role', 'admin']],
  ];
  const deps = { nodes: () => [installation.baseUrl], random: () => 0 };
  await Promise.all(
    invitations.map(async ([name, words]) => {
      const { link } = await installation.cli<{ link: string }>(words);
      await meet(deps, name, link);
    }),
  );
  await installation.cli(['operator', 'reset', 'curieux@example.sn']);
  await installation.cli(['operator', 'invite', 'personne@example.sn', '--role', 'viewer']);
  well(
    await owner.insist('team/invite', {
      email: 'dev@example.sn',
      role: 'developer',
      countries: ['SN'],
    }),
  );
}
