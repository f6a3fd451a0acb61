// Adds the card to the stored bytes at the moment of sending. It is never stored and never logged,
// and stands in no text: texts stay in memory until they are collected.

import { defined } from '@jokko/contract';
import type { Context, Intent, Prepared } from '@jokko/connectors/kit';
import type { CybersourceConfig } from './config.ts';

type Card = NonNullable<ReturnType<Context<unknown>['card']>>;

export interface CardParts {
  /** The setup asks for no security code. */
  withCode: boolean;
  /** Further members of the body that are never stored. */
  more?: object;
}

/**
 * The bytes to send; null when the card is gone (taken, expired, or on another node). Whoever has
 * sent them overwrites them.
 */
export function bytesToSend(
  context: Context<CybersourceConfig>,
  { extra }: Intent,
  { body }: Prepared,
  { withCode, more = {} }: CardParts,
): Buffer | null {
  if (extra.type !== 'card') return null;
  const card = context.card(extra.vaultHandle);
  if (card === null) return null;
  const type = typeOf(card.number);
  const rest = {
    expirationMonth: card.expireMonth,
    expirationYear: `20${card.expireYear}`,
    ...defined({ type }),
  };
  const after = JSON.stringify(rest).slice(1);
  const others = JSON.stringify({ ...more, ...(JSON.parse(body) as object) }).slice(1);
  const code = withCode ? [Buffer.from('","securityCode":"'), card.cvc] : [];
  return Buffer.concat([
    Buffer.from('{"paymentInformation":{"card":{"number":"'),
    card.number,
    ...code,
    Buffer.from(`",${after}},${others}`),
  ]);
}

/** CyberSource's code of a card's scheme; null where the first digits name none of those. */
function typeOf(number: Card['number']): string | null {
  const digits = (count: number): number => {
    let value = 0;
    for (let at = 0; at < count; at += 1) value = value * 10 + ((number[at] ?? 48) - 48);
    return value;
  };
  const [one, two, four] = [digits(1), digits(2), digits(4)];
  if (one === 4) return '001';
  if ((two >= 51 && two <= 55) || (four >= 2221 && four <= 2720)) return '002';
  if (two === 34 || two === 37) return '003';
  if (four === 6011 || two === 65) return '004';
  if (two === 36 || two === 38 || (four >= 3000 && four <= 3059)) return '005';
  return two === 35 ? '007' : null;
}
