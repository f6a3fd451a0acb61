// Routes of the operator's alerts and of their settings.

import { readMsisdn, type AddressProblem } from '@jokko/contract';
import type { RouteBody } from '@jokko/contract/portal';
import type { Database, Statement } from '../../platform/db/database.ts';
import type { Mode } from '../../platform/db/mode.ts';
import { loadCarrierBalances } from '../../messaging/carrier-balances/index.ts';
import { keyIdText } from '../../payments/accounts/index.ts';
import { shownAddress } from '../../platform/http/portal/shown-address.ts';
import { environment } from '../../platform/environment.ts';
import { cutPage, pageRowsRead } from '../../platform/http/page.ts';
import { actorOf, type Membership } from '../../platform/http/portal/caller.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import {
  notFound,
  refuse,
  refuseAddress,
  refuseField,
  refuseTries,
} from '../../platform/http/portal/refused.ts';
import type { Secrets } from '../../platform/secrets/index.ts';
import { compose, type Senders } from '../notifications/index.ts';
import { alertTestBy, countLoginAttempt } from '../users/index.ts';
import { listPayingApps } from './paying-account.ts';
import {
  acknowledge,
  changeSettings,
  countOpen,
  listAlerts,
  readSettings,
  readWebhook,
} from './index.ts';

export interface AlertHandlersDeps {
  database: Database;
  secrets: Secrets;
  mails: boolean;
  mode: Mode;
  /** Names of the catalogue. */
  routes(): string[];
  /** Names of SMS connections whose carriers tell a balance. */
  smsConnections(): string[];
  /** The ways to people, for samples. */
  senders: Senders;
  /** What is wrong with the address of a webhook; null: nothing. */
  webhookProblem(url: string): AddressProblem | null;
}

const selectUsers: Statement = {
  name: 'select_users_for_alerts',
  text: `select u.id, u.name, u.email from portal_user u join membership m on m.user_id = u.id
    and m.side = 'operator' and m.ended_at is null
    where u.disabled_at is null order by u.name limit 200`,
};

export function alertHandlers(deps: AlertHandlersDeps) {
  const { database, mails } = deps;
  return {
    async 'GET operator/alerts'({ query: { state, rule, after } }) {
      const filter = { state, rule, after: after === undefined ? undefined : Number(after) };
      const [rows, open] = await Promise.all([
        listAlerts(database, filter, pageRowsRead),
        countOpen(database),
      ]);
      const { rows: items, next } = cutPage(rows, ({ id }) => id);
      return {
        ok: true,
        answer: { items, next, open: open.reduce((sum, { count }) => sum + count, 0), mails },
      };
    },
    async 'POST operator/alerts/acknowledge'({ body: { id }, caller: { session }, visit }) {
      const who = actorOf(session.user, visit);
      const result = await acknowledge(database, who, { id, userId: session.user.id });
      if (result === 'done') return { ok: true, answer: {} };
      return result === 'unknown' ? notFound : refuse('conflict');
    },
    ...settingsHandlers(deps),
  } satisfies Partial<Handlers>;
}

type Person = RouteBody<'POST operator/alert-settings'>['settings']['people'][number];

/** The phone in international form; '' for what is no such number. */
function withPhone(person: Person): Person {
  if (person.phone === null) return person;
  const digits = readMsisdn(person.phone, { acceptWithoutPlus: true });
  return { ...person, phone: digits === null ? '' : `+${digits}` };
}

/** The settings in force, with what can be chosen in them. */
async function readForm(
  { database, mails, mode, routes, smsConnections }: AlertHandlersDeps,
  membership: Membership,
) {
  const [inForce, webhook, users, apps, balances] = await Promise.all([
    readSettings(database),
    readWebhook(database),
    database.query<{ id: number; name: string; email: string }>(selectUsers),
    listPayingApps(database),
    loadCarrierBalances(database),
  ]);
  return {
    ...inForce,
    mails,
    users,
    webhook: webhook === null ? null : shownAddress(membership, 'operator', webhook.url),
    routes: routes(),
    smsConnections: smsConnections().map((name) => ({
      name,
      currency: balances.get(name)?.balance?.currency ?? null,
    })),
    smsApps: apps.map(({ id, accountId, account, name }) => ({
      accountId,
      account,
      name,
      app: keyIdText(mode, id, 'js'),
    })),
  };
}

function settingsHandlers(deps: AlertHandlersDeps) {
  const { database, secrets, senders, webhookProblem } = deps;
  return {
    async 'GET operator/alert-settings'({ caller: { membership } }) {
      return { ok: true, answer: await readForm(deps, membership) };
    },
    async 'POST operator/alert-settings'({ body, caller: { session }, visit }) {
      const problem = body.webhook === null ? null : webhookProblem(body.webhook);
      if (problem !== null) return refuseAddress('webhook', problem);
      const people = body.settings.people.map(withPhone);
      const wrong = people.find(({ phone }) => phone === '');
      if (wrong !== undefined) return refuseField(`${wrong.userId}.phone`, 'invalidPhone');
      const by = { who: actorOf(session.user, visit), userId: session.user.id };
      const settings = { ...body.settings, people };
      const changed = await changeSettings({ database, secrets }, by, { ...body, settings });
      return changed.ok
        ? { ok: true, answer: { version: changed.version, secret: changed.secret } }
        : changed;
    },
    async 'POST operator/alert-settings/test'({ body: { channel }, caller: { session }, visit }) {
      const { user } = session;
      const wait = await countLoginAttempt(database, alertTestBy(user.id));
      if (wait !== null) return refuseTries(wait);
      const { settings } = await readSettings(database);
      const phone = settings.people.find(({ userId }) => userId === user.id)?.phone ?? null;
      const address = { email: user.email, sms: phone, webhook: '' }[channel];
      const send = senders[channel];
      if (send === undefined || address === null)
        return { ok: true, answer: { problem: 'notSetUp' } };
      const { language } = user;
      const sample = { kind: 'test', parameters: {}, language } as const;
      const message = compose(sample, { baseUrl: visit.origin ?? 'http://localhost', token: null });
      const outcome = await send(address, message, { ...sample, id: environment.uuid() });
      return { ok: true, answer: { problem: outcome.type === 'sent' ? null : outcome.reason } };
    },
  } satisfies Partial<Handlers>;
}
