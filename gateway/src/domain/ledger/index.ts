// The door of the ledger.
export { foldFloats, readFloats, type ProviderFloat } from './floats.ts';
export { adjustAccountIn, fundAccount, fundAccountIn, type Booked, type FundOrder } from './fund.ts';
export { applyTransfer, postingsOf, smsPosting, type Balance, type LedgerEvent, type Transfer } from './postings.ts';
export { loadBalances, writeBalances, writeTransfers, type BalanceRow, type TransferRow } from './store.ts';
export {
  eachOfStatement,
  effectOf,
  readBounds,
  readStatement,
  readTransfersOf,
  type StatementLine,
  type StatementPeriod,
} from './statement.ts';
