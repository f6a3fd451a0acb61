// Reasons for which a connection ended, and what each means for the next attempt.

import { statusName } from '../status-names.ts';

export interface Down {
  kind: 'lost' | 'absent' | 'refused' | 'already_bound' | 'unbound';
  /** For people; without secrets. */
  detail: string;
}

const alreadyBound = 0x05;

/**
 * BINDFAIL, INVPASWD, INVSYSID, INVSYSTYP: trying again at once would only get the account locked.
 */
const refusals: ReadonlySet<number> = new Set([0x0d, 0x0e, 0x0f, 0x53]);

export function lost(detail: string): Down {
  return { kind: 'lost', detail };
}

/** What an error of the socket means. */
export function unreachable({ code, message }: NodeJS.ErrnoException): Down {
  return {
    kind: code === 'ECONNREFUSED' ? 'absent' : 'lost',
    detail: `connection: ${code ?? message}`,
  };
}

/** What the status of a bind's response other than zero means. */
export function refusedBind(status: number): Down {
  const name = statusName(status);
  if (status === alreadyBound)
    return { kind: 'already_bound', detail: `the operator still counts an earlier bind (${name})` };
  if (refusals.has(status))
    return {
      kind: 'refused',
      detail: `the operator refused the bind: ${name}; check systemId, password and systemType`,
    };
  return lost(`the operator did not take the bind: ${name}`);
}
