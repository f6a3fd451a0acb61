// Routes of the operator's page of routes: breakers, set by hand, and what waits for a route.

import type { RouteResult } from '@jokko/contract/portal';
import { noteAudit } from '../../platform/audit/index.ts';
import type { Database } from '../../platform/db/database.ts';
import { readShownClock } from '../../platform/db/now.ts';
import type { Mode } from '../../platform/db/mode.ts';
import {
  breakerReasonText,
  listBreakerEvents,
  listParked,
  loadBreakers,
  nextTryAt,
  ruleOf,
  setBreaker,
  totalParked,
  type Breaker,
  type ParkedTotal,
} from '../../payments/breakers/index.ts';
import {
  breakerRuleBounds,
  breakerRuleFault,
  parkedBounds,
  setBreakerSettings,
  type BreakerSettings,
  type Catalogue,
} from '../../payments/catalogue/index.ts';
import {
  hangingOf,
  hangingSumsOf,
  readRouteHealth,
  reasonText,
  type HealthOf,
} from '../../payments/route-health/index.ts';
import type { OperationKey, ParkedCancelation } from '../../payments/operations/index.ts';
import { actorOf } from '../../platform/http/portal/caller.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import {
  conflict,
  notFound,
  refuse,
  refuseField,
  type Refused,
} from '../../platform/http/portal/refused.ts';

export interface BreakerHandlersDeps {
  database: Database;
  catalogue(): Catalogue;
  mode: Mode;
  /** Only what has never been sent. */
  cancelParked(key: OperationKey): Promise<ParkedCancelation>;
}

type Answer = RouteResult<'GET operator/breakers'>;
type Route = Answer['routes'][number];
type Language = 'fr' | 'en';

const eventsShown = 100;
const parkedShown = 200;

export function breakerHandlers(deps: BreakerHandlersDeps) {
  const { database, catalogue, mode } = deps;
  return {
    async 'GET operator/breakers'({ caller: { session } }) {
      const [shown, breakers, parked, health, events] = await Promise.all([
        readShownClock(database),
        loadBreakers(database),
        totalParked(database),
        readRouteHealth(database),
        listBreakerEvents(database, eventsShown),
      ]);
      const { language } = session.user;
      const answer: Answer = {
        routes: routesOf(catalogue(), { breakers, parked, health, shown }, language),
        bounds,
        usuallyAutomatic: mode !== 'sandbox',
        events: events.map(({ id, reason, at, ...event }) => ({
          ...event,
          at: shown(at),
          id: String(id),
          reason: breakerReasonText(reason, language),
        })),
      };
      return { ok: true, answer };
    },
    async 'POST operator/breakers/set'({
      body: { name, state, reason },
      caller: { session },
      visit,
    }) {
      if (catalogue().route(name) === undefined) return notFound;
      const change = { route: name, state, reason: reason.trim() };
      const changed = await setBreaker(database, actorOf(session.user, visit), change);
      return { ok: true, answer: { changed } };
    },
    async 'POST operator/breakers/settings'({ body, caller: { session }, visit }) {
      const { name: route, reason, settings, was } = body;
      const fault = faultOf(settings);
      if (fault !== null) return fault;
      const by = { who: actorOf(session.user, visit), userId: session.user.id };
      const change = { route, settings, was, reason: reason.trim() };
      const set = await setBreakerSettings(database, by, change);
      if (!set.ok) return set.refusal === 'conflict' ? conflict : notFound;
      return { ok: true, answer: { version: set.version } };
    },
    ...parkedHandlers(deps),
  } satisfies Partial<Handlers>;
}

const bounds: Answer['bounds'] = { ...breakerRuleBounds, ...parkedBounds };

/** The first number that is out of its bounds, or contradicts another one; null: none. */
function faultOf({ breakerRule = {}, ...settings }: BreakerSettings): Refused | null {
  for (const [part, values] of [
    ['settings.breakerRule', breakerRule],
    ['settings', settings],
  ] as const)
    for (const [name, value] of Object.entries(values)) {
      const bound = bounds[name];
      if (bound === undefined || typeof value !== 'number') continue;
      if (value < bound.least) return refuseField(`${part}.${name}`, 'tooSmall');
      if (value > bound.most) return refuseField(`${part}.${name}`, 'tooLarge');
    }
  const contradicts = breakerRuleFault(breakerRule);
  return contradicts === null
    ? null
    : refuseField(`settings.breakerRule.${contradicts}`, 'tooSmall');
}

