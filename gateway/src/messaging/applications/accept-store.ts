// Writes accepted requests to the tables. Called only by the writer, which holds the account
// locks. Columns travel as arrays; what many rows have in common travels once and is picked by its
// number.

import type { Session, Statement } from '../../platform/db/database.ts';
import { bytesArray, plainArray, textArray } from '../../platform/db/array-text.ts';
import { totalsOf, type Destination, type Order } from './order.ts';

/** After the end of its validity a message waits so long for its receipt. */
const receiptWaitMs = 86_400_000;

const insertBatches: Statement = {
  name: 'insert_sms_batches',
  text: `
    insert into sms_batch (account_id, id, app_id, sender, content, encoding, parts, recipients,
      currencies, charged,
      idempotency_key, fingerprint, created_at, report_url, scheduled_at,
      valid_until, finalise_at)
    select b.account_id, b.id, b.app_id, b.sender, b.content, b.encoding, b.parts, b.recipients,
      b.currencies::text[], b.charged::bigint[],
      b.key, b.fingerprint, $1, b.report_url, to_timestamp(b.scheduled_ms / 1000),
      coalesce(to_timestamp(b.scheduled_ms / 1000), $1) + b.valid_ms * interval '1 millisecond',
      coalesce(to_timestamp(b.scheduled_ms / 1000), $1) + (b.valid_ms + ${receiptWaitMs})
        * interval '1 millisecond'
    from unnest($2::integer[], $3::bigint[], $4::integer[], $5::text[], $6::text[], $7::text[],
      $8::smallint[], $9::integer[], $10::text[],
      $11::text[], $12::text[], $13::bytea[], $14::bigint[], $15::float8[], $16::text[])
      as b(account_id, id, app_id, sender, content, encoding, parts, recipients, currencies,
        charged, key, fingerprint, valid_ms, scheduled_ms, report_url)`,
};
const insertMessages: Statement = {
  name: 'insert_sms_messages',
  text: `
    insert into sms_message (account_id, batch_id, position, msisdn, country, operator, connection,
      price, currency, refund_states, state, due_at, updated_at, reports)
    select ($2::integer[])[r.b], ($3::bigint[])[r.b], r.number - ($4::integer[])[r.b], r.msisdn,
      ($5::text[])[r.d], ($6::text[])[r.d], ($7::text[])[r.d], ($8::bigint[])[r.d],
        ($9::text[])[r.d], ($10::smallint[])[r.d], 'ACCEPTED',
      coalesce(to_timestamp(($11::float8[])[r.d] / 1000), $1), $1, ($12::boolean[])[r.b]
    from unnest($13::bigint[], $14::integer[], $15::integer[]) with ordinality as r(msisdn, b, d,
      number)`,
};
const insertRecent: Statement = {
  name: 'insert_sms_recent',
  text: `
    insert into sms_recent (app_id, text_hash, msisdn, until)
    select app_id, text_hash, msisdn, $1::timestamptz + window_ms * interval '1 millisecond'
    from unnest($2::integer[], $3::bytea[], $4::bigint[], $5::bigint[]) as sent(app_id, text_hash,
      msisdn, window_ms)
    on conflict (app_id, text_hash, msisdn) do update set until = excluded.until`,
};

export interface AcceptedOrder {
  /** Digits. */
  batchId: string;
  order: Order;
}

export function insertOrders(
  session: Session,
  accepted: readonly AcceptedOrder[],
  now: Date,
): Promise<unknown>[] {
  const withWindow = accepted.flatMap(({ order }) => (order.textHash === null ? [] : [order]));
  return [
    session.query(insertBatches, [now, ...batchColumns(accepted)]),
    session.query(insertMessages, [now, ...messageColumns(accepted)]),
    ...(withWindow.length === 0
      ? []
      : [session.query(insertRecent, [now, ...recentColumns(withWindow)])]),
  ];
}

