// Payment sessions of Medusa, as far as payments need them.

import type { PaymentSessionStatus } from '@medusajs/framework/types';

export interface Session {
  id: string;
  status: PaymentSessionStatus;
  /** A decimal number as text. */
  amount: string;
  currency: string;
  /** What stands in the session; until the payment was started, what the shop's page sent. */
  data: { [member: string]: unknown };
  createdAt: Date;
}

export interface Sessions {
  find(id: string): Promise<Session | null>;
  /** What stands for the cart or order of a session. */
  cartOf(id: string): Promise<string>;
  /** The other ones of the same cart or order, of this provider. */
  others(id: string): Promise<Session[]>;
  /** Ends a session, so that the cart can be paid by another one. */
  end(
    session: Session,
    status: 'error' | 'canceled',
    data: { [member: string]: unknown },
  ): Promise<void>;
  /** Keeps what is known of its payment. */
  note(session: Session, data: { [member: string]: unknown }): Promise<void>;
}

interface Row {
  id: string;
  status: PaymentSessionStatus;
  provider_id: string;
  payment_collection_id: string;
  amount: unknown;
  raw_amount?: unknown;
  currency_code: string;
  data: { [member: string]: unknown } | null;
  created_at: Date | string;
}

/**
 * The payment module's own service: its workflows change a session by a callback of success only.
 */
export interface PaymentSessionService {
  list(filters: object): Promise<Row[]>;
  update(values: object): Promise<unknown>;
}

/** `textOf`: an amount of Medusa as a decimal number. */
export function sessionsOf(
  service: () => PaymentSessionService,
  textOf: (amount: unknown) => string,
): Sessions {
  const sessionOf = (row: Row): Session => ({
    id: row.id,
    status: row.status,
    amount: textOf(row.raw_amount ?? row.amount),
    currency: row.currency_code.toUpperCase(),
    data: row.data ?? {},
    createdAt: new Date(row.created_at),
  });
  const rowOf = async (id: string): Promise<Row | undefined> =>
    (await service().list({ id: [id] }))[0];
  return {
    async find(id) {
      const row = await rowOf(id);
      return row === undefined ? null : sessionOf(row);
    },
    async cartOf(id) {
      const row = await rowOf(id);
      // Without it nobody knows whether the cart is being paid.
      if (row === undefined) throw new Error(`there is no payment session ${id}`);
      return row.payment_collection_id;
    },
    async others(id) {
      const row = await rowOf(id);
      if (row === undefined) return [];
      const { provider_id, payment_collection_id } = row;
      const rows = await service().list({ provider_id, payment_collection_id });
      return rows.filter((other) => other.id !== id).map(sessionOf);
    },
    async note({ id }, data) {
      await service().update({ id, data });
    },
    async end({ id }, status, data) {
      await service().update({ id, status, data });
    },
  };
}
