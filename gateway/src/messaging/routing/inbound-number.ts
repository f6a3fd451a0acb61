// Completes the numbers of people who write to us: carriers deliver their own customers' numbers in
// national form, and opt-outs, callbacks and answers need the international one.

import { renumbered } from '@jokko/contract';
import type { RoutingDocument } from './document.ts';

/** `isNumber`: whether digits are a whole number of a country of the document; `isMobile`: one of a phone. */
interface KnownNumbers {
  isNumber(digits: string): boolean;
  isMobile(digits: string): boolean;
}

/** As `Routing.internationalOf`. */
export function compileInternational(
  document: RoutingDocument,
  { isNumber, isMobile }: KnownNumbers,
): (connection: string, address: string) => string {
  const callingCodes = compileCallingCodes(document);
  return (connection, address) => {
    const callingCode = callingCodes.get(connection);
    if (!/^\d+$/.test(address) || isNumber(address)) return address;
    const now = renumbered(address);
    if (now !== address && isMobile(now)) return now;
    if (callingCode === undefined) return address;
    const candidates = [
      ...(address.startsWith('00') ? [address.slice(2)] : []),
      `${callingCode}${address}`,
      // Behind the digit with which calls within the country begin.
      ...(address.startsWith('0') ? [`${callingCode}${address.slice(1)}`] : []),
    ];
    return candidates.map(renumbered).find(isMobile) ?? address;
  };
}

/** By connection: of the country that it names, else of the only one that its routes lead to. */
function compileCallingCodes({ countries, links, routes }: RoutingDocument): Map<string, string> {
  const codes = new Map(countries.map(({ code, callingCode }) => [code, callingCode]));
  return new Map(
    links.flatMap(({ name, country }) => {
      const reached = new Set(
        routes
          .filter((route) => route.links.some((link) => link.name === name))
          .map((route) => route.country),
      );
      const [only] = reached;
      const callingCode = codes.get(country ?? (reached.size === 1 ? (only ?? '') : ''));
      return callingCode === undefined ? [] : [[name, callingCode] as const];
    }),
  );
}
