// What providers report of themselves, pulled over their protocols: our balance there, and the
// statement of each day. Entry point of the noun.

export { listProviderBalances, listStatementPulls } from './store.ts';
export type { ProviderBalance, StatementPull } from './store.ts';
export { providerReportTasks } from './tasks.ts';
