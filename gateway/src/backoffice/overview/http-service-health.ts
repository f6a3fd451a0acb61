// Routes of the operator's page of health: routes to providers, carrier connections and receivers.

import type { RouteResult } from '@jokko/contract/portal';
import type { Database } from '../../platform/db/database.ts';
import {
  addCounted,
  goodOf,
  hangingSumsOf,
  newestHealthChanges,
  nothingOf,
  percentileMs,
  readCounts,
  readHealth,
  readDay,
  reasonText,
  troubleOf,
  type HealthLevel,
  type HealthOf,
} from '../../payments/route-health/index.ts';
import { loadAccountNames } from '../../payments/accounts/index.ts';
import { createForecastReader, type ForecastOf } from '../../payments/ledger/index.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';

type Answer = RouteResult<'GET operator/service-health'>;
type Point = RouteResult<'GET operator/service-health/history'>['day'][number];
type Counted = Awaited<ReturnType<typeof readDay>>[number];
type Language = 'fr' | 'en';

const changesShown = 50;
/** A point of the day's chart, and one of the last minutes'. */
const dayStepMs = 900_000;
const recentStepMs = 15_000;

const order: readonly HealthLevel[] = ['down', 'degraded', 'healthy'];
const kinds = ['route', 'sms-link', 'receiver'] as const;

export function serviceHealthHandlers({ database }: { database: Database }) {
  const readForecasts = createForecastReader(database);
  return {
    async 'GET operator/service-health'({ caller: { session } }) {
      const [all, forecasts, changes] = await Promise.all([
        readHealth(database),
        readForecasts(),
        newestHealthChanges(database, changesShown),
      ]);
      const { language } = session.user;
      const names = await loadAccountNames(
        database,
        [...all.map(({ subject }) => subject), ...changes].flatMap(accountOf),
      );
      const answer: Answer = {
        subjects: worstFirst(all).map((health) =>
          subjectOf(health, { forecasts, names }, language),
        ),
        changes: changes.map(({ id, kind, name, from, state, at }) => ({
          kind,
          name,
          from,
          state,
          at,
          id: String(id),
          accountName: nameOf({ kind, name }, names),
        })),
      };
      return { ok: true, answer };
    },
    async 'GET operator/service-health/history'({ query: { kind, name } }) {
      const subject = { kind, name };
      const [recent, day] = await Promise.all([
        readCounts(database, subject),
        readDay(database, subject),
      ]);
      return {
        ok: true,
        answer: { recent: pointsOf(recent, recentStepMs), day: pointsOf(day, dayStepMs) },
      };
    },
  } satisfies Partial<Handlers>;
}

/** What is not healthy, the worst first. */
export async function readTroubled(
  database: Database,
  language: Language,
): Promise<{ all: HealthOf[]; troubled: RouteResult<'GET operator/overview'>['troubled'] }> {
  const all = await readHealth(database);
  const troubled = worstFirst(all.filter(({ state }) => state !== 'healthy'));
  const names = await loadAccountNames(
    database,
    troubled.flatMap(({ subject }) => accountOf(subject)),
  );
  return { all, troubled: troubled.map((health) => headOf(health, names, language)) };
}

const worstFirst = (all: readonly HealthOf[]): HealthOf[] =>
  all.toSorted(
    (one, other) =>
      order.indexOf(one.state) - order.indexOf(other.state) ||
      kinds.indexOf(one.subject.kind) - kinds.indexOf(other.subject.kind),
  );

/** Whose receiver it is; nobody's is a route or a connection. */
const accountOf = ({ kind, name }: HealthOf['subject']): number[] =>
  kind === 'receiver' ? [Number(name.split(' ', 1)[0])] : [];

const nameOf = (subject: HealthOf['subject'], names: ReadonlyMap<number, string>): string | null =>
  accountOf(subject).flatMap((id) => names.get(id) ?? [])[0] ?? null;

const headOf = (
  { subject, state, since, reasons, figures }: HealthOf,
  names: ReadonlyMap<number, string>,
  language: Language,
) => ({
  ...subject,
  accountName: nameOf(subject, names),
  state,
  since,
  reasons: reasons.map((reason) => reasonText(reason, figures, language)),
});

function subjectOf(
  health: HealthOf,
  { forecasts, names }: { forecasts: readonly ForecastOf[]; names: ReadonlyMap<number, string> },
  language: Language,
): Answer['subjects'][number] {
  const { unresolved = 0, agedPending = 0, queued = 0, queueAgeSec = 0 } = health.figures;
  const { succeeded, accepted, refused, faulted, unknown, unsent } = health.figures;
  const { p50Ms, p95Ms, usualP95Ms, floats = [] } = health.figures;
  return {
    ...headOf(health, names, language),
    succeeded,
    accepted,
    refused,
    faulted,
    unknown,
    unsent,
    p50Ms,
    p95Ms,
    usualP95Ms,
    unresolved,
    agedPending,
    queued,
    queueAgeSec: Math.round(queueAgeSec),
    hanging: hangingSumsOf(health),
    floats: floats.map(({ currency, amount }) => {
      const known = forecasts.find(
        (each) => each.route === health.subject.name && each.currency === currency,
      );
      return {
        currency,
        amount: BigInt(amount),
        hoursLeft: known?.forecast?.hoursLeft ?? null,
      };
    }),
  };
}

/**
 * Sums of equal steps. Those between the first and the last in which nothing was counted are there,
 * too: a chart would join what lies around them.
 */
function pointsOf(rows: readonly Counted[], stepMs: number): Point[] {
  const [first] = rows;
  if (first === undefined) return [];
  const steps = new Map<number, ReturnType<typeof nothingOf>>();
  const stepOf = ({ at }: Counted): number => Math.floor(at.getTime() / stepMs) * stepMs;
  const last = stepOf(rows.at(-1)!);
  for (let at = stepOf(first); at <= last; at += stepMs) steps.set(at, nothingOf(first));
  for (const row of rows) addCounted(steps.get(stepOf(row))!, row);
  return [...steps].map(([at, { counts, callMs }]) => ({
    at,
    good: goodOf(counts),
    trouble: troubleOf(counts),
    p95Ms: percentileMs(callMs, 0.95),
  }));
}
