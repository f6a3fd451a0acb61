// Ends a checkout session at Wave, so that nobody can pay it any more.

import { call } from './call.ts';
import type { Attempt } from './attempt.ts';

/**
 * True: the session is over and was not paid. Anything else says nothing: the session must be read.
 */
export async function expire({ context }: Attempt, id: string | undefined): Promise<boolean> {
  if (id === undefined) return false;
  const path = `/v1/checkout/sessions/${encodeURIComponent(id)}/expire`;
  const result = await call(context, { method: 'POST', path });
  return result.kind === 'answer' && result.status === 200 && result.body.length <= 2;
}
