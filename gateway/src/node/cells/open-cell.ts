// Starts what serves the accounts of a further cell: everything that the home database has behind
// its payments interface, over the cell's own database, and places of admission of its own, so that
// a cell that is slow takes none from the others.

import { ping } from '../../platform/db/ping.ts';
import { keepEvent } from '../../payments/provider-inbox/index.ts';
import type { NoticePlace } from '../../payments/operations/http-notices.ts';
import type { PaymentPagesDeps } from '../../payments/payment-pages/http-deep.ts';
import type { Database } from '../../platform/db/database.ts';
import { createAdmission } from '../../platform/http/guards/admission.ts';
import type { BodyReader } from '../../platform/http/guards/body.ts';
import { watchPressure } from '../../platform/http/guards/pressure.ts';
import { startCore } from '../start/core.ts';
import {
  answerPaymentsHandedOn,
  paymentsEndpoints,
  type PaymentsOfCell,
} from '../start/http-payments.ts';
import type { Timings } from '../start/money-path.ts';
import type { GatewayOptions } from '../start/options.ts';
import type { Pace } from '../background/pace.ts';
import { payersPages, type PayersPages } from '../start/pay-pages.ts';
import { paymentPagesDeps } from '../start/payment-pages.ts';
import { paymentsDeps } from '../start/payments-deps.ts';
import type { Opened } from './served-cells.ts';

/** Where requests about a cell's accounts go in. */
export interface CellDoors {
  database: Database;
  payments: PaymentsOfCell;
  notices: NoticePlace;
  paymentPages: PaymentPagesDeps;
  payPages: PayersPages;
}

/** What all cells of a node share. */
export interface OfNode {
  publicUrl: string;
  timings: Timings;
  pace: Pace;
  bodies: BodyReader;
}

export async function openCell(
  options: GatewayOptions,
  { publicUrl, timings, pace, bodies }: OfNode,
): Promise<Opened<CellDoors>> {
  const { config, database } = options;
  const core = await startCore(options, publicUrl, timings, pace);
  const pressure = watchPressure({
    commitWaitMs: core.commitWaitMs,
    ask: () => ping(database),
    isQuiet: pace.isQuiet,
    isClosed: () => core.sends.guard.reason !== null,
  });
  const admission = createAdmission(config.admission, pressure);
  const deps = paymentsDeps(options, core, { admission, bodies }, publicUrl);
  const { providerEvents, providers } = core;
  const close = async (): Promise<void> => {
    pressure.close();
    core.stopTakingWork();
    await core.peers.stopServing();
    await core.close();
  };
  try {
    await core.peers.serve(answerPaymentsHandedOn(deps));
  } catch (error) {
    // It is opened again, and what this one holds is to be free by then.
    await close();
    throw error;
  }
  return {
    doors: {
      database,
      payments: { deps, endpoints: paymentsEndpoints(deps) },
      notices: {
        providerEvents,
        providers,
        keep: (route, event) => keepEvent(database, route, event),
      },
      paymentPages: paymentPagesDeps(options, core, publicUrl),
      payPages: payersPages(options, core, publicUrl),
    },
    close,
    abandon: core.abandon,
  };
}
