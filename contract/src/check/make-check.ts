// Checks a request body against its schema and reports each invalid field with its problem. Valid
// bodies take only the compiled path.
import { Compile } from 'typebox/compile';
import type { TObject } from 'typebox';
import type { FieldFault } from '../field-problem.ts';
import { faultsOfValue } from './faults.ts';
import { withMembersMeant } from './members-meant.ts';

/**
 * Answers the faults of a body; the empty list means that it is valid. Unknown members are ignored.
 */
export type Check = (body: object) => readonly FieldFault[];

const noFaults: readonly FieldFault[] = Object.freeze([]);

/** Compiles a check from a request schema. */
export function makeCheck(schema: TObject): Check {
  const compiled = Compile(schema);
  return (body) => {
    if (compiled.Check(body)) return noFaults;
    const faults = faultsOfValue(schema, body, '');
    // Both read the same schema: a disagreement is a bug here, and letting the body pass would be
    // the worse one.
    if (faults.length === 0)
      throw new Error('the compiled check refuses a body in which no fault was found');
    return withMembersMeant(faults, body, Object.keys(schema.properties));
  };
}
