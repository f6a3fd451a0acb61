// Entry point of the ledger: postings, balances, floats, statements, and the doctor's checks of
// them.
export { readFloats, type FloatHour, type ProviderFloat } from './floats.ts';
export { createForecastReader, type ForecastOf } from './float-forecast.ts';
export { isOpening, openFloat } from './float-opening.ts';
export { createHeldReader } from './held.ts';
export { bookIn, lockAccountIn, type Booked } from './book.ts';
export {
  listFloatMoves,
  listMovesOfReferences,
  moveFloatIn,
  type FloatMove,
} from './float-moves.ts';
export {
  adjustAccountIn,
  adjustPosting,
  fundAccount,
  fundAccountIn,
  fundPosting,
  type FundOrder,
} from './fund.ts';
export {
  applyTransfer,
  balanceMax,
  floatPosting,
  postingsOf,
  settlementPostings,
  smsPosting,
  type Balance,
  type LedgerEvent,
  type SettlementEvent,
  type Transfer,
} from './postings.ts';
export {
  emptyBalance,
  loadBalances,
  takeNumber,
  writeBalances,
  writeTransfers,
  type BalanceRow,
  type TransferRow,
} from './store.ts';
export { gainOf, previewBalance, type BalancePreview } from './preview.ts';
export {
  eachOfStatement,
  effectOf,
  readBounds,
  readStatement,
  readTransfersOf,
  readTransfersOfSettlement,
  type StatementLine,
  type StatementPeriod,
} from './statement.ts';
export { ledgerTasks } from './tasks.ts';