function parkedHandlers({ database, cancelParked }: BreakerHandlersDeps) {
  return {
    async 'GET operator/parked'({ query: { route } }) {
      const parked = await listParked(database, route ?? null, parkedShown);
      return {
        ok: true,
        answer: {
          items: parked.map(({ id, account, createdAt, ...each }) => ({
            ...each,
            transactionId: id,
            accountName: account,
            openedAt: createdAt,
          })),
        },
      };
    },
    async 'POST operator/parked/cancel'({
      body: { accountId, id, reason },
      caller: { session },
      visit,
    }) {
      await noteAudit(database, {
        who: actorOf(session.user, visit),
        action: 'transaction.undo',
        accountId,
        subject: `transaction/${id}`,
        new: { reason: reason.trim() },
      });
      const outcome = await cancelParked({ accountId, id });
      switch (outcome) {
        case 'canceled':
          return { ok: true, answer: {} };
        case 'unknown':
          return notFound;
        case 'sent':
          return conflict;
        case 'closed':
          return refuse('notNow');
      }
    },
  } satisfies Partial<Handlers>;
}

interface Known {
  breakers: ReadonlyMap<string, Breaker>;
  parked: readonly ParkedTotal[];
  health: readonly HealthOf[];
  /** A breaker waits in real time. */
  shown<Value>(value: Value): Value;
}

/** What the catalogue has, and what something is still known of. */
function routesOf(
  catalogue: Catalogue,
  { breakers, parked, health, shown }: Known,
  language: Language,
): Route[] {
  const names = new Set([
    ...catalogue.routes.map(({ name }) => name),
    ...[...breakers.values()].flatMap(({ route, state }) => (state === 'closed' ? [] : [route])),
    ...parked.map(({ route }) => route),
    ...hangingOf(health).map(({ route }) => route),
  ]);
  const routes = [...names].toSorted().map((name): Route => {
    const { off = false, opensByItself = false, breakerSettings } = catalogue.route(name) ?? {};
    const waiting = parked.filter(({ route }) => route === name);
    return {
      name,
      off,
      automatic: opensByItself,
      settings: breakerSettings ?? null,
      ...shown(standingOf(catalogue, breakers.get(name), language)),
      ...healthOf(
        health.find(({ subject }) => subject.name === name),
        language,
      ),
      parked: waiting.map(({ currency, count, amount, oldest }) => ({
        currency,
        count,
        amount,
        oldestAt: oldest,
      })),
    };
  });
  return routes.toSorted((one, other) => urgencyOf(other) - urgencyOf(one));
}

const standingOf = (catalogue: Catalogue, breaker: Breaker | undefined, language: Language) =>
  breaker === undefined
    ? { state: 'closed' as const, byHand: false, reason: null, since: null, triedAt: null }
    : {
        state: breaker.state,
        byHand: breaker.byHand,
        reason: breakerReasonText(breaker.reason, language),
        since: breaker.since,
        triedAt: nextTryAt(breaker, ruleOf(catalogue, breaker.route)),
      };

const healthOf = (health: HealthOf | undefined, language: Language) =>
  health === undefined
    ? { health: 'healthy' as const, troubles: [], unhealthySince: null, hanging: [] }
    : {
        health: health.state,
        troubles: health.reasons.map((reason) => reasonText(reason, health.figures, language)),
        unhealthySince: health.state === 'healthy' ? null : health.since,
        hanging: hangingSumsOf(health),
      };

const urgencyOf = ({ state, health, parked, hanging }: Route): number =>
  (state === 'open' ? 16 : state === 'half_open' ? 8 : 0) +
  (health === 'down' ? 4 : health === 'degraded' ? 2 : 0) +
  (parked.length + hanging.length > 0 ? 1 : 0);
