// Routes of the operator's overview. Figures of lanes and callbacks are those of the node that
// answers.

import { fillAmount } from '@jokko/contract';
import type { RouteResult } from '@jokko/contract/portal';
import type { Database } from '../../platform/db/database.ts';
import type { DoctorRounds } from '../../platform/doctor/on-demand.ts';
import type { AuditMark } from '../../platform/audit/index.ts';
import type { Backlog } from '../../payments/callbacks/index.ts';
import { errorCodeAndText, type Catalogue } from '../../payments/catalogue/index.ts';
import { isDown, isStuck, type CarrierState, type DiskInfo } from '../../platform/health/index.ts';
import { environment } from '../../platform/environment.ts';
import { readFloats } from '../../payments/ledger/index.ts';
import { countLivingNodes } from '../../payments/status-limits/index.ts';
import {
  countOpenCases,
  type AccountVolumeReader,
  type VolumeReader,
  type VolumeSharesReader,
} from '../../payments/operations/index.ts';
import {
  hangingOf,
  sumHanging,
  type HangingOnRoute,
  type HealthOf,
} from '../../payments/route-health/index.ts';
import { moneyHandlers } from './http-money.ts';
import { readTroubled, serviceHealthHandlers } from './http-service-health.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';

/** What a node knows of its own work. */
export interface Working {
  providerQueues(): { route: string; queued: number; active: number }[];
  backlog: Backlog;
  volume: VolumeReader;
  volumeShares: VolumeSharesReader;
  accountVolume: AccountVolumeReader;
  doctor: DoctorRounds;
  /** What it has seen of the audit log. */
  auditMarks(): readonly AuditMark[];
  /** Where it keeps its files. */
  disk(): Promise<DiskInfo>;
  carrierStates(): Promise<CarrierState[]>;
  /** Secrets of routes that expire soon, or have. */
  expiringSecrets(): string[];
}

type Overview = RouteResult<'GET operator/overview'>;

export function overviewHandlers(database: Database, catalogue: () => Catalogue, working: Working) {
  return {
    async 'GET operator/overview'({ caller: { session } }) {
      const { language } = session.user;
      const { all, troubled } = await readTroubled(database, language);
      const hanging = hangingOf(all);
      const [hours, routes, floats, operationCases, nodes, carriers] = await Promise.all([
        working.volume.byHour(),
        routesOf(catalogue(), working, { all, hanging }, language),
        readFloats(database),
        countOpenCases(database),
        countLivingNodes(database),
        working.carrierStates(),
      ]);
      const answer: Overview = {
        hours: hours.map((hour) => ({ ...hour, hanging: hangingIn(hanging, hour.at) })),
        routes,
        floats: floats.map(({ route, currency, amount }) => ({
          route,
          currency,
          amount,
        })),
        callbacks: { ...working.backlog },
        sms: smsOf(carriers),
        troubled,
        hangingSums: sumHanging(hanging),
        hanging: hanging.map(({ route, currency, count, amount, oldestAt }) => ({
          route,
          currency,
          count,
          amount,
          oldestAt,
        })),
        operationCases,
        nodes,
      };
      return { ok: true, answer };
    },
    async 'GET operator/overview/shares'({ query: { by }, caller: { session } }) {
      const shares = await working.volumeShares(by);
      if (by !== 'error') return { ok: true, answer: shares };
      const lines = shares.lines.map((line) => ({
        ...line,
        name: errorName(catalogue(), line.key, session.user.language),
      }));
      return { ok: true, answer: { ...shares, lines } };
    },
    ...moneyHandlers({ database }),
    ...serviceHealthHandlers({ database }),
    'GET operator/doctor': () => ({
      ok: true,
      answer: { running: working.doctor.running, last: lastFinding(working.doctor) },
    }),
    'POST operator/doctor'() {
      working.doctor.begin();
      return { ok: true, answer: {} };
    },
  } satisfies Partial<Handlers>;
}

/** The text stands for many transactions: the amount of one of them says nothing. */
const textOfError = (catalogue: Catalogue, id: number | null, language: 'fr' | 'en'): string =>
  fillAmount(errorCodeAndText(catalogue, id, language).text, '…');

/** One has no text by the contract. */
const errorName = (catalogue: Catalogue, key: string, language: 'fr' | 'en'): string =>
  textOfError(catalogue, key === '0' ? null : Number(key), language) ||
  `${language === 'fr' ? 'Erreur' : 'Error'} ${key}`;

/** How many of the payments that were opened in the hour from `at` on. */
const hangingIn = (hanging: readonly HangingOnRoute[], at: number): number =>
  hanging
    .flatMap(({ hours }) => hours.filter((hour) => hour.at === at))
    .reduce((sum, { count }) => sum + count, 0);

function smsOf(carriers: readonly CarrierState[]): Overview['sms'] {
  const nowMs = environment.now();
  return {
    waiting: carriers.reduce((sum, { waiting }) => sum + waiting, 0),
    oldestSec: Math.max(0, ...carriers.map(({ oldestSec }) => oldestSec)),
    troubled: carriers
      .filter((carrier) => isDown(carrier, nowMs) || isStuck(carrier))
      .map(({ name }) => name),
  };
}

/** Every route of the catalogue, those with the most traffic first. */
async function routesOf(
  catalogue: Catalogue,
  working: Working,
  { all: health, hanging }: { all: readonly HealthOf[]; hanging: readonly HangingOnRoute[] },
  language: 'fr' | 'en',
): Promise<Overview['routes']> {
  const providerQueues = new Map(working.providerQueues().map((queue) => [queue.route, queue]));
  const levels = new Map(
    health.flatMap(({ subject: { kind, name }, state }) =>
      kind === 'route' ? [[name, state] as const] : [],
    ),
  );
  const metrics = new Map((await working.volume.byRoute()).map((each) => [each.route, each]));
  const routes = catalogue.routes.map(({ name, connector }) => {
    const queue = providerQueues.get(name);
    const known = metrics.get(name);
    const text =
      known === undefined || known.lastErrorAt === null
        ? null
        : textOfError(catalogue, known.lastErrorId, language);
    return {
      route: name,
      connector,
      queued: queue?.queued ?? 0,
      active: queue?.active ?? 0,
      opened: known?.opened ?? 0,
      succeeded: known?.succeeded ?? 0,
      failed: known?.failed ?? 0,
      hanging: hanging
        .filter((each) => each.route === name)
        .reduce((sum, { ofLastHour }) => sum + ofLastHour, 0),
      p95Ms: known?.p95Ms ?? null,
      lastErrorAt: known?.lastErrorAt ?? null,
      // A provider's own words are English and raw: the catalogue's text, where the failure has
      // one.
      lastError: known?.lastErrorId === null ? (known.lastErrorMessage ?? text) : text,
      health: levels.get(name) ?? ('healthy' as const),
    };
  });
  return routes.toSorted((one, other) => other.opened - one.opened);
}

function lastFinding({ last }: DoctorRounds): RouteResult<'GET operator/doctor'>['last'] {
  if (last === null) return null;
  const { at, diagnosis } = last;
  const checks = (diagnosis?.checks ?? []).map(({ notApplicable, ...check }) => ({
    ...check,
    applicable: notApplicable === null,
  }));
  return { at, ok: diagnosis?.ok ?? null, checks };
}
