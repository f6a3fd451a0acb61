// Entry point of revenue: what the operator earns in a period, and as a file.

export { revenueFile } from './revenue-file.ts';
export { sumRevenue, totalsOf, type RevenueSum } from './revenue.ts';
