// Routes of the status page. What is said follows from the health of each way to a provider over
// five minutes, from its last hour, and from what operators have switched off.

import type { RouteResult } from '@jokko/contract/portal';
import { chooseRoute, type Catalogue, type Service } from '../../payments/catalogue/index.ts';
import type { VolumeReader } from '../../payments/operations/index.ts';
import type { Database } from '../../platform/db/database.ts';
import { readHealth, type HealthOf } from '../../payments/route-health/index.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { servicesSeenBy } from '../../payments/catalogue/index.ts';
import { notFound } from '../../platform/http/portal/refused.ts';
import type { CarrierState } from '../../platform/health/index.ts';
import { joined } from '../../platform/joined.ts';
import { readNow } from '../../platform/db/now.ts';

type Status = RouteResult<'GET status'>;
type State = Status['services'][number]['state'];
type Metrics = Awaited<ReturnType<VolumeReader['byRoute']>>[number];

/**
 * Fewer successes than this among the decided ones, of at least so many, and it is said to fail.
 */
const wellFrom = 0.5;
const decidedMin = 3;
/** A twentieth waits longer for a result. */
const slowMs = 120_000;

export interface StatusHandlersDeps {
  catalogue(): Catalogue;
  database: Database;
  working: {
    volume: Pick<VolumeReader, 'byRoute'>;
    carrierStates(): Promise<Pick<CarrierState, 'name'>[]>;
  };
  /** Whether the status is public. */
  publicStatus: boolean;
}

export function statusHandlers({ catalogue, database, working, publicStatus }: StatusHandlersDeps) {
  const read = async (seen: readonly string[] | null): Promise<Status> => {
    const [at, byRoute, all, carriers] = await Promise.all([
      readNow(database),
      working.volume.byRoute(),
      readHealth(database),
      working.carrierStates(),
    ]);
    const metrics = new Map(byRoute.map((each) => [each.route, each]));
    const health = new Map(
      all.flatMap((each) =>
        each.subject.kind === 'route' ? [[each.subject.name, each] as const] : [],
      ),
    );
    const present = catalogue();
    const services = present.services
      .filter(({ code }) => seen === null || seen.includes(code))
      .map((service) => ({
        code: service.code,
        name: service.name,
        country: service.country,
        state: stateOf(service, present, metrics, health),
      }));
    return { at, sms: stateOfSms(carriers, all), services };
  };
  const readPublic = joined(() => read(null));
  return {
    'GET status': async ({ caller: { membership } }) => ({
      ok: true,
      answer: await read(servicesSeenBy(membership, catalogue())),
    }),
    async 'GET public-status'() {
      return publicStatus ? { ok: true, answer: await readPublic() } : notFound;
    },
  } satisfies Partial<Handlers>;
}

function stateOf(
  service: Service,
  catalogue: Catalogue,
  metrics: ReadonlyMap<string, Metrics>,
  health: ReadonlyMap<string, HealthOf>,
): State {
  if (service.off) return 'off';
  // With all breakers open there is no traffic by which health could tell.
  const { name, standing } = chooseRoute(catalogue, service);
  if (standing !== 'on') return standing;
  return stateOfRoute(metrics.get(name), health.get(name));
}

/** SMS go by another connection where one is down: only with all of them down nothing leaves. */
function stateOfSms(
  carriers: readonly Pick<CarrierState, 'name'>[],
  all: readonly HealthOf[],
): State | null {
  if (carriers.length === 0) return null;
  const states = carriers.map(({ name }) =>
    stateOfConnection(
      all.find(({ subject }) => subject.kind === 'sms-link' && subject.name === name),
    ),
  );
  if (states.every((state) => state === 'down')) return 'down';
  if (states.some((state) => state === 'down' || state === 'disturbed')) return 'disturbed';
  return (['slow', 'works'] as const).find((state) => states.includes(state)) ?? 'quiet';
}

function stateOfConnection(health: HealthOf | undefined): State {
  if (health === undefined) return 'quiet';
  if (health.state !== 'healthy') return stateOfTrouble(health);
  return health.figures.succeeded > 0 ? 'works' : 'quiet';
}

/**
 * Health tells failures of payers from the provider's, and what is slow now from what an outage
 * delayed: where it is known the last hour only says whether there is traffic.
 */
function stateOfRoute(
  metrics: Pick<Metrics, 'succeeded' | 'failed' | 'p95Ms'> | undefined,
  health: Pick<HealthOf, 'state' | 'reasons'> | undefined,
): State {
  if (health !== undefined && health.state !== 'healthy') return stateOfTrouble(health);
  const decided = metrics === undefined ? 0 : metrics.succeeded + metrics.failed;
  if (metrics === undefined || decided === 0) return 'quiet';
  if (health !== undefined) return 'works';
  if (decided >= decidedMin && metrics.succeeded / decided < wellFrom) return 'failing';
  return metrics.p95Ms !== null && metrics.p95Ms > slowMs ? 'slow' : 'works';
}

function stateOfTrouble({ state, reasons }: Pick<HealthOf, 'state' | 'reasons'>): State {
  if (state === 'down') return 'down';
  return reasons.every((reason) => reason === 'slow' || reason === 'queue') ? 'slow' : 'disturbed';
}
