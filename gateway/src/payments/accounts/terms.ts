// The terms of an account: its services with their prices, and how many calls it may make. Changes
// many services at once.

import { recordAudit, type Who } from '../../platform/audit/index.ts';
import type { Database, Session, Statement } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { PriceEntry } from '../catalogue/index.ts';
import { giveServices, takeServices } from './service-store.ts';
import { loadAccountServices } from './service-request-store.ts';
import { loadAccount, loadCatalogueCodes, storeSettings } from './store.ts';
import { touch } from './touch.ts';

export interface AccountTerms {
  /** Active services; price null: the catalogue's. */
  services: ReadonlyMap<string, PriceEntry | null>;
  rateLimit: number | null;
}

const upsertServices: Statement = {
  name: 'set_account_services',
  text: `
    insert into account_service (account_id, code_service, price)
    select $1, code, price from json_to_recordset($2) as given (code text, price json)
    on conflict (account_id, code_service) do update set price = excluded.price`,
};

/** Null when there is no such account. */
export async function loadAccountTerms(
  session: Session,
  accountId: number,
): Promise<AccountTerms | null> {
  const account = await loadAccount(session, accountId);
  if (account === null) return null;
  const services = await loadAccountServices(session, accountId);
  return {
    services: new Map(services.map(({ code, price }) => [code, price])),
    rateLimit: account.rate_limit,
  };
}

/**
 * Gives services at these prices, an own price kept from before notwithstanding; others stay as
 * they are. `rateLimit` absent: it stays.
 */
export async function setAccountTermsIn(
  session: Session,
  who: Who,
  change: {
    accountId: number;
    /** Where the terms are from, for the audit log. */
    source: object;
    services: readonly { code: string; price: PriceEntry | null }[];
    rateLimit?: number | null;
  },
): Promise<void> {
  const { accountId, source, services, rateLimit } = change;
  await touch(session, accountId);
  await session.query(upsertServices, [accountId, JSON.stringify(services)]);
  if (rateLimit !== undefined) await storeSettings(session, accountId, { rateLimit });
  await recordAudit(session, {
    who,
    action: 'account.terms',
    accountId,
    subject: `account/${accountId}`,
    new: { ...source, services, ...(rateLimit === undefined ? {} : { rateLimit }) },
  });
}

/** Gives or takes many services at once. Own prices are kept as with a single one. */
export function setAccountServices(
  database: Database,
  who: Who,
  { accountId, codes, active }: { accountId: number; codes: readonly string[]; active: boolean },
): Promise<'done' | 'unknown account' | 'unknown service'> {
  return inTransaction(database, async (session) => {
    if (!(await touch(session, accountId))) return 'unknown account';
    const known = active ? await loadCatalogueCodes(session) : codes;
    if (codes.some((code) => !known.includes(code))) return 'unknown service';
    await (active ? giveServices : takeServices)(session, accountId, codes);
    await recordAudit(session, {
      who,
      action: 'service.set-many',
      accountId,
      subject: `account/${accountId}`,
      new: { codes, active },
    });
    return 'done';
  });
}
