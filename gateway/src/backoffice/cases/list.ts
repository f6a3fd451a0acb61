// Lists the cases: open ones, oldest first; closed ones, newest first; and outcomes that are
// currently unknown, which status queries may still resolve.

import type { Session, Statement } from '../../platform/db/database.ts';
import type { State } from '../../payments/operations/index.ts';
import type { CaseKind, Resolution } from './case.ts';

export interface ListedCase {
  /** Null: an outcome that is unknown, and no case yet. */
  id: string | null;
  kind: CaseKind;
  accountId: number;
  accountName: string;
  transactionId: string;
  codeService: string;
  direction: 'DEBIT' | 'CREDIT';
  route: string;
  /** Ten-thousandths. */
  amount: bigint;
  currency: string;
  state: State;
  evidence: string | null;
  openedAt: Date;
  closedAt: Date | null;
  resolution: Resolution | null;
  /** Order within the list, in microseconds since 1970. */
  placeUs: string;
}

export interface CasePage {
  of: 'open' | 'closed' | 'unknown';
  /** Null: of all. */
  accountId: number | null;
  kind: CaseKind | null;
  /** The only services that are shown; null: all. */
  services: readonly string[] | null;
  /** Where the page before ended. */
  after: { placeUs: string; accountId: number; id: string } | null;
  limit: number;
}

const ofOperation = `o.account_id as "accountId", a.name as "accountName",
  o.id::text as "transactionId", o.code_service as "codeService",
  o.direction, o.route, o.amount, o.currency, o.state`;
const us = (column: string) => `(extract(epoch from ${column}) * 1000000)::bigint`;
const fits = `($1::integer is null or o.account_id = $1)
  and ($3::text[] is null or o.code_service = any($3))`;

// The bound on the time is for the index, and a little wide: the exact place is compared behind it.
const casesStatement = (of: 'open' | 'closed'): Statement => {
  const at = of === 'open' ? 'd.created_at' : 'd.resolved_at';
  const [beyond, order] = of === 'open' ? ['>', 'asc'] : ['<', 'desc'];
  const from = `to_timestamp($4::bigint / 1000000.0)`;
  const bound =
    of === 'open'
      ? `>= coalesce(${from} - interval '1 millisecond', '-infinity')`
      : `<= coalesce(${from} + interval '1 millisecond', 'infinity')`;
  return {
    name: `list_cases_${of}`,
    text: `
      select d.id::text as id, d.kind, ${ofOperation}, d.evidence, d.created_at as "openedAt",
        d.resolved_at as "closedAt", d.resolution,
        ${us(at)}::text as "placeUs"
      from operation_case d join operation o on o.id = d.operation_id
        and o.account_id = d.account_id join account a on a.id = d.account_id
      where d.resolved_at is ${of === 'open' ? '' : 'not '}null and ${fits}
        and ($2::text is null or d.kind = $2) and ${at} ${bound}
        and ($4::bigint is null or (${us(at)}, d.account_id, d.id) ${beyond} ($4, $5::integer,
          $6::bigint))
      order by ${at} ${order}, d.account_id ${order}, d.id ${order} limit $7`,
  };
};
const unknownMax = 10_000;
const unknownStatement: Statement = {
  name: 'list_unknown_outcomes',
  text: `
    with u as materialized (
      select account_id, id, code_service, direction, route, amount, currency, state, created_at
        from operation
      where state = 'UNKNOWN' order by created_at, account_id, id limit ${unknownMax}
    )
    select null as id, 'unknown_outcome' as kind, ${ofOperation}, null as evidence,
      o.created_at as "openedAt", null::timestamptz as "closedAt",
      null as resolution, ${us('o.created_at')}::text as "placeUs"
    from u o join account a on a.id = o.account_id
    where ${fits} and ($2::text is null or $2 = 'unknown_outcome')
      and ($4::bigint is null or (${us('o.created_at')}, o.account_id, o.id) > ($4, $5::integer,
        $6::bigint))
    order by o.created_at, o.account_id, o.id limit $7`,
};
const statements = {
  open: casesStatement('open'),
  closed: casesStatement('closed'),
  unknown: unknownStatement,
};

export function listCases(
  session: Session,
  { of, accountId, kind, services, after, limit }: CasePage,
): Promise<ListedCase[]> {
  const place = [after?.placeUs ?? null, after?.accountId ?? null, after?.id ?? null];
  return session.query<ListedCase>(statements[of], [accountId, kind, services, ...place, limit]);
}
