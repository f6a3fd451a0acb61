// The door of the ledger.
export { foldFloats, readFloats, type ProviderFloat } from './floats.ts';
export { fundAccount } from './fund.ts';
export { applyTransfer, postingsOf, smsPosting, type Balance, type LedgerEvent, type Transfer } from './postings.ts';
export { loadBalances, writeBalances, writeTransfers, type BalanceRow, type TransferRow } from './store.ts';
