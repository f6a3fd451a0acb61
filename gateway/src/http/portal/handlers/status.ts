// Routes of the status page. What is said follows from the last hour of each way to a provider, and from what operators have switched off.

import type { RouteAnswer } from '@jokko/contract/portal';
import type { Catalogue } from '../../../domain/catalogue/index.ts';
import type { VolumeReader } from '../../../domain/operations/index.ts';
import type { Handlers } from '../handler.ts';
import { servicesSeenBy } from './transaction-filter.ts';

type Status = RouteAnswer<'GET status'>;
type State = Status['services'][number]['state'];
type Figures = Awaited<ReturnType<VolumeReader['byRoute']>>[number];

/** Fewer successes than this among the decided ones, of at least so many, and it is said to fail. */
const wellFrom = 0.5;
const decidedMin = 3;
/** A twentieth waits longer for a result. */
const slowMs = 120_000;

export interface StatusHandlersDeps {
  catalogue(): Catalogue;
  working: { volume: Pick<VolumeReader, 'byRoute'> };
  /** Whether those who are not signed in are told. */
  publicStatus: boolean;
}

export function statusHandlers({ catalogue, working, publicStatus }: StatusHandlersDeps) {
  const read = async (seen: readonly string[] | null): Promise<Status> => {
    const figures = new Map((await working.volume.byRoute()).map((each) => [each.route, each]));
    const services = catalogue()
      .services.filter(({ code }) => seen === null || seen.includes(code))
      .map(({ code, name, country, route, off }) => ({ code, name, country, state: off ? ('off' as const) : stateOf(figures.get(route)) }));
    return { at: new Date().toISOString(), services };
  };
  return {
    'GET status': async ({ caller: { membership } }) => ({ ok: true, answer: await read(servicesSeenBy(membership, catalogue())) }),
    'GET public-status': async () => (publicStatus ? { ok: true, answer: await read(null) } : { ok: false, refusal: 'notFound' }),
  } satisfies Partial<Handlers>;
}

/** Pure. */
function stateOf(figures: Pick<Figures, 'succeeded' | 'failed' | 'p95Ms'> | undefined): State {
  const decided = figures === undefined ? 0 : figures.succeeded + figures.failed;
  if (figures === undefined || decided === 0) return 'quiet';
  if (decided >= decidedMin && figures.succeeded / decided < wellFrom) return 'failing';
  return figures.p95Ms !== null && figures.p95Ms > slowMs ? 'slow' : 'works';
}
