// Corruptions that break the invariants of settlements and floats.

import type { Corruption } from './corruption.ts';

/** A settlement of account 1, refused; with its entries unless `entries` says otherwise. */
const refused = (entries = true, confirmed = true): string => `
  insert into payout_destination (account_id, kind, holder, institution, country, scheme, number,
    added_by, confirmed_by, confirmed_at, usable_from)
    values (1, 'bank', 'Awa', 'BANK', 'SN', 'rib', '1', 1,
      ${confirmed ? "2, now(), now() - interval '1 day'" : 'null, null, null'});
  insert into settlement (account_id, key, destination_id, currency, amount, fee, state, ended_at,
    reason) values (1, 'k', 1, 'XOF', 50000, 0, 'REFUSED', now(), 'r');
  ${entries ? entry('hold', 'available', 'held', -50_000) + entry('void', 'held', 'available', 0) : ''}`;
const entry = (
  verb: string,
  debit: string,
  credit: string,
  change: number,
  settlement = '1',
  account = '1',
): string => `
  insert into transfer (account_id, id, settlement_id, verb, debit, credit, amount, currency,
    available_after)
    select ${account}, (select 900000 + count(*) from transfer), ${settlement}, '${verb}',
      '${debit}', '${credit}', 50000, 'XOF', ${account === '0' ? '0' : `available + ${change}`}
      from balance where account_id = 1;`;

const opening = (account: string, debit: string): string =>
  entry('fund', debit, 'opening', 0, 'null', account);

export const settlementCorruptions: readonly Corruption[] = [
  { breaks: 'I-44', what: 'a settlement was never held', sql: () => refused(false) },
  {
    breaks: 'I-44',
    what: 'a settlement was paid that was refused',
    sql: () => refused() + entry('settle', 'fees', 'treasury', 0),
  },
  {
    breaks: 'I-44',
    what: 'money was settled for nothing',
    sql: () => entry('settle', 'fees', 'treasury', 0, '7'),
  },
  {
    breaks: 'I-44',
    what: 'a destination was used that nobody had confirmed',
    sql: () => refused(true, false),
  },
  {
    breaks: 'I-44',
    what: 'one person alone approved a settlement, and it was sent back',
    sql: () =>
      ` ${refused()} update settlement set state = 'RETURNED', approved_approval_request = 99 where id = 1;`,
  },
  {
    breaks: 'I-45',
    also: 'I-51',
    what: 'a float was topped up without a move',
    sql: () => entry('settle', 'provider:gsma-sandbox', 'treasury', 0, 'null', '0'),
  },
  {
    breaks: 'I-45',
    what: 'a float was topped up that nobody wished for',
    sql: () => ` ${entry('settle', 'provider:gsma-sandbox', 'treasury', 0, 'null', '0')}
      insert into float_move (approval_request_id, transfer_id, route, currency, amount, reference, value_date)
        select 7, max(id), 'gsma-sandbox', 'XOF', 50000, 'r', now()::date from transfer where account_id = 0;`,
  },
  {
    breaks: 'I-45',
    what: 'a float was opened twice',
    reports: [/opens the float of provider:gsma-sandbox in XOF a second time/],
    sql: () => opening('0', 'provider:gsma-sandbox') + opening('0', 'provider:gsma-sandbox'),
  },
  {
    breaks: 'I-45',
    what: 'a float was opened with real money',
    reports: [/opens the float of provider:gsma-sandbox, and this is no sandbox/],
    sql: () =>
      `${opening('0', 'provider:gsma-sandbox')} update installation set mode = 'rehearsal';`,
  },
  {
    breaks: 'I-45',
    what: 'the simulator lent a developer something',
    reports: [/fund from fees to opening opens no float/],
    sql: () => opening('1', 'fees'),
  },
];
