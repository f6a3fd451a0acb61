// Mutants of the ledger that may survive.

import { atTheBound, howOften, oneAlone, rowsAtOnce, type Survivor } from './survivor.ts';

const byTime = 'what was read beyond a period is left out by its time';

export const survivorsOfLedger: readonly Survivor[] = [
  {
    file: 'gateway/src/payments/ledger/checks-fees.ts',
    line: 'where a.fee > 0 group by a.operation_id, o.route, o.currency',
    mutated: 'where a.fee >= 0 group by a.operation_id, o.route, o.currency',
    reason: 'a fee of zero is told and booked as none',
  },
  {
    file: 'gateway/src/payments/ledger/checks-postings.ts',
    line: "where o.direction = 'CREDIT' and o.amount > 0",
    mutated: "where o.direction = 'CREDIT' and o.amount >= 0",
    reason: 'nobody collects nothing',
  },
  {
    file: 'gateway/src/payments/ledger/checks-postings.ts',
    line: "select format('account %s operation %s, %s %s of %s + %s %s: %s', o.account_id, o.id, o.direction, o.state, o.amount, o.commission, o.currency,",
    mutated:
      "select format('account %s operation %s, %s %s of %s - %s %s: %s', o.account_id, o.id, o.direction, o.state, o.amount, o.commission, o.currency,",
    reason: 'the words of what is found',
  },
  {
    file: 'gateway/src/payments/ledger/float-forecast.ts',
    line: '.reduce((low, left) => (left < low ? left : low), 0n);',
    mutated: '.reduce((low, left) => (left < low ? left : low), 1n);',
    reason: 'only what is below zero is missing',
  },
  {
    file: 'gateway/src/payments/ledger/float-forecast.ts',
    line: '.reduce((low, left) => (left < low ? left : low), 0n);',
    mutated: '.reduce((low, left) => (left <= low ? left : low), 0n);',
    reason: atTheBound,
  },
  {
    file: 'gateway/src/payments/ledger/float-forecast.ts',
    line: '.slice(0, hoursOfWeek + 1)',
    mutated: '.slice(0, hoursOfWeek + 2)',
    reason: 'of the hours each 24th is shown',
  },
  ...[
    ['const atOnceMax = 20_000;', 'const atOnceMax = 20001;'],
    [
      '), few as (select count(*) <= ${atOnceMax} as "areFew" from recent), part as (',
      '), few as (select count(*) < ${atOnceMax} as "areFew" from recent), part as (',
    ],
    [
      'where created_at >= (select "from" from time) and created_at < (select until from time) limit ${atOnceMax + 1}',
      'where created_at >= (select "from" from time) and created_at < (select until from time) limit ${atOnceMax + 2}',
    ],
  ].map(([line, mutated]) => ({
    file: 'gateway/src/payments/ledger/floats.ts',
    line: line!,
    mutated: mutated!,
    reason: 'how many transfers one statement adds up is a matter of time',
  })),
  {
    file: 'gateway/src/payments/ledger/floats.ts',
    line: 'where created_at >= (select "from" from time) and created_at < (select until from time) limit ${atOnceMax + 1}',
    mutated:
      'where created_at >= (select "from" from time) and created_at <= (select until from time) limit ${atOnceMax + 1}',
    reason: 'nothing is moved at the end of time',
  },
  {
    file: 'gateway/src/payments/ledger/floats.ts',
    line: 'if (stretch.rows > 0)',
    mutated: 'if (stretch.rows >= 0)',
    reason: 'a stretch without transfers adds nothing',
  },
  {
    file: 'gateway/src/payments/ledger/floats.ts',
    line: 'if (stretch.rows > 0 || stretch.isLast) return stretch;',
    mutated: 'if (stretch.rows > 1 || stretch.isLast) return stretch;',
    reason: 'how far a round comes is a matter of time',
  },
  {
    file: 'gateway/src/payments/ledger/floats.ts',
    line: `select "end"::text, clock_offset::text as offset, "end" < moment as more,
      "end" > $1::timestamptz as forward from round\`,`,
    mutated: `select "end"::text, clock_offset::text as offset, "end" < moment as more,
      "end" >= $1::timestamptz as forward from round\`,`,
    reason: 'a round that begins in the microsecond in which it ends has nothing',
  },
  {
    file: 'gateway/src/payments/ledger/tasks.ts',
    line: "{ name: 'provider floats', everyMs: 15_000, runOnce: () => foldFloats(database) },",
    mutated: "{ name: 'provider floats', everyMs: 15001, runOnce: () => foldFloats(database) },",
    reason: howOften,
  },
  {
    file: 'gateway/src/payments/ledger/fund.ts',
    line: 'amount > 0n',
    mutated: 'amount >= 0n',
    reason: 'nobody corrects a balance by zero',
  },
  {
    file: 'gateway/src/payments/ledger/postings.ts',
    line: 'return amount > 0n',
    mutated: 'return amount >= 0n',
    reason: 'a move of nothing is none',
  },
  {
    file: 'gateway/src/payments/ledger/statement.ts',
    line: 'select case when p.at < $2::timestamptz then p.id else h.low end, case when p.at < $2::timestamptz then h.high else h.middle end',
    mutated:
      'select case when p.at <= $2::timestamptz then p.id else h.low end, case when p.at < $2::timestamptz then h.high else h.middle end',
    reason: byTime,
  },
  {
    file: 'gateway/src/payments/ledger/statement.ts',
    line: 'const disorderMs = 120_000;',
    mutated: 'const disorderMs = 120001;',
    reason: byTime,
  },
  {
    file: 'gateway/src/payments/ledger/statement.ts',
    line: 'from === null ? 0n : firstSince(from.getTime() - disorderMs),',
    mutated: 'from === null ? 1n : firstSince(from.getTime() - disorderMs),',
    reason: 'an account’s transfers are numbered from one',
  },
  {
    file: 'gateway/src/payments/ledger/statement.ts',
    line: 'from === null ? 0n : firstSince(from.getTime() - disorderMs),',
    mutated: 'from === null ? 0n : firstSince((-disorderMs)),',
    reason: byTime,
  },
  {
    file: 'gateway/src/payments/ledger/statement.ts',
    line: 'text: `select ${columns} from transfer where account_id = $1 and id >= $2 and id < $3 order by account_id desc, id desc limit $4`,',
    mutated:
      'text: `select ${columns} from transfer where account_id = $1 and id >= $2 and id < $3 order by account_id asc, id desc limit $4`,',
    reason: oneAlone,
  },
  {
    file: 'gateway/src/payments/ledger/statement.ts',
    line: 'text: `select ${columns} from transfer where account_id = $1 and id >= $2 and id < $3 order by account_id, id limit $4`,',
    mutated:
      'text: `select ${columns} from transfer where account_id = $1 and id >= $2 and id <= $3 order by account_id, id limit $4`,',
    reason: byTime,
  },
  {
    file: 'gateway/src/payments/ledger/statement.ts',
    line: 'const readAtOnce = 250;',
    mutated: 'const readAtOnce = 251;',
    reason: rowsAtOnce,
  },
  {
    file: 'gateway/src/payments/ledger/statement.ts',
    line: 'const numbers = { first, end: before === null || before > end ? end : before };',
    mutated: 'const numbers = { first, end: before === null || before >= end ? end : before };',
    reason: atTheBound,
  },
  {
    file: 'gateway/src/payments/ledger/statement.ts',
    line: 'if (found.length >= limit) break;',
    mutated: 'if (found.length > limit) break;',
    reason: rowsAtOnce,
  },
  {
    file: 'gateway/src/payments/ledger/statement.ts',
    line: 'const order = { newestFirst: true, atOnce: 50 };',
    mutated: 'const order = { newestFirst: true, atOnce: 51 };',
    reason: rowsAtOnce,
  },
  {
    file: 'gateway/src/payments/ledger/store.ts',
    line: 'if (last_transfer > numbering.last) numbering.last = last_transfer;',
    mutated: 'if (last_transfer >= numbering.last) numbering.last = last_transfer;',
    reason: atTheBound,
  },
];
