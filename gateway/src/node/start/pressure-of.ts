// Watches how long commits wait on a node, and whether it may initiate anything, for admission.

import type { Core } from './core.ts';
import type { GatewayOptions } from './options.ts';
import type { Pace } from '../background/pace.ts';
import { ping } from '../../platform/db/ping.ts';
import { watchPressure } from '../../platform/http/guards/pressure.ts';

export const pressureOf = (core: Core, pace: Pace, database: GatewayOptions['database']) =>
  watchPressure({
    commitWaitMs: (kind) => (kind === 'message' ? core.sms.commitWaitMs() : core.commitWaitMs()),
    ask: () => ping(database),
    isQuiet: pace.isQuiet,
    isClosed: () => core.sends.guard.reason !== null,
  });
