// The stored requests of attempts as one parameter of a statement. That of a large file is composed
// before the commit, in turns with other work, since what a commit stores is composed in one turn.

import { binaryTexts } from '../../../platform/db/array-binary.ts';
import { jsonBytesInTurns } from '../../../platform/json-in-pieces.ts';
import type { NewAttempt } from '../model/operation.ts';

type Prepared = NewAttempt['prepared'];

/** The text of one request alone, as it is in the commit of a large file; until that is made. */
const composed = new WeakMap<Prepared, Buffer>();

export async function composeInTurns(prepared: Prepared): Promise<void> {
  composed.set(prepared, binaryTexts([await jsonBytesInTurns(prepared)]));
}

/** A parameter of type `text[]`, in the order of the attempts. */
export function requestTexts(attempts: readonly { prepared: Prepared }[]): Buffer {
  const [first, ...rest] = attempts.map(({ prepared }) => prepared);
  const alone = first === undefined || rest.length > 0 ? undefined : composed.get(first);
  // While the request is under way nobody needs it: a transaction that is repeated composes it
  // again.
  if (alone !== undefined) composed.delete(first!);
  return alone ?? binaryTexts(attempts.map(({ prepared }) => JSON.stringify(prepared)));
}
