// Completes the numbers of people who write to us: carriers deliver their own customers' numbers in
// national form, and opt-outs, callbacks and answers need the international one.

import { renumbered } from '@jokko/contract';
import type { RoutingDocument } from './document.ts';

/**
 * `isNumber`: whether digits are a whole number of a country of the document; `isMobile`: one of a
 * phone.
 */
interface KnownNumbers {
  isNumber(digits: string): boolean;
  isMobile(digits: string): boolean;
}

/** As `Routing.internationalOf`. */
export function compileInternational(
  document: RoutingDocument,
  { isNumber, isMobile }: KnownNumbers,
): (connection: string, address: string) => string | null {
  const callingCodes = compileCallingCodes(document);
  return (connection, address) => {
    if (!/^\d+$/.test(address) || isNumber(address)) return address;
    const now = renumbered(address);
    if (now !== address && isMobile(now)) return now;
    const found = (callingCodes.get(connection) ?? []).flatMap((callingCode) => {
      const candidates = [
        ...(address.startsWith('00') ? [address.slice(2)] : []),
        `${callingCode}${address}`,
        // Behind the digit with which calls within the country begin.
        ...(address.startsWith('0') ? [`${callingCode}${address.slice(1)}`] : []),
      ];
      return candidates.map(renumbered).find(isMobile) ?? [];
    });
    const [only, other] = new Set(found);
    return other === undefined ? (only ?? address) : null;
  };
}

/**
 * By connection: of the country that it names, else of those that its routes lead to, else of all.
 */
function compileCallingCodes({ countries, links, routes }: RoutingDocument): Map<string, string[]> {
  return new Map(
    links.map(({ name, country }) => {
      const reached = routes
        .filter((route) => route.links.some((link) => link.name === name))
        .map((route) => route.country);
      const own = country === undefined ? reached : [country];
      const codes = countries.filter(({ code }) => own.length === 0 || own.includes(code));
      return [name, codes.map(({ callingCode }) => callingCode)];
    }),
  );
}