function recentColumns(orders: readonly Order[]): string[] {
  const eachOf = <Value>(value: (order: Order) => Value) =>
    orders.flatMap((order) => order.recipients.msisdns.map(() => value(order)));
  return [
    plainArray(eachOf(({ app }) => app.id)),
    bytesArray(eachOf(({ textHash }) => textHash)),
    plainArray(orders.flatMap(({ recipients }) => recipients.msisdns)),
    plainArray(eachOf(({ app }) => app.duplicateWindowMs ?? 0)),
  ];
}

function batchColumns(accepted: readonly AcceptedOrder[]): string[] {
  const orders = accepted.map(({ order }) => order);
  const totals = orders.map(({ recipients }) => totalsOf(recipients));
  return [
    plainArray(orders.map(({ app }) => app.accountId)),
    plainArray(accepted.map(({ batchId }) => batchId)),
    plainArray(orders.map(({ app }) => app.id)),
    textArray(orders.map(({ sender }) => sender)),
    textArray(orders.map(({ text }) => text)),
    plainArray(orders.map(({ encoding }) => encoding)),
    plainArray(orders.map(({ parts }) => parts)),
    plainArray(orders.map(({ recipients }) => recipients.msisdns.length)),
    // An array in an array has no form that unnest() would leave whole: each travels as its text.
    textArray(totals.map((total) => plainArray([...total.keys()]))),
    textArray(totals.map((total) => plainArray([...total.values()]))),
    textArray(orders.map(({ idempotency }) => idempotency?.key ?? null)),
    bytesArray(orders.map(({ idempotency }) => idempotency?.fingerprint ?? null)),
    plainArray(orders.map(({ validForMs }) => validForMs)),
    plainArray(orders.map(({ scheduledAtMs }) => scheduledAtMs)),
    textArray(orders.map(({ reportUrl }) => reportUrl)),
  ];
}

function messageColumns(accepted: readonly AcceptedOrder[]): string[] {
  const numbers = createNumbers();
  const before: number[] = [];
  let rows = 0;
  let msisdns = '';
  let batches = '';
  let destinations = '';
  accepted.forEach(({ order: { recipients } }, index) => {
    const { length } = recipients.msisdns;
    before.push(rows);
    rows += length;
    msisdns += `,${recipients.msisdns.join(',')}`;
    batches += `,${index + 1}`.repeat(length);
    const numberOf = recipients.destinations.map((destination) => `,${numbers.of(destination)}`);
    if (numberOf.length === 1) destinations += numberOf[0]!.repeat(length);
    else for (const destination of recipients.destinationOf) destinations += numberOf[destination];
  });
  return [
    plainArray(accepted.map(({ order }) => order.app.accountId)),
    plainArray(accepted.map(({ batchId }) => batchId)),
    plainArray(before),
    ...numbers.columns(),
    plainArray(accepted.map(({ order }) => order.reportUrl !== null)),
    ...[msisdns, batches, destinations].map((column) => `{${column.slice(1)}}`),
  ];
}

/** Numbers from 1 for destinations; equal ones share theirs. */
function createNumbers() {
  const known = new Map<string, number>();
  const all: Destination[] = [];
  return {
    of(destination: Destination): number {
      const { country, operator, connection, price, currency, refundStates, dueAtMs } = destination;
      const key = `${country} ${operator} ${connection} ${price} ${currency} ${refundStates} ${dueAtMs}`;
      const number = known.get(key);
      if (number !== undefined) return number;
      known.set(key, all.push(destination));
      return all.length;
    },
    columns: (): string[] => [
      plainArray(all.map(({ country }) => country)),
      textArray(all.map(({ operator }) => operator)),
      textArray(all.map(({ connection }) => connection)),
      plainArray(all.map(({ price }) => price)),
      plainArray(all.map(({ currency }) => currency)),
      plainArray(all.map(({ refundStates }) => refundStates)),
      plainArray(all.map(({ dueAtMs }) => dueAtMs)),
    ],
  };
}
