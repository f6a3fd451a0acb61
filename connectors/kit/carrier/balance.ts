// The balance of our account at a carrier, and the connection test of carriers whose most harmless
// call tells it.

import type { ConnectionTest, HttpResult } from '../connector.ts';
import { readConnectionTest } from '../read-connection-test.ts';
import type { SmsBalance, SmsBalanceResult, SmsConnector, SmsContext } from '../sms.ts';
import { objectFromWire } from '../wire-json.ts';
import { amountToWire, balanceFromWire } from '../wire-money.ts';

/** `read`: what a 200 says; null where it is not what the protocol says. */
export function readBalance(
  result: HttpResult,
  read: (body: Buffer) => SmsBalance | null,
): SmsBalanceResult {
  let balance: SmsBalance | null = null;
  const tested = readConnectionTest(result, (body) => {
    balance = read(body);
    return balance && balanceText(balance);
  });
  return tested.ok ? { ok: true, ...balance! } : tested;
}

/** What a balance of messages instead of money has as its currency. */
export const messageUnits = 'SMS';

/** As a carrier wrote them; null where either is none. */
export function balanceOf(currency: unknown, amount: unknown): SmsBalance | null {
  const available = balanceFromWire(amount);
  if (available === null || typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency))
    return null;
  return { currency, available };
}

/** The balance in a body with the members `currency` and `balance`. */
export function balanceMembers(body: Buffer): SmsBalance | null {
  const answer = objectFromWire(body);
  return balanceOf(answer?.['currency'], answer?.['balance']);
}

const balanceText = ({ available, currency }: SmsBalance): string =>
  `${amountToWire(available)} ${currency}`;

/** Sends nothing. */
export const testByBalance = <Config>(
  ask: NonNullable<SmsConnector<Config>['balance']>,
  target: ConnectionTest<SmsContext<Config>, Config>['target'],
): ConnectionTest<SmsContext<Config>, Config> => ({
  target,
  async call(context) {
    const told = await ask(context);
    return told.ok ? { ok: true, said: balanceText(told) } : told;
  },
});
