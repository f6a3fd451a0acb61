// Routes of short messages that people of an account send and follow. The account is always the
// membership's; apps, batches and lists are looked up by it.

import type { Handlers } from '../../platform/http/portal/handler.ts';
import { batchHandlers } from './http-portal-sms-batches.ts';
import { inboundHandlers } from './http-portal-inbound.ts';
import { optOutHandlers } from './http-portal-opt-outs.ts';
import { type SmsHandlersDeps, sendingHandlers } from './http-portal-sms-sending.ts';

export function smsHandlers(deps: SmsHandlersDeps) {
  return {
    ...sendingHandlers(deps),
    ...batchHandlers(deps),
    ...optOutHandlers(deps),
    ...inboundHandlers(deps),
  } satisfies Partial<Handlers>;
}
