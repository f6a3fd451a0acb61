// Remittance: what did this account quote or look up lately, that an operation may lean on (rule O7)? The door of the noun.

import type { RemitSendData } from '@jokko/connector-kit';
import type { Session } from '../../db/database.ts';
import { insertRemittance, selectLookedUpAmount, selectRecent } from './store.ts';

/** An operation may lean on a quote or look-up for the same service and amount for this long (rule O7). */
const recentMinutes = 30;

export interface RemittanceQuery {
  accountId: number;
  codeService: string;
  /** Ten-thousandths of the currency unit. */
  amountMinor: bigint;
}

/** Remembers the data of a successful send quote. */
export function rememberQuote(session: Session, quote: RemittanceQuery & { sendData: RemitSendData }): Promise<void> {
  return insertRemittance(session, 'quote', quote);
}

/** Remembers a successful look-up of a reference number; the amount is the one that the record says is received. */
export function rememberLookup(session: Session, lookup: RemittanceQuery & { reference: string }): Promise<void> {
  return insertRemittance(session, 'lookup', lookup);
}

/** `remitSendData` of this account's newest quote for the same service and amount within 30 minutes; null when there is none. */
export async function recentSendData(session: Session, query: RemittanceQuery): Promise<RemitSendData | null> {
  return (await selectRecent(session, 'quote', query, recentMinutes))?.sendData ?? null;
}

/** `referenceNumber` of this account's newest look-up for the same service and amount within 30 minutes; null when there is none. */
export async function recentReference(session: Session, query: RemittanceQuery): Promise<string | null> {
  return (await selectRecent(session, 'lookup', query, recentMinutes))?.reference ?? null;
}

/**
 * What this account's newest look-up of a reference within 30 minutes says is received, in ten-thousandths; null when it looked nothing up.
 * A pick-up of another amount is a mistake.
 */
export function lookedUpAmount(
  session: Session,
  query: { accountId: number; codeService: string; reference: string },
): Promise<bigint | null> {
  return selectLookedUpAmount(session, query, recentMinutes);
}
