// Previews what a request would send and what it would cost, from the caches of this node. Nothing
// is stored.

import { readMsisdn, segmentText, type SegmentedText } from '@jokko/contract';
import type { Session } from '../../platform/db/database.ts';
import { connectionFor, loadPorted, type Routing } from '../routing/index.ts';
import type { SmsApp } from './app-directory.ts';
import { isEmpty, readRecipients, type ComposeRefusal } from './compose.ts';

export interface PreviewRequest {
  content: string;
  /** As it would be sent; null: not looked at. */
  sender: string | null;
  /** As the client wrote them; null: the prices of all operators. */
  msisdns: readonly string[] | null;
}

export interface PreviewPrice {
  country: string;
  operator: string;
  currency: string;
  /** Ten-thousandths of the currency unit. */
  pricePerPart: bigint;
  recipients: number;
}

export interface Preview {
  text: SegmentedText;
  /** Null where no recipients were given. */
  recipients: { count: number } | null;
  prices: PreviewPrice[];
}

/** What so many parts would cost for all recipients by currency, ten-thousandths. */
export function totalsOfPreview(
  { text, prices }: Preview,
  partsEach = text.parts.length,
): Map<string, bigint> {
  const parts = BigInt(partsEach);
  const totals = new Map<string, bigint>();
  for (const { currency, pricePerPart, recipients } of prices)
    totals.set(currency, (totals.get(currency) ?? 0n) + pricePerPart * parts * BigInt(recipients));
  return totals;
}

export async function previewMessages(
  { database, routing }: { database: Session; routing: Routing },
  app: SmsApp,
  { content, sender, msisdns }: PreviewRequest,
): Promise<{ ok: true; preview: Preview } | { ok: false; refusal: ComposeRefusal }> {
  const text = segmentText(content, { transliterate: app.transliterate });
  const parts = text.parts.length;
  if (parts > app.partsMax)
    return { ok: false, refusal: { type: 'tooManyParts', parts, partsMax: app.partsMax } };
  if (isEmpty(text.text)) return { ok: false, refusal: { type: 'emptyText' } };
  if (msisdns === null) {
    const prices = routing.tariffs.map(({ country, operator, currency, pricePerPart }) => ({
      country,
      operator,
      currency,
      pricePerPart,
      recipients: 0,
    }));
    return { ok: true, preview: { text, recipients: null, prices } };
  }
  const ported = await loadPorted(
    database,
    routing,
    routing.hasPorted ? msisdns.flatMap((each) => readMsisdn(each, app) ?? []) : [],
  );
  const { problems, routes, recipients } = readRecipients(msisdns, app, { routing, ported });
  if (problems.size > 0) return { ok: false, refusal: { type: 'numbers', problems } };
  if (sender !== null && routes.some((route) => connectionFor(route, sender)?.ok !== true))
    return { ok: false, refusal: { type: 'senderNotAllowed' } };
  const prices = new Map<string, PreviewPrice>();
  routes.forEach(({ country, operator, currency, pricePerPart }, index) => {
    const count = recipients.counts[index]!;
    // Routes of one operator differ by the order of their connections.
    const price = prices.get(`${country} ${operator}`);
    if (price === undefined)
      prices.set(`${country} ${operator}`, {
        country,
        operator,
        currency,
        pricePerPart,
        recipients: count,
      });
    else price.recipients += count;
  });
  return {
    ok: true,
    preview: {
      text,
      recipients: { count: recipients.msisdns.length },
      prices: [...prices.values()],
    },
  };
}
