// Public interface of remittance: this account's recent quotes and inquiries, to which an
// operation may refer (rule O7), and what a quote asks for (rule O9).

import type { RemitSendData } from '@jokko/connectors/kit';
import type { Session } from '../../platform/db/database.ts';
import { corridorOf } from './quoted.ts';
import {
  insertInquiry,
  insertQuote,
  selectInquiredAmount,
  selectRecentQuote,
  selectRecentReference,
  takeSession,
  type RecentQuote,
} from './store.ts';

export { isSameSendData, sessionOf, totalOf } from './quoted.ts';
export type { RecentQuote } from './store.ts';

/**
 * An operation may lean on a quote or look-up for the same service and amount for this long (rule
 * O7).
 */
const recentMinutes = 30;

export interface RemittanceQuery {
  accountId: number;
  codeService: string;
  /** Ten-thousandths of the currency unit. */
  amountMinor: bigint;
}

/** Remembers a successful send quote: for whom, and what it asks for. */
export function rememberQuote(
  session: Session,
  quote: RemittanceQuery & RecentQuote,
): Promise<void> {
  return insertQuote(session, { ...quote, corridor: corridorOf(quote.sendData) });
}

/**
 * Remembers a successful look-up of a reference number; the amount is the one that the record says
 * is received.
 */
export function rememberInquiry(
  session: Session,
  inquiry: RemittanceQuery & { reference: string },
): Promise<void> {
  return insertInquiry(session, inquiry);
}

/**
 * This account's newest quote for the same service and amount within 30 minutes; null when there is
 * none. With `sendData`, only one whose price holds for it: same countries, currencies and way of
 * delivery.
 */
export function recentQuote(
  session: Session,
  query: RemittanceQuery,
  sendData: RemitSendData | null,
): Promise<RecentQuote | null> {
  const corridor = sendData === null ? null : corridorOf(sendData);
  return selectRecentQuote(session, { ...query, corridor }, recentMinutes);
}

/**
 * Takes the session of a quote for one operation: a provider sends one remittance under it. False
 * when another operation has it; the quote still says what it costs.
 */
export function takeQuoteSession(
  session: Session,
  quote: RemittanceQuery & { session: string },
): Promise<boolean> {
  return takeSession(session, quote);
}

/**
 * `referenceNumber` of this account's newest look-up for the same service and amount within 30
 * minutes; null when there is none.
 */
export function recentReference(session: Session, query: RemittanceQuery): Promise<string | null> {
  return selectRecentReference(session, query, recentMinutes);
}

/**
 * What this account's newest look-up of a reference within 30 minutes says is received, in
 * ten-thousandths; null when it looked nothing up. A pick-up of another amount is a mistake.
 */
export function inquiredAmount(
  session: Session,
  query: { accountId: number; codeService: string; reference: string },
): Promise<bigint | null> {
  return selectInquiredAmount(session, query, recentMinutes);
}
