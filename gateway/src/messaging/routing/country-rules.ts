// Checks a country entry whose members have the right types for contradictions.

import type { EntryProblem } from '../../platform/documents/index.ts';
import type { CountryEntry } from './document.ts';

/** E.164. */
const digitsMax = 15;

/** Every contradiction of an entry. */
export function checkCountry(entry: CountryEntry): EntryProblem[] {
  return [...checkNumbers(entry), ...checkOperators(entry)];
}

/**
 * Prefixes that belong to another country, whose calling code begins with the entry's: `others` are
 * the calling codes of all countries.
 */
export function checkBorders(entry: CountryEntry, others: readonly string[]): EntryProblem[] {
  const within = others.filter(
    (code) => code !== entry.callingCode && code.startsWith(entry.callingCode),
  );
  const lists = [
    ...(['mobile', 'landline'] as const).flatMap((kind) =>
      (entry[kind] ?? []).map(({ prefixes }, at) => ({ path: `${kind}/${at}`, prefixes })),
    ),
    ...entry.operators.map(({ prefixes }, at) => ({ path: `operators/${at}`, prefixes })),
  ];
  return lists.flatMap(({ path, prefixes }) =>
    prefixes.flatMap((prefix, at) => {
      const owner = within.find((code) => (entry.callingCode + prefix).startsWith(code));
      return owner === undefined
        ? []
        : [
            {
              path: `${path}/prefixes/${at}`,
              message: `+${owner} is the calling code of another country`,
            },
          ];
    }),
  );
}

function checkNumbers(entry: CountryEntry): EntryProblem[] {
  const problems: EntryProblem[] = [];
  const seen = new Map<string, string>();
  for (const kind of ['mobile', 'landline'] as const) {
    (entry[kind] ?? []).forEach(({ lengths, prefixes }, index) => {
      const tooLong = lengths.find((length) => length + entry.callingCode.length > digitsMax);
      if (tooLong !== undefined)
        problems.push({
          path: `${kind}/${index}/lengths`,
          message: `${tooLong} digits and the calling code are more than ${digitsMax}`,
        });
      prefixes.forEach((prefix, at) => {
        const path = `${kind}/${index}/prefixes/${at}`;
        for (const length of lengths) {
          const key = `${prefix} ${length}`;
          const other = seen.get(key);
          if (other !== undefined)
            problems.push({
              path,
              message: `"${prefix}" with ${length} digits stands in ${other} already`,
            });
          else seen.set(key, kind);
          if (prefix.length > length)
            problems.push({
              path,
              message: `"${prefix}" is longer than a number of ${length} digits`,
            });
        }
      });
    });
  }
  return problems;
}

function checkOperators(entry: CountryEntry): EntryProblem[] {
  const problems: EntryProblem[] = [];
  const names = new Set<string>();
  const ownerOf = new Map<string, string>();
  const mobile = entry.mobile.flatMap(({ prefixes }) => prefixes);
  entry.operators.forEach((operator, index) => {
    if (names.has(operator.name))
      problems.push({
        path: `operators/${index}/name`,
        message: `"${operator.name}" already exists`,
      });
    names.add(operator.name);
    operator.prefixes.forEach((prefix, at) => {
      const path = `operators/${index}/prefixes/${at}`;
      const owner = ownerOf.get(prefix);
      if (owner !== undefined)
        problems.push({ path, message: `"${prefix}" belongs to ${owner} already` });
      else ownerOf.set(prefix, operator.name);
      if (!mobile.some((known) => known.startsWith(prefix) || prefix.startsWith(known)))
        problems.push({
          path,
          message: `no mobile number of ${entry.code} begins with "${prefix}"`,
        });
    });
  });
  return problems;
}
