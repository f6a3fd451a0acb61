// Reads the history of breakers.

import type { Session, Statement } from '../../platform/db/database.ts';
import type { BreakerState } from './breaker.ts';

export interface BreakerEvent {
  id: bigint;
  route: string;
  state: BreakerState;
  /** Null: the gateway itself. */
  who: string | null;
  /** As in `Breaker`. */
  reason: string;
  at: Date;
}

const selectNewest: Statement = {
  name: 'select_breaker_events',
  text: `select id, route, state, who, reason, created_at as at from route_breaker_event
    order by id desc limit $1`,
};

/** The newest first. */
export const listBreakerEvents = (session: Session, max: number): Promise<BreakerEvent[]> =>
  session.query<BreakerEvent>(selectNewest, [max]);
