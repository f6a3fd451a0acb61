// Compares a routing with what the world's registry knows of the numbers of its countries.

import assert from 'node:assert/strict';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { CountryEntry, RoutingDocument } from '../document.ts';
import type { Routing } from '../routing.ts';

export function makeRandom(start: number): (below: number) => number {
  let state = start;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/**
 * Every beginning of four digits with random ends, in the country's own lengths and one digit more
 * and less; `many` where numbers are given out.
 */
function* numbersOf(
  { callingCode, mobile, landline = [] }: CountryEntry,
  random: (below: number) => number,
  many: number,
): Generator<string> {
  const used = new Set(
    [...mobile, ...landline].flatMap(({ prefixes }) =>
      prefixes.map((prefix) => prefix.slice(0, 2).padEnd(2, '0')),
    ),
  );
  for (const length of new Set(mobile.flatMap(({ lengths }) => lengths))) {
    for (let at = 0; at < 10_000; at += 1) {
      const head = String(at).padStart(4, '0');
      const ends = used.has(head.slice(0, 2)) ? many : 1;
      for (const digits of [length - 1, length + 1, ...Array<number>(ends).fill(length)]) {
        let rest = '';
        while (rest.length < digits - 4) rest += random(10);
        yield callingCode + head + rest;
      }
    }
  }
}

/** What the registry says of a number. */
function registered(digits: string): 'mobile' | 'other' | 'invalid' {
  const parsed = parsePhoneNumberFromString(`+${digits}`, { extract: false });
  if (parsed === undefined || !parsed.isValid()) return 'invalid';
  const type = parsed.getType();
  return type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE' ? 'mobile' : 'other';
}

/**
 * Known differences, none of which lets a message go where it should not: whole ranges of landlines
 * are listed, given out or not (refused as `not_mobile` where the registry says invalid: CI 21 25
 * 27, BF 20 24 25); free, premium and personal numbers of SN, ML and CM are not listed
 * (`impossible_number` where the registry knows them).
 */
export function compareWithRegistry(
  { countries }: RoutingDocument,
  routing: Routing,
  { seed, numbersMany }: { seed: number; numbersMany: number },
): void {
  const random = makeRandom(seed);
  for (const country of countries) {
    const counts = { mobile: 0, other: 0, invalid: 0 };
    for (const digits of numbersOf(country, random, numbersMany)) {
      const expected = registered(digits);
      const result = routing.routeOf(digits);
      counts[expected] += 1;
      assert.equal(result.ok, expected === 'mobile', `+${digits} is ${expected}`);
      if (result.ok) assert.equal(result.route.country, country.code);
      else
        assert.ok(
          result.refusal === 'not_mobile' || result.refusal === 'impossible_number',
          result.refusal,
        );
    }
    assert.ok(
      counts.mobile > 25 * numbersMany && counts.invalid > 1_000,
      `${country.code}: ${JSON.stringify(counts)}`,
    );
  }
}
