// Routes of bulk payouts. The account is always the membership's; who is limited to countries sees
// and touches batches within them alone.

import { cancelPayouts, pausePayouts, resumePayouts } from './index.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { type PayoutDeps, control } from './http-payout-call.ts';
import { readingHandlers } from './http-payout-reading.ts';
import { makingHandlers } from './http-payout-making.ts';
import { keyLimitHandlers } from './http-key-limits.ts';
import { decidingHandlers } from './http-payout-decisions.ts';

export function payoutHandlers(deps: PayoutDeps) {
  return {
    ...readingHandlers(deps),
    ...makingHandlers(deps),
    ...decidingHandlers(deps),
    ...holdingHandlers(deps),
    ...keyLimitHandlers(deps),
  } satisfies Partial<Handlers>;
}

function holdingHandlers(deps: PayoutDeps) {
  return {
    'POST payouts/pause': ({ body, ...call }) => control(deps, pausePayouts, body.id, call),
    'POST payouts/resume': ({ body, ...call }) => control(deps, resumePayouts, body.id, call),
    'POST payouts/cancel': ({ body, ...call }) => control(deps, cancelPayouts, body.id, call),
  } satisfies Partial<Handlers>;
}
