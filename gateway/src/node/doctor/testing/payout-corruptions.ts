// Corruptions that break the invariant of bulk payouts.

import type { Corruption } from './corruption.ts';

const users = `insert into portal_user (email, email_key, name) values ('pa', 'pa', 'P A'),
  ('pb', 'pb', 'P B');`;
const idOfFirst = `(select id from portal_user where email = 'pa')`;
/** One line of account 1, draft or as told; `state` of the batch. */
const batch = (state: string, line: string, columns = ''): string => `${users}
  insert into payout_batch (account_id, name, file_name, currency, state, made_by, amount, fees, ${line})
    values (1, 'b', 'b.csv', 'XOF', '${state}', ${idOfFirst}, 10000, 0, 1);
  insert into payout_line (batch_id, number, account_id, file_line, phone_given, amount_given, service_given, external_given, name, note,
      phone, amount, code_service, fee, approved_fee, external_id, state, operation_id)
    values ((select max(id) from payout_batch), 1, 1, 2, '1', '1', '', '', '', '', '+1', 10000, 's', 0, 0, 'corrupt-1', '${line}',
      ${columns === '' ? 'null' : columns});`;
const anyOperation = '(select id from operation where account_id = 1 limit 1)';
/** Once it was sent, a line has one. */
const operationOf = (state: string): string =>
  state === 'sent' || state === 'succeeded' ? anyOperation : '';

export const payoutCorruptions: readonly Corruption[] = [
  {
    breaks: 'I-42',
    what: 'a batch counts a line that it does not have',
    sql: () => `${batch('draft', 'draft')} update payout_batch set draft = 2;`,
  },
  {
    breaks: 'I-42',
    what: 'a batch has another sum than its lines',
    sql: () => `${batch('draft', 'draft')} update payout_batch set amount = 1;`,
  },
  {
    breaks: 'I-42',
    what: 'a batch says that something was paid',
    sql: () => `${batch('draft', 'draft')} update payout_batch set paid = 10000;`,
  },
  ...['waiting', 'sending', 'sent'].map((state) => ({
    breaks: 'I-42',
    what: `a batch is done while a line of it is ${state}`,
    sql: () => batch('done', state, operationOf(state)),
    reports: [/ is done, and has lines that can still move$/],
  })),
  ...['waiting', 'sending', 'sent', 'succeeded'].map((state) => ({
    breaks: 'I-42',
    what: `a line is ${state} of a batch that nobody has approved`,
    sql: () => batch('running', state, operationOf(state)),
    reports: [/ has 1 lines on their way, and no second person has approved it$/],
  })),
  {
    breaks: 'I-42',
    what: 'a line leads to the transaction of somebody else',
    sql: () => batch('draft', 'failed', anyOperation),
  },
];
