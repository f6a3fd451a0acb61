// Corruptions that make a payout line paid twice, or paid although it was given up.

import type { Corruption } from './corruption.ts';

/** A line that failed; `external` is its first id, of an operation of account 1. */
const failedLine = (operation: string, attempt: number): string => `
  insert into portal_user (email, email_key, name) values ('pl', 'pl', 'P L');
  insert into payout_batch (account_id, name, file_name, currency, state, made_by, amount, fees,
    failed)
    select 1, 'b', 'b.csv', 'XOF', 'draft', id, 10000, 0, 1 from portal_user where email = 'pl';
  insert into payout_line (batch_id, number, account_id, file_line, phone_given, amount_given,
    service_given, external_given, name, note,
      phone, amount, code_service, fee, approved_fee, external_id, state, attempt)
    select (select max(id) from payout_batch), 1, 1, 2, '1', '1', '', external_id, '', '', '+1',
      10000, 's', 0, 0,
      external_id || '${attempt === 1 ? '' : `-r${attempt}`}', 'failed', ${attempt} from operation
        where id = ${operation};`;

export const payoutLineCorruptions: readonly Corruption[] = [
  {
    breaks: 'I-43',
    what: 'a line that failed was paid, and does not know it',
    sql: ({ success }) => `${failedLine(success, 1)}
      update operation set client_data = json_build_object('payout', (select max(id) from payout_batch), 'line', 1) where id = ${success};`,
  },
  {
    breaks: 'I-43',
    what: 'two attempts of a line were paid',
    sql: ({ success }) => `${failedLine(success, 2)}
      update operation set external_id = (select external_id from payout_line where attempt = 2)
        where id = (select min(o.id) from operation o where account_id = 1 and state = 'ACCEPTED' and id <> ${success}
          and not exists (select from callback c where c.operation_id = o.id));
      update operation set client_data = json_build_object('payout', (select max(id) from payout_batch), 'line', 1)
        where id = ${success} or external_id = (select external_id from payout_line where attempt = 2);`,
  },
];
