// Route by which the operator opens an account for a developer. Nothing secret is answered: the
// first member makes the key and reads the webhook secret.

import { currencyDecimals } from '@jokko/contract';
import type { Database } from '../../platform/db/database.ts';
import type { Secrets } from '../../platform/secrets/index.ts';
import { openAccount } from '../../payments/accounts/index.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { actorOf } from '../../platform/http/portal/caller.ts';
import { conflict, refuseField } from '../../platform/http/portal/refused.ts';

export function newDeveloperHandlers({
  database,
  secrets,
}: {
  database: Database;
  secrets: Secrets;
}) {
  return {
    async 'POST operator/developers'({
      body: { name, currency, language, allServices },
      caller: { session },
      visit,
    }) {
      if (!Object.hasOwn(currencyDecimals, currency)) return refuseField('currency', 'notAllowed');
      const account = {
        name: name.trim(),
        currency,
        language,
        activate: allServices ? 'all' : 'none',
      } as const;
      if (account.name === '') return refuseField('name', 'empty');
      const opened = await openAccount(database, secrets, actorOf(session.user, visit), account);
      if (!opened.ok) return conflict;
      return { ok: true, answer: { id: opened.accountId } };
    },
  } satisfies Partial<Handlers>;
}
