// Routes of a developer's home.

import { toDecimalString, toJsonNumber } from '@jokko/contract';
import { readProgress, showKey } from '../../../domain/accounts/index.ts';
import { noteAuditOnce } from '../../../domain/audit/index.ts';
import { firstOrderOf, type Catalogue } from '../../../domain/catalogue/index.ts';
import { readStanding, standingMax } from '../../../domain/callbacks/index.ts';
import { loadBalances } from '../../../domain/ledger/index.ts';
import { readToday } from '../../../domain/operations/index.ts';
import { listLetIn, personOf, type PeopleDeps } from '../../../domain/people/index.ts';
import { showAppKey } from '../../../domain/sms/index.ts';
import type { Handlers } from '../handler.ts';
import { servicesSeenBy } from './transaction-filter.ts';

export function homeHandlers({ database, secrets }: PeopleDeps, catalogue: () => Catalogue) {
  return {
    async 'GET home'({ caller: { live, membership } }) {
      const { accountId, countries } = membership;
      const seen = servicesSeenBy(membership, catalogue());
      const [progress, standing, today, balances, letIn] = await Promise.all([
        readProgress(database, accountId),
        readStanding(database, accountId),
        readToday(database, accountId, live.person.timeZone, seen),
        loadBalances(database, [accountId]),
        listLetIn(database, accountId, live.person.id),
      ]);
      const { key, call, hmac, services } = progress;
      return {
        ok: true,
        answer: {
          steps: {
            key,
            call,
            callback: standing.delivered,
            hmac,
            services: services.filter((code) => seen?.includes(code) ?? true).length,
          },
          today: {
            ...{ since: today.since.toISOString(), whole: today.whole, succeeded: today.succeeded, failed: today.failed },
            volumes: today.volumes.map(({ currency, amount }) => ({ currency, amount: toDecimalString(amount) })),
          },
          balances:
            countries !== null
              ? null
              : balances
                  .map(({ currency, available, held }) => ({
                    currency,
                    available: toDecimalString(available),
                    held: toDecimalString(held),
                  }))
                  .toSorted((one, other) => (one.currency < other.currency ? -1 : 1)),
          letIn: letIn.map(({ at, ...each }) => ({ ...each, at: at.toISOString() })),
          callbacks: countries !== null ? null : { failing: standing.failing, parked: standing.parked, countedMax: standingMax },
        },
      };
    },
    'GET home/first-call': firstCallHandler({ database, secrets }, catalogue),
  } satisfies Partial<Handlers>;
}

function firstCallHandler({ database, secrets }: PeopleDeps, catalogue: () => Catalogue): Handlers['GET home/first-call'] {
  return async ({ caller: { live, membership }, visit }) => {
    const { accountId } = membership;
    const { services } = await readProgress(database, accountId);
    const order = firstOrderOf(catalogue(), services);
    const apiKey = await showKey(database, secrets, accountId);
    const appKey = await showAppKey(database, secrets, accountId);
    // Once for each session: the page is opened often, and a test key moves no money.
    const told = { who: personOf(live.person, visit), accountId, subject: `session/${live.id}` };
    if (apiKey !== null) await noteAuditOnce(database, { ...told, action: 'key.tell' });
    if (appKey !== null) await noteAuditOnce(database, { ...told, action: 'sms-app.tell' });
    return {
      ok: true,
      answer: {
        ...{ apiKey, appKey },
        order:
          order === null
            ? null
            : {
                ...{ codeService: order.service.code, name: order.service.name, phone: order.phone },
                ...{ amount: toJsonNumber(order.amount), currency: order.service.currency },
              },
      },
    };
  };
}
