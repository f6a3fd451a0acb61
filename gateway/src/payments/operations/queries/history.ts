// Reads the history of one operation inside the gateway: its exchanges with the provider and its
// state changes, from first to last.

import type { Session, Statement } from '../../../platform/db/database.ts';
import type { AttemptState } from '../model/operation.ts';
import type { OperationKey } from './store.ts';

export interface PastAttempt {
  number: number;
  purpose: 'execute' | 'refund';
  route: string;
  state: AttemptState;
  /** Our reference, and the provider's where it gave one. */
  ours: string;
  theirs: string | null;
  cause: string | null;
  queries: number;
  sentAt: Date;
  updatedAt: Date;
}

export interface PastTransition {
  from: string;
  to: string;
  reason: string;
  at: Date;
}

// Not the exchanged bytes: they may hold what only the provider should know.
const selectAttempts: Statement = {
  name: 'select_past_attempts',
  text: `select number, purpose, route, state, refs ->> 'ours' as ours, refs ->> 'theirs' as theirs,
    cause, queries,
      sent_at as "sentAt", updated_at as "updatedAt"
    from attempt where operation_id = $1 and account_id = $2 order by number`,
};
const selectTransitions: Statement = {
  name: 'select_past_transitions',
  text: `select from_state as "from", to_state as "to", reason, created_at as at
    from operation_transition where operation_id = $1 and account_id = $2 order by id`,
};

export async function readHistory(
  session: Session,
  { id, accountId }: OperationKey,
): Promise<{ attempts: PastAttempt[]; transitions: PastTransition[] }> {
  const [attempts, transitions] = await Promise.all([
    session.query<PastAttempt>(selectAttempts, [id, accountId]),
    session.query<PastTransition>(selectTransitions, [id, accountId]),
  ]);
  return { attempts, transitions };
}
