// Adds card number, expiry and CVC to the stored bytes at the moment of sending. They are never
// stored and never logged, and stand in no text: texts stay in memory until they are collected.

import type { Context, Intent, Prepared } from '@jokko/connectors/kit';
import type { SandboxConfig } from './config.ts';

/**
 * The bytes to send; null when the card data are gone (taken, expired, or on another node). Other
 * kinds go out as stored. A Buffer holds a card: whoever has sent it overwrites it.
 */
export function bytesToSend(
  context: Context<SandboxConfig>,
  intent: Intent,
  prepared: Prepared,
): string | Buffer | null {
  if (intent.extra.type !== 'card') return prepared.body;
  const card = context.card(intent.extra.vaultHandle);
  if (card === null) return null;
  const { card: stored, ...order } = JSON.parse(prepared.body) as { card: { number: string } };
  const { number: _placeholder, ...rest } = stored;
  const { expireMonth, expireYear } = card;
  const after = JSON.stringify({ expireMonth, expireYear, ...rest });
  return Buffer.concat([
    Buffer.from('{"card":{"number":"'),
    card.number,
    Buffer.from('","cvc":"'),
    card.cvc,
    Buffer.from(`",${after.slice(1)},${JSON.stringify(order).slice(1)}`),
  ]);
}
