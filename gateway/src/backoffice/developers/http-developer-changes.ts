// Routes by which the operator opens, suspends and configures a developer's account.

import type { Database } from '../../platform/db/database.ts';
import type { Secrets } from '../../platform/secrets/index.ts';
import { setAccount, setAccountService, suspendAccount } from '../../payments/accounts/index.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { actorOf } from '../../platform/http/portal/caller.ts';
import { notFound } from '../../platform/http/portal/refused.ts';
import { newDeveloperHandlers } from './http-new-developer.ts';

const done = (found: boolean) => (found ? { ok: true as const, answer: {} } : notFound);

export function developerChangeHandlers({
  database,
  secrets,
}: {
  database: Database;
  secrets: Secrets;
}) {
  return {
    'POST operator/developers/suspend': async ({
      body: { id: accountId, suspended, reason },
      caller: { session },
      visit,
    }) =>
      done(
        await suspendAccount(database, actorOf(session.user, visit), {
          accountId,
          suspended,
          reason,
        }),
      ),
    async 'POST operator/developers/settings'({
      body: { id, ...settings },
      caller: { session },
      visit,
    }) {
      return done((await setAccount(database, id, settings, actorOf(session.user, visit))).ok);
    },
    'POST operator/developers/service': async ({
      body: { id: accountId, code, active },
      caller: { session },
      visit,
    }) =>
      done(
        (await setAccountService(database, actorOf(session.user, visit), {
          accountId,
          code,
          active,
        })) === 'done',
      ),
    ...newDeveloperHandlers({ database, secrets }),
  } satisfies Partial<Handlers>;
}
