// Asks carriers, by their own ids, for the end of messages that they have taken and that no report
// has told one of: a carrier that tries a notice a few times only tells nothing more of what it
// reported while no node could be reached.

import { normalPartId } from '@jokko/connectors/kit';
import type { SmsReceipt } from '@jokko/connectors/kit';
import type { Statement } from '../../platform/db/database.ts';
import { valueWithin } from '../../platform/system/deadline.ts';
import type { CarrierConnection } from '../routing/index.ts';
import { toldOf, waitMaxMs, type AskCarriersDeps } from './ask-carriers.ts';
import { mayBeSameNumber } from './part-id.ts';

/**
 * A message is asked for when it has been at the carrier for so long: by the first age nearly every
 * report has come.
 */
const ages = ['1 hour', '6 hours', '24 hours', '72 hours'] as const;
/** The most of one connection and age in a round; what is more waits for the next ones. */
const messagesMax = 100;
/**
 * A node that is the first one now, or again, begins here: what became due before is asked for at
 * the next age.
 */
const behindMax = '1 hour';

/**
 * Parts that one statement looks at, most of which have their receipt, and statements of a
 * connection and age in a round.
 */
const scannedMax = 4_000;
const scansMax = 25;

// Between two times, so that what has its report is passed over once for each age. `$3`, `$4`:
// where the last scan ended; null: nowhere.
const selectDue: Statement = {
  name: 'select_sms_parts_without_an_end',
  text: `
    with span as (
      select greatest(coalesce($3::timestamptz, jokko_now() - $2::interval),
        jokko_now() - $2::interval - interval '${behindMax}') as after,
        jokko_now() - $2::interval as until
    ), scanned as materialized (
      select p.provider_id, p.created_at, p.connection, p.receipt, p.batch_id, p.position,
        p.account_id from span join sms_part p
        on p.batch_id is not null and p.created_at >= span.after and p.created_at < span.until
          and (p.created_at, p.provider_id) > (span.after, $4::text)
      order by p.created_at, p.provider_id limit ${scannedMax}
    ), found as (
      select * from scanned where connection = $1 and receipt is null
        order by created_at, provider_id limit ${messagesMax}
    ), last as (
      select created_at::text as "lastAt", provider_id as "lastId" from scanned
        order by created_at desc, provider_id desc limit 1
    )
    select p.provider_id as id, m.msisdn::text as msisdn, p.created_at::text as at,
      span.until::text as until, (select count(*)::integer from scanned) as scanned,
      "lastAt", "lastId"
    from span left join last on true left join found p on true
    left join sms_message m on m.batch_id = p.batch_id and m.position = p.position
      and m.account_id = p.account_id
      and m.state in ('SENT', 'UNKNOWN') and m.reason is distinct from 'receipts_off'
    order by p.created_at, p.provider_id`,
};

interface Row {
  /** In normal form; null: there is none left. */
  id: string | null;
  /** Null: it has ended meanwhile. */
  msisdn: string | null;
  at: string | null;
  until: string;
  /** How many were looked at, and the last of them. */
  scanned: number;
  lastAt: string | null;
  lastId: string | null;
}

/** Where a scan ended; `more`: short of what is due. */
interface ScanEnd {
  at: string;
  id: string;
  more: boolean;
}

export type AskEndsDeps = Pick<
  AskCarriersDeps,
  'database' | 'routing' | 'connectorOf' | 'contextOf' | 'receipt'
>;

/**
 * Answers one round over all connections whose carrier can be asked. One node's: it remembers how
 * far it came.
 */
export function createAskEnds(deps: AskEndsDeps): () => Promise<void> {
  const places = new Map<string, ScanEnd>();
  async function collect(
    name: string,
    age: (typeof ages)[number],
    numbers: Map<string, string>,
  ): Promise<void> {
    const key = `${name} ${age}`;
    for (let scans = 0; scans < scansMax; scans += 1) {
      const { at = null, id = '' } = places.get(key) ?? {};
      const rows = await deps.database.query<Row>(selectDue, [name, age, at, id]);
      const place = placeAfter(rows);
      places.set(key, place);
      for (const row of rows)
        if (row.id !== null && row.msisdn !== null) numbers.set(row.id, row.msisdn);
      if (!place.more || rows.length === messagesMax) return;
    }
  }
  async function askOne(connection: CarrierConnection): Promise<void> {
    const connector = deps.connectorOf(connection.connector);
    if (connector?.findById === undefined) return;
    if (connector.checkConfig(connection.config).length > 0) return;
    const numbers = new Map<string, string>();
    // Before the carrier is asked: whatever goes wrong is not repeated at once.
    for (const age of ages) await collect(connection.name, age, numbers);
    if (numbers.size === 0) return;
    const context = deps.contextOf(connection);
    const told = toldOf(context, () => connector.findById!(context, [...numbers.keys()]));
    const isEnd = ({ id, state, msisdn }: SmsReceipt): boolean => {
      const number = numbers.get(normalPartId(id));
      return state !== 'enroute' && number !== undefined && mayBeSameNumber(number, msisdn);
    };
    const stored = told.then((receipts) =>
      Promise.all(
        receipts.filter(isEnd).map((receipt) => {
          // With its number: another message that has the same id keeps its own end.
          const msisdn = receipt.msisdn ?? numbers.get(normalPartId(receipt.id))!;
          return deps.receipt(connection.name, { ...receipt, msisdn });
        }),
      ),
    );
    await valueWithin(stored, waitMaxMs, []);
  }
  return async () => void (await Promise.all(deps.routing().connections.map(askOne)));
}

function placeAfter(rows: readonly Row[]): ScanEnd {
  const { at, id, until, scanned, lastAt, lastId } = rows.at(-1)!;
  if (rows.length === messagesMax && at !== null && id !== null) return { at, id, more: true };
  return scanned === scannedMax && lastAt !== null && lastId !== null
    ? { at: lastAt, id: lastId, more: true }
    : { at: until, id: '', more: false };
}
