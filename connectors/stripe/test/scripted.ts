// Calls this connector with a scripted Stripe, and writes Stripe's answers.

import {
  createScripted,
  ourRef,
  sampleIntent,
  type Scripted,
} from '@jokko/connectors/kit/conformance';
import type { HttpResult, Outcome } from '@jokko/connectors/kit';
import { stripeConnector } from '../index.ts';
import type { StripeConfig } from '../index.ts';

export const config: StripeConfig = {
  baseUrl: 'https://api.stripe.com',
  secretKey: 'sk_live_abc',
  webhookSecret: 'whsec_abc',
  sandbox: false,
};
export const card = { number: '4242424242424242', cvc: '920' };
export const intent = sampleIntent('card', { digits: '4242', vaultHandle: 'handle-1' });

/** A context that holds the card of `intent`; `held: false`, as on another node. */
export function scripted(answers: readonly HttpResult[], held = true): Scripted<StripeConfig> {
  const context = createScripted(config, answers);
  if (held)
    context.cards.set('handle-1', {
      number: Buffer.from(card.number),
      expireMonth: '09',
      expireYear: '39',
      cvc: Buffer.from(card.cvc),
    });
  return context;
}

export const execute = (
  context: Scripted<StripeConfig>,
  how: 'first' | 'replay' = 'first',
): Promise<Outcome> =>
  stripeConnector.execute(context, intent, stripeConnector.prepare(config, intent, ourRef), how);

type Members = { [member: string]: unknown };

/** A PaymentIntent of 1,350 XOF under our reference. */
export const paymentIntent = (members: Members = {}): Members => ({
  id: 'pi_1',
  object: 'payment_intent',
  amount: 1350,
  amount_received: members['status'] === 'succeeded' ? 1350 : 0,
  currency: 'xof',
  metadata: { ref: ourRef },
  latest_charge: null,
  next_action: null,
  last_payment_error: null,
  ...members,
});

export const refund = (members: Members = {}): Members => ({
  id: 're_1',
  object: 'refund',
  amount: 1350,
  currency: 'xof',
  payment_intent: 'pi_1',
  metadata: { ref: ourRef },
  status: 'succeeded',
  ...members,
});

export const list = (data: readonly unknown[], kind = 'list'): Members => ({
  object: kind,
  has_more: false,
  data,
});
