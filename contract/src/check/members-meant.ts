// Says of a member that is absent which unknown one was meant for it. Unknown members are ignored,
// so one that is misspelt would go unseen.
import type { FieldFault } from '../field-problem.ts';
import { nearestWord } from '../nearest-word.ts';

/** So many of a body's members are looked at: more are no slip. */
const membersLookedAtMax = 50;

/**
 * `known`: the members that are read. Faults of members that are there, or inside of them, stay as
 * they are.
 */
export function withMembersMeant(
  faults: readonly FieldFault[],
  body: object,
  known: readonly string[],
): FieldFault[] {
  const absent = faults.map(({ field }) => field).filter((field) => !Object.hasOwn(body, field));
  if (absent.length === 0) return [...faults];
  const meantBy = new Map<string, string>();
  for (const given of Object.keys(body).slice(0, membersLookedAtMax)) {
    const meant = known.includes(given) ? null : nearestWord(given, absent);
    if (meant !== null && !meantBy.has(meant)) meantBy.set(meant, given);
  }
  return faults.map((fault) => {
    const given = meantBy.get(fault.field);
    return given === undefined
      ? fault
      : { ...fault, suggestion: { type: 'member', given, meant: fault.field } };
  });
}
