// Asks a provider what a remittance costs, and charges an operation exactly that (rules O7, O9). No
// transaction is open while the provider is asked.

import { errorIds, toDecimalString } from '@jokko/contract';
import { refusalRow } from '@jokko/connectors/kit';
import type { ProviderError, RemitQuote, RemitSendData } from '@jokko/connectors/kit';
import type { Session } from '../../../platform/db/database.ts';
import {
  isSameSendData,
  recentQuote,
  rememberQuote,
  sessionOf,
  takeQuoteSession,
  totalOf,
  type RecentQuote,
} from '../../remittance/index.ts';
import type { Admitted } from './admit.ts';
import type { Refusal } from '../model/commands.ts';
import type { OperationTerms } from '../model/operation.ts';
import type { Provider } from '../attempts/providers.ts';
import { refusalOf } from '../attempts/read-outcome.ts';
import { valueWithin } from '../../../platform/system/deadline.ts';

/**
 * An initiation waits for a quote no longer than this: its answer leaves in well under 5 s (rule
 * O10).
 */
const quoteTimeoutMs = 3_000;

/** These errors say nothing about the remittance: the same request may be sent again. */
const noQuote: { error: ProviderError } = {
  error: { ...refusalRow(errorIds.operatorDown, 'sameAttempt'), provider: 'no usable quote' },
};

export interface QuoteOrder {
  accountId: number;
  codeService: string;
  /** Ten-thousandths of the currency unit. */
  amount: bigint;
  currency: string;
  sendData: RemitSendData;
}

/** Returns the provider's quote. A quote that could not be charged counts as none. */
async function askForQuote(
  provider: Provider,
  { codeService, amount, currency, sendData }: QuoteOrder,
): Promise<{ quote: RemitQuote; recent: RecentQuote } | { error: ProviderError }> {
  const order = { codeService, amount, currency, data: sendData };
  const quoted = await provider.connector.quote!(provider.context, order);
  if ('error' in quoted) return quoted;
  const { quote } = quoted;
  const totalMinor = totalOf(quote, { amountMinor: amount, currency });
  return totalMinor === null
    ? noQuote
    : { quote, recent: { sendData, totalMinor, session: sessionOf(quote) } };
}

/** Asks for a quote and stores it for the operation that follows. */
export async function quoteForAccount(
  database: Session,
  provider: Provider,
  order: QuoteOrder,
): Promise<{ quote: RemitQuote } | { error: ProviderError }> {
  const asked = await askForQuote(provider, order);
  if ('error' in asked) return asked;
  const { accountId, codeService, amount: amountMinor } = order;
  await rememberQuote(database, { accountId, codeService, amountMinor, ...asked.recent });
  return asked;
}

/** Returns the order of a remittance that its provider quotes, or null for any other. */
export function quoteOrderOf(terms: OperationTerms, provider: Provider): QuoteOrder | null {
  const { accountId, codeService, amount, currency, details } = terms;
  return details.extra.type === 'remit_send' && provider.capabilities.quote
    ? { accountId, codeService, amount, currency, sendData: details.extra.data }
    : null;
}

/**
 * Returns this account's recent quote for the order, or null. If the provider wants the session of
 * a quote, the quote must be for the same sender and receiver, and no operation may have used its
 * session.
 */
export async function quotedBefore(
  database: Session,
  { capabilities }: Provider,
  { accountId, codeService, amount, sendData }: QuoteOrder,
): Promise<RecentQuote | null> {
  const query = { accountId, codeService, amountMinor: amount };
  const quote = await recentQuote(database, query, sendData);
  if (quote === null || capabilities.quoteSession !== true) return quote;
  const { session } = quote;
  const isTheirs = session !== null && isSameSendData(quote.sendData, sendData);
  return isTheirs && (await takeQuoteSession(database, { ...query, session })) ? quote : null;
}

export type QuotedNow = { recent: RecentQuote } | { refusal: Refusal } | 'noQuote';

/**
 * Asks for a quote for one operation alone, which no other operation may use. `refusal`: the
 * provider will not send this remittance. `noQuote`: the provider did not answer.
 */
export async function quoteNow(provider: Provider, order: QuoteOrder): Promise<QuotedNow> {
  const asked = await valueWithin(askForQuote(provider, order), quoteTimeoutMs, noQuote);
  if (!('error' in asked)) return { recent: asked.recent };
  return asked.error.retryable === 'never' ? { refusal: refusalOf(asked.error) } : 'noQuote';
}

/** Returns the operation as quoted: amount and commission add up to the total of the quote. */
export function chargedAsQuoted(admitted: Admitted, quote: RecentQuote): Admitted {
  const { terms } = admitted;
  const { extra } = terms.details;
  if (extra.type !== 'remit_send') return admitted;
  const { totalMinor, session } = quote;
  // A session names the sender and receiver of its quote, and is sent for no others.
  const isTheirs = session !== null && isSameSendData(quote.sendData, extra.data);
  const noted = { total: toDecimalString(totalMinor), ...(isTheirs && { session }) };
  return {
    ...admitted,
    terms: {
      ...terms,
      commission: totalMinor - terms.amount,
      details: { ...terms.details, extra: { ...extra, quote: noted } },
    },
  };
}
