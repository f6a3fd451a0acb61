// Generates the orders of the crash suite: both directions, several services and connectors, and
// every outcome that the digits can choose and that ends within a round. Each order has its own
// phone number, so that the provider's book can be read without the gateway.

import { uniqueId, uniquePhone } from '../harness/index.ts';

export interface Order {
  externalTransactionId: string;
  phone: string;
  /** XOF. */
  amount: number;
  codeService: string;
  direction: 'DEBIT' | 'CREDIT';
}

type Random = () => number;

const services: readonly { codeService: string; direction: Order['direction'] }[] = [
  { codeService: 'OPA_SN_API_CASH_IN', direction: 'DEBIT' },
  { codeService: 'OPC_SN_API_CASH_IN', direction: 'DEBIT' },
  { codeService: 'OPD_SN_WALLET_CASH_IN', direction: 'DEBIT' },
  { codeService: 'OPA_SN_API_CASH_OUT', direction: 'CREDIT' },
  { codeService: 'OPF_SN_API_CASH_OUT', direction: 'CREDIT' },
  { codeService: 'OPC_SN_API_CASH_OUT', direction: 'CREDIT' },
  { codeService: 'OPA_SN_AIRTIME_CREDIT_TELEPHONIQUE', direction: 'DEBIT' },
];

/** One outcome in `of` is the given one; the rest succeeds plainly. */
const outcomes: readonly { digits: (random: Random) => string; of: number }[] = [
  { digits: (random) => `9${String(1 + Math.floor(random() * 136)).padStart(3, '0')}`, of: 8 },
  { digits: () => '8002', of: 20 },
  { digits: () => '8003', of: 25 },
  { digits: () => '8004', of: 25 },
  { digits: () => '8005', of: 20 },
  { digits: () => '8006', of: 20 },
];
const plainDigitsBelow = 7_000;

/** What the digits promise: a crash may delay an outcome, never change it. */
export function expectedStatus({ phone }: Order): 'SUCCESS' | 'FAILLED' {
  return /9(0\d\d|1[0-3]\d)$/.test(phone) &&
    Number(phone.slice(-3)) >= 1 &&
    Number(phone.slice(-3)) <= 136
    ? 'FAILLED'
    : 'SUCCESS';
}

/**
 * `lostAnswers: false` leaves out 8003 and 8004, which take a provider time-out and the quiescence
 * time.
 */
export function makeOrder(
  random: Random,
  { lostAnswers = true }: { lostAnswers?: boolean } = {},
): Order {
  const service = services[Math.floor(random() * services.length)] ?? services[0]!;
  return {
    ...service,
    externalTransactionId: uniqueId('crash'),
    phone: uniquePhone(chooseDigits(random, lostAnswers)),
    // In steps that every service takes (airtime: 100 at least).
    amount: 100 + 5 * Math.floor(random() * 400),
  };
}

function chooseDigits(random: Random, lostAnswers: boolean): string {
  let lot = random();
  for (const { digits, of } of outcomes) {
    const chosen = digits(random);
    lot -= 1 / of;
    if (lot < 0) return !lostAnswers && (chosen === '8003' || chosen === '8004') ? '0000' : chosen;
  }
  return String(Math.floor(random() * plainDigitsBelow)).padStart(4, '0');
}
