// Routes of incidents: the operator's list and texts, the banner of developers, and those of the
// status page.

import { loadAccountServices } from '../../payments/accounts/index.ts';
import { loadBreakers } from '../../payments/breakers/index.ts';
import { answersNothing, readRouteHealth } from '../../payments/route-health/index.ts';
import { listApps } from '../../messaging/applications/index.ts';
import { servicesSeenBy, type Catalogue } from '../../payments/catalogue/index.ts';
import type { Session } from '../../platform/db/database.ts';
import { readShownClock } from '../../platform/db/now.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { cutPage, pageRowsRead } from '../../platform/http/page.ts';
import { actorOf } from '../../platform/http/portal/caller.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { conflict, notFound, refuseField } from '../../platform/http/portal/refused.ts';
import { groupsOf } from './groups.ts';
import { dismissIncident, listIncidents, listIncidentsFor, type Incident } from './list.ts';
import { statusHistoryHandlers, type StatusHistoryDeps } from './http-status-history.ts';
import { subscriptionHandlers, type SubscriptionHandlersDeps } from './http-subscriptions.ts';
import { publicIncident } from './present.ts';
import { concernedOf, openIncident, updateIncident } from './write.ts';

type IncidentHandlersDeps = StatusHistoryDeps & SubscriptionHandlersDeps;
type Deps = Pick<IncidentHandlersDeps, 'database' | 'catalogue'>;

export function incidentHandlers(deps: IncidentHandlersDeps) {
  return {
    ...operatorHandlers(deps),
    ...bannerHandlers(deps),
    ...statusHistoryHandlers(deps),
    ...subscriptionHandlers(deps),
  } satisfies Partial<Handlers>;
}

function operatorHandlers({ database, catalogue }: Deps) {
  return {
    async 'GET operator/incidents'({ query: { after } }) {
      const page = { after: after === undefined ? null : Number(after), max: pageRowsRead };
      const read = await listIncidents(database, page);
      const present = read.filter(({ resolvedAt }) => resolvedAt === null);
      const { rows, next } = cutPage(read.slice(present.length), ({ id }) => id);
      const items = [...present, ...rows].map((incident) => ({
        ...publicIncident(incident),
        route: incident.route,
        services: incident.services,
      }));
      const groups = groupsOf(catalogue().services).map(({ services, ...group }) => ({
        ...group,
        services: services.map(({ code }) => code),
      }));
      const proposals =
        page.after === null ? await proposalsOf(database, catalogue(), present) : [];
      return { ok: true, answer: { items, next, proposals, groups } };
    },
    async 'POST operator/incidents'({ body, caller: { session }, visit }) {
      const services = body.services.flatMap((code) => catalogue().service(code) ?? []);
      if (services.length < body.services.length) return refuseField('services', 'notAllowed');
      if (services.length === 0 && !body.sms) return refuseField('services', 'missing');
      const by = { who: actorOf(session.user, visit), userId: session.user.id };
      const id = await inTransaction(database, (transaction) =>
        openIncident(transaction, by, {
          ...concernedOf(services, body.sms),
          title: { fr: body.titleFr.trim(), en: body.titleEn.trim() },
          text: textOf(body),
          route: body.route,
        }),
      );
      return { ok: true, answer: { id } };
    },
    async 'POST operator/incidents/update'({ body, caller: { session }, visit }) {
      const by = { who: actorOf(session.user, visit), userId: session.user.id };
      const { id, resolve } = body;
      const outcome = await updateIncident(database, by, { id, resolve, text: textOf(body) });
      if (outcome === 'done') return { ok: true, answer: {} };
      return outcome === 'unknown' ? notFound : conflict;
    },
  } satisfies Partial<Handlers>;
}

const textOf = ({ textFr, textEn }: { textFr: string; textEn: string }) => ({
  fr: textFr.trim(),
  en: textEn.trim(),
});

/**
 * An open breaker or a provider that answers nothing is proposed, and opens nothing by itself: what
 * is published is written by people.
 */
async function proposalsOf(session: Session, catalogue: Catalogue, present: readonly Incident[]) {
  const known = new Set(present.flatMap(({ route }) => route ?? []));
  const shown = await readShownClock(session);
  const since = new Map<string, Date>();
  for (const health of (await readRouteHealth(session)).filter(answersNothing))
    since.set(health.subject.name, health.since);
  for (const { route, state, since: openedAt } of (await loadBreakers(session)).values())
    if (state !== 'closed') since.set(route, shown(openedAt));
  return [...since]
    .filter(([route]) => !known.has(route))
    .map(([route, at]) => ({
      route,
      since: at,
      services: catalogue.services
        .filter(({ routes }) => routes.includes(route))
        .map(({ code }) => code),
    }))
    .filter(({ services }) => services.length > 0);
}

function bannerHandlers({ database, catalogue }: Deps) {
  return {
    async 'GET incidents'({ caller: { session, membership } }) {
      const active = await loadAccountServices(database, membership.accountId);
      const seen = servicesSeenBy(membership, catalogue());
      const services = active
        .map(({ code }) => code)
        .filter((code) => seen?.includes(code) ?? true);
      const userId = session.user.id;
      const apps = await listApps(database, membership.accountId);
      const sms = apps?.some(({ revoked_at: revokedAt }) => revokedAt === null) ?? false;
      const incidents = await listIncidentsFor(database, { userId, services, sms });
      return { ok: true, answer: { items: incidents.map(publicIncident) } };
    },
    async 'POST incidents/dismiss'({ body: { id }, caller: { session } }) {
      await dismissIncident(database, id, session.user.id);
      return { ok: true, answer: {} };
    },
  } satisfies Partial<Handlers>;
}
