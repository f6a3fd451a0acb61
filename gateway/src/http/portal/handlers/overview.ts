// Routes of the operator's overview. Figures of lanes and callbacks are those of the node that answers.

import { toDecimalString } from '@jokko/contract';
import type { RouteAnswer } from '@jokko/contract/portal';
import type { Database } from '../../../db/database.ts';
import type { DoctorRounds } from '../../../doctor/index.ts';
import type { AuditMark } from '../../../domain/audit/index.ts';
import type { Backlog } from '../../../domain/callbacks/index.ts';
import { errorCodeAndText, type Catalogue } from '../../../domain/catalogue/index.ts';
import type { DiskFacts } from '../../../domain/health/index.ts';
import { readFloats } from '../../../domain/ledger/index.ts';
import { countLivingNodes } from '../../../domain/lookups/index.ts';
import { countUnsettled, type VolumeReader } from '../../../domain/operations/index.ts';
import type { Handlers } from '../handler.ts';

/** What a node knows of its own work. */
export interface Working {
  lanes(): { route: string; queued: number; active: number }[];
  backlog: Backlog;
  volume: VolumeReader;
  doctor: DoctorRounds;
  /** What it has seen of the audit log. */
  auditMarks(): readonly AuditMark[];
  /** Where it keeps its files. */
  disk(): Promise<DiskFacts>;
}

type Overview = RouteAnswer<'GET operator/overview'>;

export function overviewHandlers(database: Database, catalogue: () => Catalogue, working: Working) {
  return {
    async 'GET operator/overview'({ caller: { live } }) {
      const [hours, routes, floats, unsettled, nodes] = await Promise.all([
        working.volume.byHour(),
        routesOf(catalogue(), working, live.person.language),
        readFloats(database),
        countUnsettled(database),
        countLivingNodes(database),
      ]);
      const answer: Overview = {
        hours,
        routes,
        floats: floats.map(({ route, currency, amount }) => ({ route, currency, amount: toDecimalString(amount) })),
        callbacks: { ...working.backlog },
        ...unsettled,
        nodes,
      };
      return { ok: true, answer };
    },
    'GET operator/doctor': () => ({ ok: true, answer: { running: working.doctor.running, last: lastFinding(working.doctor) } }),
    'POST operator/doctor'() {
      working.doctor.begin();
      return { ok: true, answer: {} };
    },
  } satisfies Partial<Handlers>;
}

/** Every route of the catalogue, those with the most traffic first. */
async function routesOf(catalogue: Catalogue, working: Working, language: 'fr' | 'en'): Promise<Overview['routes']> {
  const lanes = new Map(working.lanes().map((lane) => [lane.route, lane]));
  const figures = new Map((await working.volume.byRoute()).map((each) => [each.route, each]));
  const routes = catalogue.routes.map(({ name, connector }) => {
    const lane = lanes.get(name);
    const known = figures.get(name);
    const text = known?.lastErrorId == null ? null : errorCodeAndText(catalogue, known.lastErrorId, language).text;
    return {
      route: name,
      connector,
      queued: lane?.queued ?? 0,
      active: lane?.active ?? 0,
      opened: known?.opened ?? 0,
      succeeded: known?.succeeded ?? 0,
      failed: known?.failed ?? 0,
      p95Ms: known?.p95Ms ?? null,
      lastErrorAt: known?.lastErrorAt?.toISOString() ?? null,
      lastError: known?.lastErrorMessage ?? text,
    };
  });
  return routes.toSorted((one, other) => other.opened - one.opened);
}

function lastFinding({ last }: DoctorRounds): RouteAnswer<'GET operator/doctor'>['last'] {
  if (last === null) return null;
  const { at, diagnosis } = last;
  const checks = (diagnosis?.checks ?? []).map(({ notApplicable, ...check }) => ({ ...check, applicable: notApplicable === null }));
  return { at: at.toISOString(), ok: diagnosis?.ok ?? null, checks };
}
