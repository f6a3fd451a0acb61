// SQL statements that store remittance quotes and inquiries.

import type { RemitSendData } from '@jokko/connectors/kit';
import type { Session } from '../../platform/db/database.ts';

interface Remembered {
  accountId: number;
  codeService: string;
  /** Ten-thousandths of the currency unit. */
  amountMinor: bigint;
}

export interface RecentQuote {
  sendData: RemitSendData;
  /** Amount, fees and taxes: ten-thousandths of the currency unit. */
  totalMinor: bigint;
  /** The provider's session of the quote; null where it has none. */
  session: string | null;
}

export async function insertQuote(
  session: Session,
  quote: Remembered & RecentQuote & { corridor: string },
): Promise<void> {
  await session.query(
    {
      name: 'remittance-remember-quote',
      text: `insert into remittance (account_id, code_service, kind, amount, send_data, corridor,
        total, session)
        values ($1, $2, 'quote', $3, $4, $5, $6, $7)`,
    },
    [
      quote.accountId,
      quote.codeService,
      quote.amountMinor,
      JSON.stringify(quote.sendData),
      quote.corridor,
      quote.totalMinor,
      quote.session,
    ],
  );
}

export async function insertInquiry(
  session: Session,
  inquiry: Remembered & { reference: string },
): Promise<void> {
  await session.query(
    {
      name: 'remittance-remember-inquiry',
      text: `insert into remittance (account_id, code_service, kind, amount, reference)
        values ($1, $2, 'lookup', $3, $4)`,
    },
    [inquiry.accountId, inquiry.codeService, inquiry.amountMinor, inquiry.reference],
  );
}

/**
 * The newest quote for the same account, service and amount that is not older than `minutes`; of
 * one corridor, unless that is null.
 */
export async function selectRecentQuote(
  session: Session,
  query: Remembered & { corridor: string | null },
  minutes: number,
): Promise<RecentQuote | null> {
  const rows = await session.query<RecentQuote>(
    {
      name: 'remittance-recent-quote',
      text: `select send_data as "sendData", total as "totalMinor", session from remittance
        where account_id = $1 and code_service = $2 and kind = 'quote' and amount = $3
          and created_at >= jokko_now() - make_interval(mins => $4)
          and ($5::text is null or corridor = $5)
        order by created_at desc, id desc limit 1`,
    },
    [query.accountId, query.codeService, query.amountMinor, minutes, query.corridor],
  );
  return rows[0] ?? null;
}

/** Takes a quote's session away from it; false when it was taken before. */
export async function takeSession(
  session: Session,
  query: Remembered & { session: string },
): Promise<boolean> {
  const rows = await session.query<{ taken: number }>(
    {
      name: 'remittance-take-session',
      text: `update remittance set session = null
        where account_id = $1 and code_service = $2 and kind = 'quote' and amount = $3
          and session = $4
        returning 1 as taken`,
    },
    [query.accountId, query.codeService, query.amountMinor, query.session],
  );
  return rows.length > 0;
}

/**
 * The reference of the newest look-up for the same account, service and amount that is not older
 * than `minutes`.
 */
export async function selectRecentReference(
  session: Session,
  query: Remembered,
  minutes: number,
): Promise<string | null> {
  const rows = await session.query<{ reference: string }>(
    {
      name: 'remittance-recent-reference',
      text: `select reference from remittance
        where account_id = $1 and code_service = $2 and kind = 'lookup' and amount = $3
          and created_at >= jokko_now() - make_interval(mins => $4)
        order by created_at desc, id desc limit 1`,
    },
    [query.accountId, query.codeService, query.amountMinor, minutes],
  );
  return rows[0]?.reference ?? null;
}

/** The amount of the newest look-up of a reference that is not older than `minutes`. */
export async function selectInquiredAmount(
  session: Session,
  {
    accountId,
    codeService,
    reference,
  }: { accountId: number; codeService: string; reference: string },
  minutes: number,
): Promise<bigint | null> {
  const rows = await session.query<{ amount: bigint }>(
    {
      name: 'remittance-looked-up-amount',
      text: `select amount from remittance
        where account_id = $1 and code_service = $2 and kind = 'lookup' and reference = $3
          and created_at >= jokko_now() - make_interval(mins => $4)
        order by created_at desc, id desc limit 1`,
    },
    [accountId, codeService, reference, minutes],
  );
  return rows[0]?.amount ?? null;
}
