// Collects what is stored about one person, by number: for whoever asks what is known about them.
// Reading it is noted in the audit log.

import type { OpenDatabase, Statement } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { recordAudit, type Who } from '../../platform/audit/index.ts';
import { removedPhone } from '../../payments/operations/index.ts';

export interface PersonData {
  phone: string;
  /** Also those whose number was removed: found by its hash, with what is left of them. */
  operations: object[];
  /** Made for them, or paid by them. */
  checkouts: object[];
  payoutLines: object[];
  smsMessages: object[];
  smsInbound: object[];
  smsOptOuts: object[];
}

/** More than one person has; what is beyond is asked for by the operator in parts. */
const rowsMax = 10_000;
const statementMs = 600_000;

const selectOperations: Statement = {
  name: 'export_operations_of_person',
  text: `
    select o.account_id as "accountId", o.id::text as "transactionId",
      o.external_id as "externalTransactionId", o.code_service as "codeService",
      o.phone_given as phone, (o.amount / 10000.0)::text as amount, o.currency, o.state,
        o.created_at as "createdAt",
      o.details -> 'extra' as details, o.client_data as data
    from operation o where o.phone || '' = any ($1::text[]) order by o.id limit ${rowsMax}`,
};
const selectCheckouts: Statement = {
  name: 'export_checkouts_of_person',
  text: `
    select c.account_id as "accountId", c.id, c.link_id as link, c.phone, c.description,
      c.client_data as data, c.created_at as "createdAt"
    from checkout c
    where c.phone = $1 or (c.account_id, c.id) in (
      select o.account_id, o.details -> 'checkout' ->> 'id' from operation o
        where o.phone || '' = any ($2::text[]))
    order by c.created_at, c.id limit ${rowsMax}`,
};
const selectLines: Statement = {
  name: 'export_payout_lines_of_person',
  text: `
    select account_id as "accountId", batch_id::text as "batchId", number, phone_given as phone,
      name, state
    from payout_line where phone = any ($1::text[]) order by batch_id, number limit ${rowsMax}`,
};
const selectMessages: Statement = {
  name: 'export_messages_of_person',
  text: `
    select account_id as "accountId", batch_id::text as "batchId", position, country, operator,
      state, sent_at as "sentAt"
    from sms_message where msisdn = $1::bigint order by batch_id, position limit ${rowsMax}`,
};
const selectInbound: Statement = {
  name: 'export_inbound_of_person',
  text: `
    select account_id as "accountId", id::text as id, recipient, content,
      received_at as "receivedAt"
    from sms_inbound where ltrim(sender, '+') = $1 order by id limit ${rowsMax}`,
};
const selectOptOuts: Statement = {
  name: 'export_opt_outs_of_person',
  text: `select app_id as "appId", source, created_at as "createdAt" from sms_opt_out
    where msisdn = $1::bigint`,
};

/** `phone`: E.164. */
export async function exportPerson(
  database: OpenDatabase,
  who: Who,
  phone: string,
): Promise<PersonData> {
  const patient = database.withDeadline(statementMs);
  const removed = removedPhone(database, phone);
  const digits = phone.replace('+', '');
  const data: PersonData = {
    phone,
    operations: await patient.query(selectOperations, [[phone, removed]]),
    checkouts: await patient.query(selectCheckouts, [phone, [phone, removed]]),
    payoutLines: await patient.query(selectLines, [[phone, removed]]),
    smsMessages: await patient.query(selectMessages, [digits]),
    smsInbound: await patient.query(selectInbound, [digits]),
    smsOptOuts: await patient.query(selectOptOuts, [digits]),
  };
  await inTransaction(database, (session) =>
    recordAudit(session, {
      who,
      action: 'privacy.export',
      subject: `person/${removed}`,
      new: { operations: data.operations.length, smsMessages: data.smsMessages.length },
    }),
  );
  return data;
}
