// Asks carriers what became of messages whose answer was lost and whose sender is gone, because its
// node was killed or stopped. What a carrier has gets its id, and its end as soon as the carrier
// knows it. What it does not have stays UNKNOWN: that proves nothing, and nothing is sent again.

import type { SmsConnector, SmsContext, SmsReceipt } from '@jokko/connectors/kit';
import type { Database, Statement } from '../../platform/db/database.ts';
import { valueWithin } from '../../platform/system/deadline.ts';
import type { CarrierConnection, Routing } from '../routing/index.ts';
import type { Command } from './command.ts';
import type { MessagePlace } from './message.ts';
import { isLost } from './lost-answers.ts';
import { lateAnswer, ourReference } from './our-reference.ts';
import { mayBeSameNumber } from './part-id.ts';

/**
 * What was on its way when the answer was lost has arrived by then; a session that lives has asked
 * by itself.
 */
const firstAfter = `interval '2 minutes'`;
/**
 * The next question comes at so many times the age that the message had at the last one: after 8,
 * 32, 128 and 512 minutes, and the sixth after 34 hours.
 */
const ageFactor = 4;
/** Carriers keep their logs for so long. */
const askedFor = `interval '48 hours'`;
/**
 * Messages of a connection in one round, so that it makes one request of a carrier that takes
 * several references.
 */
const messagesMax = 50;
/**
 * Other carriers, and a node that stops, wait no longer for one. What it tells later is taken all
 * the same.
 */
export const waitMaxMs = 5_000;

// Noted before the carrier is asked: no other node asks meanwhile, and whatever goes wrong is not
// repeated at once. Nobody knows the references of a long text that the carrier may have cut.
const takeDue: Statement = {
  name: 'take_lost_sms_answers_to_ask_for',
  text: `
    with due as materialized (
      select batch_id, position, account_id from sms_lost_answer
      where connection = $1 and sent_after > jokko_now() - ${askedFor}
        and jokko_now() >= sent_after + coalesce(${ageFactor} * (asked_at - sent_after),
          ${firstAfter})
      order by sent_after limit ${messagesMax} for update skip locked
    ), taken as (
      update sms_lost_answer l set asked_at = jokko_now() from due d
      where l.batch_id = d.batch_id and l.position = d.position and l.account_id = d.account_id
      returning l.batch_id, l.position, l.account_id, l.connection
    )
    select m.batch_id as "batchId", m.position, m.msisdn::text as msisdn,
      coalesce(cardinality(m.part_ids), case when $2::boolean then b.parts
        else 1 end) as "partsTotal", m.part_ids is not null as "areCounted"
    from taken t join sms_message m on m.batch_id = t.batch_id and m.position = t.position
      and m.account_id = t.account_id
      and ${isLost} and m.connection = t.connection
    join sms_batch b on b.id = m.batch_id and b.account_id = m.account_id`,
};

interface Lost extends MessagePlace {
  /** Digits. */
  msisdn: string;
  partsTotal: number;
  /** Whether any answer was recorded, which told how many parts there are. */
  areCounted: boolean;
}

export interface AskCarriersDeps {
  database: Database;
  routing(): Pick<Routing, 'connections'>;
  connectorOf(name: string): SmsConnector | undefined;
  contextOf(connection: CarrierConnection): SmsContext<CarrierConnection['config']>;
  record(command: Command): Promise<void>;
  /** Resolves once it is stored. */
  receipt(connection: string, receipt: SmsReceipt): Promise<void>;
}

/** One round over all connections whose carrier can be asked. */
export async function askCarriers(deps: AskCarriersDeps): Promise<void> {
  await Promise.all(deps.routing().connections.map((connection) => askOne(connection, deps)));
}

async function askOne(connection: CarrierConnection, deps: AskCarriersDeps): Promise<void> {
  const connector = deps.connectorOf(connection.connector);
  if (connector?.find === undefined || connector.checkConfig(connection.config).length > 0) return;
  const { splits } = connector.capabilities(connection.config);
  const lost = await deps.database.query<Lost>(takeDue, [connection.name, splits]);
  const numbers = new Map(lost.flatMap(referencesOf));
  if (numbers.size === 0) return;
  const context = deps.contextOf(connection);
  const told = toldOf(context, () => connector.find!(context, [...numbers.keys()]));
  const stored = told.then((receipts) =>
    Promise.all(receipts.map((receipt) => storeFound(connection.name, receipt, numbers, deps))),
  );
  await valueWithin(stored, waitMaxMs, []);
}

/** Always resolves. */
export async function toldOf(
  context: Pick<SmsContext<unknown>, 'log'>,
  ask: () => Promise<readonly SmsReceipt[] | null>,
): Promise<readonly SmsReceipt[]> {
  try {
    return (await ask()) ?? [];
  } catch (error) {
    // Its own words may hold a secret.
    const reason = error instanceof Error ? error.name : typeof error;
    context.log('error', 'messages asked for at the carrier: its connector threw', { reason });
    return [];
  }
}

/** The reference of each part, with the recipient's digits. */
function referencesOf({ msisdn, partsTotal, areCounted, ...place }: Lost): [string, string][] {
  if (!areCounted && partsTotal > 1) return [];
  return Array.from({ length: partsTotal }, (_, part) => [
    ourReference(place, part, partsTotal),
    msisdn,
  ]);
}

/**
 * Nothing where it is about another reference, or the reference is another installation's at the
 * same carrier.
 */
async function storeFound(
  connection: string,
  receipt: SmsReceipt,
  numbers: ReadonlyMap<string, string>,
  { record, receipt: store }: AskCarriersDeps,
): Promise<void> {
  const { id, msisdn, ourRef = '', state } = receipt;
  const number = numbers.get(ourRef);
  const late = lateAnswer(connection, ourRef, id);
  if (number === undefined || late === null || !mayBeSameNumber(number, msisdn)) return;
  await record(late);
  // With its number: a message to another number that has the same id keeps it, and its end.
  if (state !== 'enroute') await store(connection, { ...receipt, msisdn: msisdn ?? number });
}
