// Reads which services accounts may use and at which prices, apart from their keys: again only
// where the version of the account is another one.

import { plainArray } from '../../platform/db/array-text.ts';
import type { Session, Statement } from '../../platform/db/database.ts';
import type { PriceEntry } from '../catalogue/index.ts';

/** By code; null: at the price of the catalogue. */
export type AccountServices = ReadonlyMap<string, PriceEntry | null>;

export interface ServicesReader {
  /** By account, as of this version or a later one. */
  read(
    accounts: readonly { id: number; version: number }[],
  ): Promise<ReadonlyMap<number, AccountServices>>;
  /** Absent: of all accounts. */
  forget(accountId?: number): void;
}

const copiesMax = 10_000;
const selectServices: Statement = {
  name: 'select_services_of_accounts',
  text: `select account_id, json_object_agg(code_service, price) as services from account_service
    where account_id = any ($1::integer[]) group by account_id`,
};

interface Row {
  account_id: number;
  services: { readonly [code: string]: PriceEntry | null };
}

export function createServicesReader(session: Session): ServicesReader {
  const copies = new Map<number, { version: number; services: AccountServices }>();
  return {
    async read(accounts) {
      const found = new Map<number, AccountServices>();
      const asked = new Map<number, number>();
      for (const { id, version } of accounts) {
        const copy = copies.get(id);
        if (copy?.version === version) found.set(id, copy.services);
        else asked.set(id, version);
      }
      if (asked.size === 0) return found;
      // Read after the versions: a change between the two is seen here already, and its version the
      // next time.
      const rows = await session.query<Row>(selectServices, [plainArray([...asked.keys()])]);
      for (const { account_id: id, services } of rows)
        found.set(id, new Map(Object.entries(services)));
      if (copies.size + asked.size > copiesMax) copies.clear();
      for (const [id, version] of asked) {
        const services = found.get(id) ?? new Map();
        found.set(id, services);
        copies.set(id, { version, services });
      }
      return found;
    },
    forget(accountId) {
      if (accountId === undefined) copies.clear();
      else copies.delete(accountId);
    },
  };
}
