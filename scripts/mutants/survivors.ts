// Mutants that may survive: what they change makes no difference, or none about money.

import { atTheBound, howOften, oneAlone, rowsAtOnce, type Survivor } from './survivor.ts';
import { survivorsOfLedger } from './survivors-ledger.ts';
import { survivorsOfReconciliation } from './survivors-reconciliation.ts';

/** Amounts are whole units of their currency, which has two decimals at most. */
const noSuchCoin = 'no currency has an amount between the two';

const othersTurn = 'when others take their turn decides nothing';

/** A walk begins before the first. */
const fromOne = 'batches and their lines are numbered from one';

const survivors: readonly Survivor[] = [
  {
    file: 'gateway/src/backoffice/approvals/http-money-requests.ts',
    line: "if (kind === 'fund' ? minor <= 0n : minor === 0n) return refuseField('amount', 'notPositive');",
    mutated:
      "if (kind === 'fund' ? minor <= 1n : minor === 0n) return refuseField('amount', 'notPositive');",
    reason: noSuchCoin,
  },
  {
    file: 'gateway/src/backoffice/approvals/store.ts',
    line: 'const openMax = 1_000;',
    mutated: 'const openMax = 1001;',
    reason: 'nobody reads as many',
  },
  {
    file: 'gateway/src/backoffice/approvals/tasks.ts',
    line: 'const everyMs = 5_000;',
    mutated: 'const everyMs = 5001;',
    reason: howOften,
  },
  {
    file: 'gateway/src/backoffice/settlements/paid-weeks.ts',
    line: 'const settlementsAtMost = 2_000;',
    mutated: 'const settlementsAtMost = 2001;',
    reason: rowsAtOnce,
  },
  {
    file: 'gateway/src/backoffice/settlements/tasks.ts',
    line: 'const everyMs = 5_000;',
    mutated: 'const everyMs = 5001;',
    reason: howOften,
  },
  {
    file: 'gateway/src/payments/catalogue/price.ts',
    line: 'if (price.minimum !== null && commission < price.minimum) commission = price.minimum;',
    mutated:
      'if (price.minimum !== null && commission <= price.minimum) commission = price.minimum;',
    reason: atTheBound,
  },
  {
    file: 'gateway/src/payments/catalogue/price.ts',
    line: 'if (price.maximum !== null && commission > price.maximum) commission = price.maximum;',
    mutated:
      'if (price.maximum !== null && commission >= price.maximum) commission = price.maximum;',
    reason: atTheBound,
  },
  {
    file: 'gateway/src/backoffice/payouts/checks-payout-lines.ts',
    line: "where l.attempt > 1 and o.state not in ('FAILED', 'CANCELED', 'REFUNDED')",
    mutated: "where l.attempt >= 1 and o.state not in ('FAILED', 'CANCELED', 'REFUNDED')",
    reason: 'of one attempt there are no two that are paid',
  },
  {
    file: 'gateway/src/backoffice/payouts/complete.ts',
    line: 'let place = { batchId: 0, number: 0 };',
    mutated: 'let place = { batchId: 1, number: 0 };',
    reason: fromOne,
  },
  {
    file: 'gateway/src/backoffice/payouts/complete.ts',
    line: 'let place = { batchId: 0, number: 0 };',
    mutated: 'let place = { batchId: 0, number: 1 };',
    reason: fromOne,
  },
  {
    file: 'gateway/src/backoffice/payouts/complete.ts',
    line: 'place = more ? sent.at(-1)! : { batchId: 0, number: 0 };',
    mutated: 'place = more ? sent.at(-1)! : { batchId: 1, number: 0 };',
    reason: fromOne,
  },
  {
    file: 'gateway/src/backoffice/payouts/complete.ts',
    line: 'place = more ? sent.at(-1)! : { batchId: 0, number: 0 };',
    mutated: 'place = more ? sent.at(-1)! : { batchId: 0, number: 1 };',
    reason: fromOne,
  },
  {
    file: 'gateway/src/backoffice/payouts/http-payout-file.ts',
    line: 'const rowsAtOnce = 250;',
    mutated: 'const rowsAtOnce = 251;',
    reason: rowsAtOnce,
  },
  {
    file: 'gateway/src/backoffice/payouts/lease.ts',
    line: "select batch_id, number from payout_line where state = 'sending' and held_until < now()",
    mutated:
      "select batch_id, number from payout_line where state = 'sending' and held_until <= now()",
    reason: 'a node is late by half a minute, not by a microsecond',
  },
  {
    file: 'gateway/src/backoffice/payouts/lease.ts',
    line: 'let left = balances.find((balance) => balance.currency === currency)?.available ?? 0n;',
    mutated:
      'let left = balances.find((balance) => balance.currency === currency)?.available ?? 1n;',
    reason: noSuchCoin,
  },
  {
    file: 'gateway/src/backoffice/payouts/pay.ts',
    line: "return { type: 'failed', failure: problemsOf(initiated)[0]! };",
    mutated: "return { type: 'failed', failure: problemsOf(initiated)[1]! };",
    reason: 'the quote refuses it before it is ordered',
  },
  {
    file: 'gateway/src/backoffice/payouts/recheck.ts',
    line: 'const linesAtOnce = 500;',
    mutated: 'const linesAtOnce = 501;',
    reason: othersTurn,
  },
  {
    file: 'gateway/src/backoffice/payouts/record.ts',
    line: "if ((await moveLines(session, id, { ...move, ...sent, name: 'handed' })).length > 0) return null;",
    mutated:
      "if ((await moveLines(session, id, { ...move, ...sent, name: 'handed' })).length > 1) return null;",
    reason: 'a line that was handed over is none that had failed',
  },
  {
    file: 'gateway/src/backoffice/payouts/record.ts',
    line: "return (await moveLines(session, id, { ...late, ...sent, name: 'found_late' })).length > 0",
    mutated:
      "return (await moveLines(session, id, { ...late, ...sent, name: 'found_late' })).length >= 0",
    reason: 'a batch without lines on their way is done again in the same commit',
  },
  {
    file: 'gateway/src/backoffice/payouts/store.ts',
    line: 'if (moved.length > 0) await session.query(countMoved, [batchId, from, to, moved.length, amount]);',
    mutated:
      'if (moved.length >= 0) await session.query(countMoved, [batchId, from, to, moved.length, amount]);',
    reason: 'of no lines none are counted',
  },
  {
    file: 'gateway/src/backoffice/payouts/upload.ts',
    line: 'const linesAtOnce = 500;',
    mutated: 'const linesAtOnce = 501;',
    reason: othersTurn,
  },
  {
    file: 'gateway/src/backoffice/payouts/upload.ts',
    line: 'for (let start = 0; start < lines.length; start += linesAtOnce)',
    mutated: 'for (let start = 0; start <= lines.length; start += linesAtOnce)',
    reason: 'of no lines none are stored',
  },
  {
    file: 'gateway/src/backoffice/payouts/upload.ts',
    line: 'let cost = 0n;',
    mutated: 'let cost = 1n;',
    reason: noSuchCoin,
  },
  {
    file: 'gateway/src/backoffice/payouts/upload.ts',
    line: 'if (cost + read.amount + read.fee > costMax)',
    mutated: 'if (cost + read.amount + read.fee >= costMax)',
    reason: noSuchCoin,
  },
  {
    file: 'gateway/src/backoffice/settlements/calendar.ts',
    line: 'const daysAheadMax = 31;',
    mutated: 'const daysAheadMax = 32;',
    reason: 'a day more than a schedule ever needs',
  },
  {
    file: 'gateway/src/backoffice/settlements/checks.ts',
    line: "abs(sum(times)), case when sum(times) < 0 then 'few' else 'often' end) as example",
    mutated: "abs(sum(times)), case when sum(times) <= 0 then 'few' else 'often' end) as example",
    reason: 'what is as often as it is due is not listed',
  },
  {
    file: 'gateway/src/backoffice/settlements/checks.ts',
    line: "and case when m.amount > 0 then t.debit = concat('provider:', m.route) and t.credit = 'treasury'",
    mutated:
      "and case when m.amount >= 0 then t.debit = concat('provider:', m.route) and t.credit = 'treasury'",
    reason: 'a move of nothing is none: a constraint of the database',
  },
  {
    file: 'gateway/src/backoffice/settlements/destination-store.ts',
    line: 'const listMax = 200;',
    mutated: 'const listMax = 201;',
    reason: 'nobody has as many destinations',
  },
  {
    file: 'gateway/src/backoffice/settlements/http-float-moves.ts',
    line: 'const readForecasts = createForecastReader(database, 0);',
    mutated: 'const readForecasts = createForecastReader(database, 1);',
    reason: 'the past weeks may be known for a millisecond',
  },
  {
    file: 'gateway/src/backoffice/settlements/request.ts',
    line: 'if (amount <= 0n || parseAmount(toDecimalString(amount), decimalsOf(currency)) === null)',
    mutated:
      'if (amount <= 1n || parseAmount(toDecimalString(amount), decimalsOf(currency)) === null)',
    reason: noSuchCoin,
  },
  {
    file: 'gateway/src/backoffice/settlements/schedules.ts',
    line: '(balance?.available ?? 0n) - keep,',
    mutated: '(balance?.available ?? 1n) - keep,',
    reason: noSuchCoin,
  },
  {
    file: 'gateway/src/backoffice/settlements/store.ts',
    line: 'text: `select ${settlementColumns} ${settlementRows} where s.account_id = $1 and s.id < $2 order by s.account_id desc, s.id desc limit $3`,',
    mutated:
      'text: `select ${settlementColumns} ${settlementRows} where s.account_id = $1 and s.id < $2 order by s.account_id asc, s.id desc limit $3`,',
    reason: oneAlone,
  },
  {
    file: 'gateway/src/backoffice/settlements/store.ts',
    line: 'text: `select ${settlementColumns} ${settlementRows} where s.state = $1 and s.id < $2 order by s.state desc, s.id desc limit $3`,',
    mutated:
      'text: `select ${settlementColumns} ${settlementRows} where s.state = $1 and s.id < $2 order by s.state asc, s.id desc limit $3`,',
    reason: oneAlone,
  },
  {
    file: 'gateway/src/backoffice/settlements/terms.ts',
    line: 'const none: Terms = { minimum: 0n, maximum: null, fee: 0n, feeShare: 0 };',
    mutated: 'const none: Terms = { minimum: 1n, maximum: null, fee: 0n, feeShare: 0 };',
    reason: noSuchCoin,
  },
  {
    file: 'gateway/src/backoffice/settlements/terms.ts',
    line: 'if (covered <= 0n) return 0n;',
    mutated: 'if (covered < 0n) return 0n;',
    reason: atTheBound,
  },
  {
    file: 'gateway/src/backoffice/settlements/terms.ts',
    line: 'if (covered <= 0n) return 0n;',
    mutated: 'if (covered <= 1n) return 0n;',
    reason: noSuchCoin,
  },
  {
    file: 'gateway/src/backoffice/settlements/terms.ts',
    line: 'return maximum !== null && covered > maximum ? payable(maximum) : covered;',
    mutated: 'return maximum !== null && covered >= maximum ? payable(maximum) : covered;',
    reason: atTheBound,
  },
  ...survivorsOfLedger,
  ...survivorsOfReconciliation,
];

export const isSurvivor = (file: string, line: string, mutated: string): boolean =>
  survivors.some((each) => each.file === file && each.line === line && each.mutated === mutated);
