// Reads what is open now, and says which points of earlier proofs are still there: a proof is of
// its morning and never changes, but who reads the list wants to know what is left to do.

import type { Session, Statement } from '../../platform/db/database.ts';
import { listProviderBalances } from '../provider-reports/index.ts';
import { partyName } from '../reconciliation/index.ts';
import { aboutProvider, reportHoursMax, type Proof, type ProofPoint } from './proof.ts';
import { findNewestProof } from './store.ts';

const selectNow: Statement = {
  name: 'select_now_of_open_points',
  text: 'select jokko_now() as now',
};
const selectUnknown: Statement = {
  name: 'select_oldest_unknown',
  text: `select currency, min(created_at) as at from operation where state = 'UNKNOWN'
    group by currency`,
};
const selectOrdered: Statement = {
  name: 'select_oldest_ordered',
  text: `select currency, min(approved_at) as at from settlement where state = 'APPROVED'
    group by currency`,
};
const selectCases: Statement = {
  name: 'select_oldest_case',
  text: 'select min(created_at) as at from operation_case where resolved_at is null',
};
const selectDifferences: Statement = {
  name: 'list_routes_with_differences',
  text: `select distinct ${partyName} as route from reconciliation_discrepancy g
    join reconciliation_file f on f.id = g.file_id
    where g.state = 'open' and f.state = 'done'`,
};
const selectStatements: Statement = {
  name: 'select_last_statements',
  text: `select ${partyName} as route, max(period_until) as at from reconciliation_file f
    where state = 'done' and period_until is not null group by 1`,
};

/** What is open at this moment, of all days. */
export interface OpenNow {
  now: Date;
  /** The oldest, by currency. */
  unknown: ReadonlyMap<string, Date>;
  ordered: ReadonlyMap<string, Date>;
  /** The oldest; null: none is open. */
  cases: Date | null;
  differences: ReadonlySet<string>;
  /** End of the last statement, by route. */
  statements: ReadonlyMap<string, Date>;
  /** Last reports, by what a point says of them. */
  providers: ReadonlyMap<string, { differs: boolean; readAt: Date }>;
  /**
   * The checks of the newest proof, whose doctor looked at the whole of the books; null: it could
   * not look.
   */
  checks: Proof['checks'];
}

export async function readOpenNow(session: Session): Promise<OpenNow> {
  type ByCurrency = { currency: string; at: Date };
  type ByRoute = { route: string; at: Date };
  const [clock] = await session.query<{ now: Date }>(selectNow);
  const unknown = await session.query<ByCurrency>(selectUnknown);
  const ordered = await session.query<ByCurrency>(selectOrdered);
  const [oldestCase] = await session.query<{ at: Date | null }>(selectCases);
  const differences = await session.query<{ route: string }>(selectDifferences);
  const statements = await session.query<ByRoute>(selectStatements);
  const reported = await listProviderBalances(session);
  const newest = await findNewestProof(session);
  return {
    now: clock!.now,
    unknown: new Map(unknown.map(({ currency, at }) => [currency, at])),
    ordered: new Map(ordered.map(({ currency, at }) => [currency, at])),
    cases: oldestCase!.at,
    differences: new Set(differences.map(({ route }) => route)),
    statements: new Map(statements.map(({ route, at }) => [route, at])),
    providers: new Map(
      reported.map(({ available, booked, readAt, ...of }) => [
        aboutProvider(of),
        { differs: available !== booked, readAt },
      ]),
    ),
    checks: newest?.sealed === true ? newest.proof.checks : null,
  };
}

/** Those points of a proof that are not settled yet. What nobody has looked at since stays open. */
export const stillOpen = ({ points, from, until }: Proof, open: OpenNow): ProofPoint[] =>
  points.filter((point) => isOpen(point, { from: new Date(from), until: new Date(until) }, open));

const hourMs = 3_600_000;

function isOpen(
  { code, about }: ProofPoint,
  { from, until }: { from: Date; until: Date },
  open: OpenNow,
): boolean {
  const of = about ?? '';
  const isBefore = (at: Date | null | undefined, end: Date): boolean =>
    at !== null && at !== undefined && at < end;
  const report = open.providers.get(of);
  switch (code) {
    case 'notChecked':
      return open.checks === null;
    case 'broken':
      return open.checks?.broken.some(({ id }) => id === of) ?? true;
    case 'provider':
      return report?.differs ?? true;
    case 'oldReport':
      return (
        report === undefined ||
        open.now.getTime() - report.readAt.getTime() > reportHoursMax * hourMs
      );
    case 'statement':
      return isBefore(open.statements.get(of) ?? from, until);
    case 'differences':
      return open.differences.has(of);
    case 'unknown':
      return isBefore(open.unknown.get(of), until);
    case 'cases':
      return isBefore(open.cases, until);
    case 'ordered':
      return isBefore(open.ordered.get(of), from);
  }
}
