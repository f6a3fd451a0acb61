// Payment sessions of Medusa as rows in memory.

import { uniqueId } from '../harness/index.ts';

type Data = { [member: string]: unknown };

/** A new one, as Medusa stores it before it asks the plug-in. */
export const newSession = (price: number, data: Data, createdAt: Date) => ({
  id: uniqueId('payses_'),
  status: 'pending' as const,
  amount: String(price),
  currency: 'XOF',
  data,
  createdAt,
});

/** All rows are of one cart. */
export const sessionsIn = <Row extends { id: string }>(rows: Map<string, Row>) => ({
  find: async (id: string) => rows.get(id) ?? null,
  cartOf: async () => 'paycol_1',
  others: async (id: string) => [...rows.values()].filter((row) => row.id !== id),
  async end({ id }: { id: string }, status: 'error' | 'canceled', data: Data) {
    rows.set(id, { ...rows.get(id)!, status, data });
  },
  async note({ id }: { id: string }, data: Data) {
    rows.set(id, { ...rows.get(id)!, data });
  },
});
