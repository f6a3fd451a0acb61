// Explains why a number is refused, and finds the numbers that were perhaps meant: by the numbering
// of the countries that the routing serves. Called for refused numbers only.

import { phoneText, readMsisdn, type SmsNumberFault, type SmsNumberProblem } from '@jokko/contract';
import type { Numbering, Routing, RoutingRefusal } from '../routing/index.ts';

type Plan = Pick<Routing, 'routeOf' | 'numbering'>;

const meantMax = 3;

/**
 * Asked only where the fault is shown, since to find what was meant takes longer than to refuse.
 */
export type FindFault = () => SmsNumberFault;

/** A fault that says all by itself. */
export const plainFault = (problem: SmsNumberProblem): SmsNumberFault => ({ problem, meant: [] });

/** The fault of a number that is not in international form. */
export function faultOfForm(given: string, plan: Plan): SmsNumberFault {
  const text = phoneText(given);
  if (/[^\d+]/.test(text)) return plainFault('characters');
  if (!/^\d+$/.test(text)) return plainFault('invalid');
  const meant = meantBy(text.replace(/^00/, ''), plan);
  return {
    problem: text.startsWith('00') && meant.length === 0 ? 'invalid' : 'noCountryCode',
    meant,
  };
}

/** The fault of a number in international form (`digits`) that the routing refuses. */
export function faultOfRefusal(
  digits: string,
  refusal: RoutingRefusal,
  plan: Plan,
): SmsNumberFault {
  switch (refusal) {
    case 'not_mobile':
      return plainFault('landline');
    case 'no_route':
      return plainFault('operatorNotServed');
    case 'unknown_country':
      return { problem: 'countryNotServed', meant: meantBy(digits, plan) };
    case 'impossible_number':
      return faultOfImpossible(digits, plan);
  }
}

/**
 * Reads a number that is to get no more messages. Whether messages go there now does not matter,
 * but one that cannot exist in its country is refused: it would be kept and match nothing, while
 * the person who asked for silence goes on getting messages.
 */
export function readSilenced(
  given: string,
  app: { acceptWithoutPlus: boolean },
  plan: Plan,
): { ok: true; msisdn: string } | { ok: false; fault: FindFault } {
  const msisdn = readMsisdn(given, app);
  if (msisdn === null) return { ok: false, fault: () => faultOfForm(given, plan) };
  return mayBeNumber(msisdn, plan)
    ? { ok: true, msisdn }
    : { ok: false, fault: () => faultOfImpossible(msisdn, plan) };
}

/** Whether digits may be a number of the country whose calling code they have. */
export function mayBeNumber(digits: string, plan: Plan): boolean {
  const route = plan.routeOf(digits);
  return route.ok || route.refusal !== 'impossible_number';
}

function faultOfImpossible(digits: string, plan: Plan): SmsNumberFault {
  const country = longest(
    plan.numbering.filter(({ callingCode }) => digits.startsWith(callingCode)),
  );
  if (country === undefined) return plainFault('invalid');
  const { code, callingCode, lengths } = country;
  const local = digits.slice(callingCode.length);
  return {
    problem: lengths.includes(local.length) ? 'notAssigned' : 'wrongLength',
    // The calling code was written twice, or the zero of a national call was kept.
    meant: usable([local, ...(local.startsWith('0') ? [callingCode + local.slice(1)] : [])], plan),
    country: { code, callingCode, lengths, given: local.length },
  };
}

const longest = (found: readonly Numbering[]): Numbering | undefined =>
  found.toSorted((one, other) => other.callingCode.length - one.callingCode.length)[0];

/**
 * The whole numbers that digits without plus may stand for: they themselves, or with the calling
 * code of a country.
 */
function meantBy(digits: string, plan: Plan): string[] {
  const withCode = (local: string) => plan.numbering.map(({ callingCode }) => callingCode + local);
  // Last, since a zero belongs to the numbers of some countries: the zero of a national call.
  const withoutZero = digits.startsWith('0') ? withCode(digits.slice(1)) : [];
  return usable([digits, ...withCode(digits), ...withoutZero], plan);
}

function usable(candidates: readonly string[], plan: Plan): string[] {
  const read = candidates.flatMap(
    (digits) => readMsisdn(`+${digits}`, { acceptWithoutPlus: false }) ?? [],
  );
  return [...new Set(read)]
    .filter((digits) => plan.routeOf(digits).ok)
    .slice(0, meantMax)
    .map((digits) => `+${digits}`);
}
