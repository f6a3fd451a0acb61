// Removes what is stored about one person, by number, when that person asks for it. What something
// is open about stays, and is named.

import type { OpenDatabase, Session, Statement } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { recordAudit, type Who } from '../../platform/audit/index.ts';
import { removedPhone, shownPhone } from '../../payments/operations/index.ts';
import { checkoutForgets, isCheckoutOver } from './checkout-columns.ts';
import { personColumns, type Held, type PersonRow } from './held.ts';
import { removePersons } from './remove.ts';

export interface Erased {
  /** The number as it is shown from now on. */
  shown: string;
  operations: number;
  payoutLines: number;
  smsMessages: number;
  smsInbound: number;
  /**
   * Checkouts made for the person that can still be paid, or are being paid: they keep what their
   * pages show.
   */
  openCheckouts: number;
  /** What stays because something is open about it; asked again later, it is removed. */
  kept: { accountId: number; transactionId: string; held: Held }[];
}

const stepMax = 200;
/** Messages have no index by number: all of the retention period is read. */
const statementMs = 600_000;

// History that comes back out of the archive meanwhile would keep its persons (restored.ts).
const awaitRestore: Statement = {
  name: 'await_restore_of_history',
  text: 'select from personal_data_progress for share',
};
const selectOf: Statement = {
  name: 'select_operations_of_person',
  text: `
    select ${personColumns} from operation o
    where o.phone || '' = $1 and o.id > $2::bigint order by o.id limit ${stepMax} for update of o`,
};
const removeLines: Statement = {
  name: 'remove_person_of_payout_lines',
  text: `
    update payout_line set phone = $2, phone_given = $3, name = '', note = ''
    where phone = $1 and operation_id is null and state in ('failed', 'canceled') returning 1`,
};
// No number is 0. A message that is on its way keeps its own.
const removeMessages: Statement = {
  name: 'remove_person_of_messages',
  text: `
    update sms_message set msisdn = 0
    where msisdn = $1::bigint and state in ('DELIVERED', 'UNDELIVERABLE', 'EXPIRED', 'REJECTED')
      returning 1`,
};
const removeInbound: Statement = {
  name: 'remove_person_of_inbound',
  text: `
    update sms_inbound i set sender = $2, content = null
    where ltrim(sender, '+') = $1 and not exists (
      select from callback c where c.operation_id = i.id and c.account_id = i.account_id)
    returning 1`,
};
const removeOfCheckouts: Statement = {
  name: 'remove_person_of_checkouts_by_number',
  text: `
    with attempts as (update checkout_attempt set phone = null where phone = $1),
      ended as (
        update checkout c set ${checkoutForgets} where c.phone = $1 and ${isCheckoutOver}
      )
    select count(*)::integer as kept from checkout c where c.phone = $1 and not ${isCheckoutOver}`,
};
// An answer that has not left yet. One that left holds neither number nor text.
const dropAnswers: Statement = {
  name: 'remove_person_of_answers',
  text: `
    update notification set state = 'abandoned', last_error = null, ended_at = jokko_now(),
      leased_until = null, address = null, parameters = '{}'
    where kind = 'customerAnswer' and state = 'waiting' and address = $1`,
};

/** `phone`: E.164. Each step is a transaction of its own; asked twice, nothing is done twice. */
export async function erasePerson(
  database: OpenDatabase,
  who: Who,
  phone: string,
): Promise<Erased> {
  const removed = removedPhone(database, phone);
  const shown = shownPhone(removed);
  const kept: Erased['kept'] = [];
  let operations = 0;
  for (let after: string | null = '0'; after !== null;) {
    const from: string = after;
    const rows: PersonRow[] = await inTransaction(database, (session) =>
      eraseStep(session, phone, from),
    );
    for (const { accountId, id, held } of rows)
      if (held === null) operations += 1;
      else kept.push({ accountId, transactionId: id, held });
    after = rows.length === stepMax ? rows.at(-1)!.id : null;
  }
  const digits = phone.replace('+', '');
  const patient = database.withDeadline(statementMs);
  await patient.query(dropAnswers, [phone]);
  const [checkouts] = await patient.query<{ kept: number }>(removeOfCheckouts, [phone]);
  const erased = {
    shown,
    operations,
    payoutLines: (await patient.query(removeLines, [phone, removed, shown])).length,
    smsMessages: (await patient.query(removeMessages, [digits])).length,
    smsInbound: (await patient.query(removeInbound, [digits, shown])).length,
    openCheckouts: checkouts!.kept,
    kept,
  };
  await inTransaction(database, (session) =>
    recordAudit(session, {
      who,
      action: 'privacy.erase',
      subject: `person/${removed}`,
      new: { ...erased, kept: kept.length },
    }),
  );
  return erased;
}

async function eraseStep(session: Session, phone: string, after: string): Promise<PersonRow[]> {
  await session.query(awaitRestore);
  const rows = await session.query<PersonRow>(selectOf, [phone, after]);
  await removePersons(
    session,
    rows.filter(({ held }) => held === null),
  );
  return rows;
}
