// Routes of the numbers that an application of the account no longer writes to.

import { readMsisdn } from '@jokko/contract';
import type { Routing } from '../routing/index.ts';
import { addOptOutsBy, findOwnApp, listOptOuts, removeOptOutBy } from './index.ts';
import type { Database } from '../../platform/db/database.ts';
import { cutPage, pageRowsRead } from '../../platform/http/page.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { actorOf } from '../../platform/http/portal/caller.ts';
import { notFound } from '../../platform/http/portal/refused.ts';
import { problemsShown } from './http-portal-sms-sending.ts';
import { readSilenced } from './number-fault.ts';

export function optOutHandlers({ database, routing }: { database: Database; routing(): Routing }) {
  return {
    async 'GET sms/opt-outs'({ query: { app: id, after = '0' }, caller: { membership } }) {
      if ((await findOwnApp(database, Number(id), membership.accountId)) === null) return notFound;
      const rows = await listOptOuts(database, Number(id), after, pageRowsRead);
      const { rows: shown, next } = cutPage(rows, ({ msisdn }) => msisdn);
      const items = shown.map(({ msisdn, source, created_at }) => ({
        msisdn: `+${msisdn}`,
        source,
        createdAt: created_at,
      }));
      return {
        ok: true,
        answer: { items, next },
      };
    },
    async 'POST sms/opt-outs'({
      body: { app: id, numbers },
      caller: { session, membership },
      visit,
    }) {
      const app = await findOwnApp(database, id, membership.accountId);
      if (app === null) return notFound;
      const plan = routing();
      const read = numbers.map((given) => ({ given, number: readSilenced(given, app, plan) }));
      const bad = read.filter(({ number }) => !number.ok).map(({ given }) => given);
      if (bad.length > 0)
        return { ok: true, answer: { added: 0, bad: bad.slice(0, problemsShown) } };
      const msisdns = new Set(read.flatMap(({ number }) => (number.ok ? number.msisdn : [])));
      const change = {
        who: actorOf(session.user, visit),
        accountId: membership.accountId,
        appId: id,
      };
      return {
        ok: true,
        answer: { added: await addOptOutsBy(database, change, [...msisdns]), bad: [] },
      };
    },
    async 'POST sms/opt-outs/remove'({
      body: { app: id, number },
      caller: { session, membership },
      visit,
    }) {
      const app = await findOwnApp(database, id, membership.accountId);
      const digits = app === null ? null : readMsisdn(number, app);
      const change = {
        who: actorOf(session.user, visit),
        accountId: membership.accountId,
        appId: id,
      };
      if (digits === null || !(await removeOptOutBy(database, change, digits))) return notFound;
      return { ok: true, answer: {} };
    },
  } satisfies Partial<Handlers>;
}
