// Routes of what the status page shows beside the present: the last 90 days by provider and
// country, and incidents; for members, and for everybody where the installation says so.

import { servicesSeenBy, type Catalogue } from '../../payments/catalogue/index.ts';
import { readRouteDays } from '../../payments/route-health/index.ts';
import type { Database, Statement } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { notFound } from '../../platform/http/portal/refused.ts';
import { joined } from '../../platform/joined.ts';
import { daysOf, groupsOf } from './groups.ts';
import { historyDays, listPublicIncidents } from './list.ts';
import { publicIncident } from './present.ts';

export interface StatusHistoryDeps {
  database: Database;
  catalogue(): Catalogue;
  /** Whether the status is public. */
  publicStatus: boolean;
  /** Whether a mail server is configured. */
  mails: boolean;
}

const selectNow: Statement = { name: 'select_now_of_status', text: 'select jokko_now() as now' };

export function statusHistoryHandlers(deps: StatusHistoryDeps) {
  const { database, catalogue, publicStatus, mails } = deps;
  const read = async (seen: readonly string[] | null) => {
    const [days, all, [clock]] = await Promise.all([
      readRouteDays(database, historyDays),
      listPublicIncidents(database),
      database.query<{ now: Date }>(selectNow),
    ]);
    const incidents = all.filter(
      ({ services }) => seen === null || services.some((code) => seen.includes(code)),
    );
    const services = catalogue().services.filter(({ code }) => seen?.includes(code) ?? true);
    const groups = groupsOf(services).map((group) => ({
      provider: group.provider,
      country: group.country,
      days: daysOf(group, days, incidents, { count: historyDays, now: clock!.now }),
    }));
    return {
      groups,
      incidents: incidents.map(publicIncident),
      isPublic: publicStatus,
      mails: mails && publicStatus,
    };
  };
  const readPublic = joined(() => read(null));
  return {
    'GET status/history': async ({ caller: { membership } }) => ({
      ok: true,
      answer: await read(servicesSeenBy(membership, catalogue())),
    }),
    async 'GET public-status/history'() {
      return publicStatus ? { ok: true, answer: await readPublic() } : notFound;
    },
  } satisfies Partial<Handlers>;
}
