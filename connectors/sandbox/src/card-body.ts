// How do card number, expiry and CVC join the stored bytes, for the one moment in which they leave? Never stored, never logged.

import type { Context, Intent, Prepared } from '@jokko/connector-kit';
import type { SandboxConfig } from './config.ts';

/** The bytes to send; null when the card data are gone (taken, expired, or on another node). Other kinds go out as stored. */
export function bytesToSend(context: Context<SandboxConfig>, intent: Intent, prepared: Prepared): string | null {
  if (intent.extra.type !== 'card') return prepared.body;
  const card = context.card(intent.extra.vaultHandle);
  if (card === null) return null;
  const order = JSON.parse(prepared.body) as { card: object };
  return JSON.stringify({
    ...order,
    card: { ...order.card, number: card.number, expireMonth: card.expireMonth, expireYear: card.expireYear, cvc: card.cvc },
  });
}
