// What our accounts at the carriers of SMS connections hold, read from those that tell it. Entry
// point of the noun.

export { createBalanceReader, tellsBalance, type BalanceReader } from './read-balances.ts';
export { loadCarrierBalances, type CarrierBalance, type CarrierBalances } from './store.ts';
export { carrierBalanceTasks } from './tasks.ts';
