// Routes of a developer's home.

import { toJsonNumber } from '@jokko/contract';
import type { OperatorRole } from '@jokko/contract/portal';
import type { Database } from '../../platform/db/database.ts';
import type { Secrets } from '../../platform/secrets/index.ts';
import { readProgress, showKey } from '../../payments/accounts/index.ts';
import { noteAuditOnce } from '../../platform/audit/index.ts';
import { firstOrderOf, type Catalogue } from '../../payments/catalogue/index.ts';
import { readStanding, standingMax } from '../../payments/callbacks/index.ts';
import { loadBalances } from '../../payments/ledger/index.ts';
import { readToday, type AccountVolumeReader } from '../../payments/operations/index.ts';
import { listViews } from '../notices/index.ts';
import { listLetIn } from '../users/index.ts';
import { showAppKey } from '../../messaging/applications/index.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { servicesSeenBy } from '../../payments/catalogue/index.ts';
import { actorOf } from '../../platform/http/portal/caller.ts';

interface HomeDeps {
  database: Database;
  secrets: Secrets;
  catalogue(): Catalogue;
  volume: AccountVolumeReader;
}

export function homeHandlers({ database, secrets, catalogue, volume }: HomeDeps) {
  return {
    async 'GET home'({ caller: { session, membership } }) {
      const { accountId, countries } = membership;
      const seen = servicesSeenBy(membership, catalogue());
      const [progress, standing, today, balances, letIn, views] = await Promise.all([
        readProgress(database, accountId),
        readStanding(database, accountId),
        readToday(database, accountId, session.user.timeZone, seen),
        loadBalances(database, [accountId]),
        listLetIn(database, accountId, session.user.id),
        listViews(database, accountId),
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
            since: today.since,
            whole: today.whole,
            succeeded: today.succeeded,
            failed: today.failed,
            volumes: today.volumes.map(({ currency, amount }) => ({ currency, amount })),
          },
          balances:
            countries !== null
              ? null
              : balances
                  .map(({ currency, available, held }) => ({ currency, available, held }))
                  .toSorted((one, other) => (one.currency < other.currency ? -1 : 1)),
          letIn,
          views: views.map(({ role, ...view }) => ({ ...view, role: role as OperatorRole })),
          callbacks:
            countries !== null
              ? null
              : {
                  failing: standing.failing,
                  abandoned: standing.abandoned,
                  countedMax: standingMax,
                },
        },
      };
    },
    async 'GET home/volume'({ caller: { membership } }) {
      return { ok: true, answer: await volume.read(membership.accountId) };
    },
    'GET home/first-call': firstCallHandler({ database, secrets }, catalogue),
  } satisfies Partial<Handlers>;
}

function firstCallHandler(
  { database, secrets }: { database: Database; secrets: Secrets },
  catalogue: () => Catalogue,
): Handlers['GET home/first-call'] {
  return async ({ caller: { session, membership }, visit }) => {
    const { accountId } = membership;
    const { services } = await readProgress(database, accountId);
    const order = firstOrderOf(catalogue(), services);
    const apiKey = await showKey(database, secrets, accountId);
    const appKey = await showAppKey(database, secrets, accountId);
    // Once for each session: the page is opened often, and a test key moves no money.
    const reported = {
      who: actorOf(session.user, visit),
      accountId,
      subject: `session/${session.id}` as const,
    };
    if (apiKey !== null) await noteAuditOnce(database, { ...reported, action: 'key.tell' });
    if (appKey !== null) await noteAuditOnce(database, { ...reported, action: 'sms-app.tell' });
    return {
      ok: true,
      answer: {
        apiKey,
        appKey,
        order:
          order === null
            ? null
            : {
                codeService: order.service.code,
                name: order.service.name,
                phone: order.phone,
                amount: toJsonNumber(order.amount),
                currency: order.service.currency,
              },
      },
    };
  };
}
