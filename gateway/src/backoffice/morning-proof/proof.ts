// What a morning proof says of a day, and in what it does not agree. Pure.

import { absolute, decimalsKept, parseAmount, toDecimalString } from '@jokko/contract';
import type { RouteAnswer } from '@jokko/contract/portal';

/** Amounts are in units of their currency, as texts; moments in RFC 3339. */
export type Proof = RouteAnswer<'GET operator/morning-proofs/:day'>['proof'];
export type ProofPoint = Proof['points'][number];
/** What was read, before it is judged. */
export type ProofReadings = Omit<Proof, 'points'>;

/** What a provider said of its balance is old after so long. */
export const reportHoursMax = 24;
const hourMs = 3_600_000;

/** How a point names a provider's balance. */
export const aboutProvider = ({
  routes,
  currency,
}: {
  routes: readonly string[];
  currency: string;
}): string => `${routes.join(', ')} ${currency}`;

/** Everything that a person has to look at before they sign; none: all agrees. */
export function pointsOf(readings: ProofReadings): ProofPoint[] {
  const { checks, providers, statements, differences, unknown, cases, ordered } = readings;
  const madeAt = Date.parse(readings.madeAt);
  const dayEnd = Date.parse(readings.until);
  return [
    ...(checks === null ? [{ code: 'notChecked', about: null } as const] : []),
    ...(checks?.broken ?? []).map(({ id }) => ({ code: 'broken' as const, about: id })),
    ...providers.flatMap(({ routes, currency, difference, readAt }): ProofPoint[] => {
      if (readAt === null) return [];
      const about = aboutProvider({ routes, currency });
      return [
        ...(difference === '0' ? [] : [{ code: 'provider' as const, about }]),
        ...(madeAt - Date.parse(readAt) > reportHoursMax * hourMs
          ? [{ code: 'oldReport' as const, about }]
          : []),
      ];
    }),
    ...statements
      .filter(({ until }) => Date.parse(until) < dayEnd)
      .map(({ route }) => ({ code: 'statement' as const, about: route })),
    ...differences.map(({ route }) => ({ code: 'differences' as const, about: route })),
    ...unknown.map(({ currency }) => ({ code: 'unknown' as const, about: currency })),
    ...(cases > 0 ? [{ code: 'cases', about: String(cases) } as const] : []),
    ...ordered.map(({ currency }) => ({ code: 'ordered' as const, about: currency })),
  ];
}

/** Ten-thousandths of an amount of a proof: `-12.5`. Throws where it is none. */
export function minorOf(amount: string): bigint {
  const below = amount.startsWith('-');
  const minor = parseAmount(below ? amount.slice(1) : amount, decimalsKept);
  if (minor === null) throw new Error(`no amount: ${amount}`);
  return below ? -minor : minor;
}

/**
 * How far providers and books are apart, by currency: what one has too much does not make up for
 * another.
 */
export function apartOf({
  providers,
}: Pick<Proof, 'providers'>): { currency: string; amount: string }[] {
  const sums = new Map<string, bigint>();
  for (const { currency, difference } of providers) {
    const apart = minorOf(difference ?? '0');
    if (apart !== 0n) sums.set(currency, (sums.get(currency) ?? 0n) + absolute(apart));
  }
  return [...sums].map(([currency, amount]) => ({ currency, amount: toDecimalString(amount) }));
}
