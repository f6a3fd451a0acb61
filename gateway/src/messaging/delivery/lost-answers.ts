// Finds the receipts of messages whose answer was lost. Such a receipt names an id that we never
// learned; it is taken for a message's when it is for the same number over the same connection,
// came after the message was sent and before its time was over, and exactly one message fits.
// Otherwise the message stays UNKNOWN, and the receipt is kept.

import type { Session, Statement } from '../../platform/db/database.ts';
import type { Command } from './command.ts';
import type { MessagePlace } from './message.ts';

/** Pairs of message and receipt that one round looks at. */
const pairsMax = 5_000;
/** A receipt comes at most so long after the validity, as everywhere (finalise.ts). */
const afterValidity = `interval '1 day'`;

/** Numbers are equal with and without their country: the shorter one ends the longer one. */
const isSameNumber = (one: string, other: string): string =>
  `(${one}::text like '%' || ${other}::text or ${other}::text like '%' || ${one}::text)`;

/**
 * Nothing is known of it; `m`: the message. One that waits to be sent again is not, once it is
 * known.
 */
export const isLost = `(m.state = 'UNKNOWN' or m.state = 'ACCEPTED' and m.reason = 'sent_again')`;

// A message that is being sent to the number may be what a receipt is about: its answer decides
// first.
const selectPairs: Statement = {
  name: 'select_receipts_of_lost_sms_answers',
  text: `
    with lost as materialized (
      -- First, and by their keys: there are few of them, and millions of messages.
      -- What leased it may have begun before the message was there.
      select l.batch_id, l.position, l.msisdn, l.connection,
        greatest(l.sent_after, b.created_at) as sent_after, m.part_ids, m.state,
        b.parts, b.valid_until
      from (select account_id, batch_id, position, msisdn, connection, sent_after
        from sms_lost_answer offset 0) l
      join sms_message m on m.batch_id = l.batch_id and m.position = l.position
        and m.account_id = l.account_id
        and ${isLost} and m.connection = l.connection
      join sms_batch b on b.id = l.batch_id and b.account_id = l.account_id
    ), pairs as materialized (
      select l.batch_id, l.position, l.msisdn, l.part_ids, l.state, l.parts, p.connection,
        p.provider_id
      from lost l
      join sms_part p on p.batch_id is null and p.connection = l.connection
        and p.msisdn % 10000000 = l.msisdn % 10000000
        and p.created_at between l.sent_after and l.valid_until + ${afterValidity}
      -- With a tab: the id is another number's, too (part-id.ts).
      where ${isSameNumber('p.msisdn', 'l.msisdn')} and position(chr(9) in p.provider_id) = 0
      order by p.connection, l.msisdn limit ${pairsMax}
    ), sending as materialized (
      select m.connection, m.msisdn from sms_lease c cross join unnest(c.batch_ids,
        c.positions) as k(batch_id, position)
      join sms_message m on m.batch_id = k.batch_id and m.position = k.position
        and m.state = 'SENDING'
    )
    select batch_id as "batchId", position, part_ids as "partIds", state = 'ACCEPTED' as waits,
      parts, connection, provider_id as id,
      count(*) over (partition by connection, provider_id)::integer as candidates
    from pairs p
    where not exists (select from sending s where s.connection = p.connection
      and s.msisdn = p.msisdn)
    order by batch_id, position, provider_id`,
};

interface Pair extends MessagePlace {
  /** Null: nothing of it was answered, not even how many parts there are. */
  partIds: (string | null)[] | null;
  /** To be sent again: whatever of it has no id. */
  waits: boolean;
  /** How many parts the messages of its batch have. */
  parts: number;
  connection: string;
  /** That the receipt names, in normal form. */
  id: string;
  /** Messages that the receipt fits. */
  candidates: number;
}

/** One round. */
export async function matchLostAnswers(
  database: Session,
  record: (command: Command) => Promise<void>,
): Promise<void> {
  const pairs = await database.query<Pair>(selectPairs);
  const byMessage = Map.groupBy(pairs, ({ batchId, position }) => `${batchId} ${position}`);
  await Promise.all([...byMessage.values()].flatMap(lateAnswersOf).map(record));
}

/**
 * What the receipts tell of one message; nothing where they may be another's, or are more than the
 * parts that lack an id.
 */
function lateAnswersOf(pairs: readonly Pair[]): Command[] {
  const [{ partIds, parts, waits } = { partIds: null, parts: 0, waits: false }] = pairs;
  // Without any answer a long text may have been cut by the carrier: then nobody knows how many
  // receipts are to come.
  const ids = partIds ?? (parts === 1 ? [null] : []);
  const missing = ids.flatMap((id, part) => (id === null ? [part] : []));
  if (pairs.length > missing.length || pairs.some(({ candidates }) => candidates > 1)) return [];
  // If some parts only were lost, nobody knows which they are, and the wrong ones would be sent
  // again.
  if (waits && pairs.length < missing.length) return [];
  return pairs.map(({ batchId, position, connection, id }, index) => ({
    type: 'late',
    key: { batchId, position },
    connection,
    // Which part a receipt is about is not known, and makes no difference once all of them have
    // one.
    part: missing[index]!,
    isOnly: ids.length === 1,
    id,
    ofReceipt: true,
  }));
}

// First by the ids, which are nearly always known. `$3`: the number as the receipt writes it.
const selectIsAwaited: Statement = {
  name: 'is_sms_receipt_awaited',
  text: `
    select exists (
        select from sms_part p where p.connection = $1 and p.provider_id = any($2::text[])
          and p.batch_id is not null
          and (p.msisdn is null or ${isSameNumber('p.msisdn', '$3::bigint')})
      ) or exists (
        select from sms_lost_answer l where l.connection = $1
          and ${isSameNumber('l.msisdn', '$3::bigint')}
      ) or exists (
        select from sms_lease c cross join unnest(c.batch_ids, c.positions) as k(batch_id, position)
        join sms_message m on m.batch_id = k.batch_id and m.position = k.position
          and m.state = 'SENDING'
        where m.connection = $1 and ${isSameNumber('m.msisdn', '$3::bigint')}
      ) as awaited`,
};

/**
 * Whether a message of ours to the number waits for a receipt that may name one of the ids (normal
 * forms).
 */
export async function isReceiptAwaited(
  session: Session,
  connection: string,
  ids: readonly string[],
  msisdn: string,
): Promise<boolean> {
  const [row] = await session.query<{ awaited: boolean }>(selectIsAwaited, [
    connection,
    ids,
    msisdn,
  ]);
  return row!.awaited;
}
