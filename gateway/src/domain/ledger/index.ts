// The door of the ledger.
export { foldFloats, readFloats, type ProviderFloat } from './floats.ts';
export { bookIn, lockAccountIn, type Booked } from './book.ts';
export { listFloatMoves, listMovesOfReferences, moveFloatIn, type FloatMove } from './float-moves.ts';
export { adjustAccountIn, fundAccount, fundAccountIn, type FundOrder } from './fund.ts';
export {
  applyTransfer,
  postingsOf,
  settlementPostings,
  smsPosting,
  type Balance,
  type LedgerEvent,
  type SettlementEvent,
  type Transfer,
} from './postings.ts';
export { loadBalances, writeBalances, writeTransfers, type BalanceRow, type TransferRow } from './store.ts';
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
