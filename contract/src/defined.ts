// Leaves out members that have no value, so that absent ones are absent on the wire.

/**
 * A member that may be both null and undefined says two things; it is refused, and has to be
 * written out.
 */
type Unambiguous<Members> = {
  [Name in keyof Members]: null extends Members[Name]
    ? undefined extends Members[Name]
      ? never
      : Members[Name]
    : Members[Name];
};

type Defined<Members> = { [Name in keyof Members]?: NonNullable<Members[Name]> };

/** The members that are neither null nor undefined, in their order. */
export function defined<Members extends object>(
  members: Members & Unambiguous<Members>,
): Defined<Members> {
  const found: { [name: string]: unknown } = {};
  for (const [name, value] of Object.entries(members))
    if (value !== null && value !== undefined) found[name] = value;
  return found as Defined<Members>;
}
