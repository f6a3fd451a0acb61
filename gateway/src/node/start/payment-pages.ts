// What payers' pages need of a node: the transaction of an address, and what its payer does.

import { AccountBusy, CommitUnknown } from '../../platform/db/group-commit.ts';
import {
  findByPaymentPage,
  takePayerStep,
  type Operation,
} from '../../payments/operations/index.ts';
import { paymentPageViewOf } from '../../payments/payment-pages/http-present.ts';
import type { PaymentPagesDeps } from '../../payments/payment-pages/http-deep.ts';
import { homeCell } from '../../platform/db/cell-numbers.ts';
import { cellOfId } from '../../platform/db/scattered-ids.ts';
import type { Core } from './core.ts';
import type { GatewayOptions } from './options.ts';

/**
 * The page that follows waits for the provider's word no longer; it loads itself anew when that has
 * come.
 */
const stepTimeoutMs = 4_000;

/**
 * The pages of all cells: the transaction id in the address tells which. `ofCell`: null while it is
 * away, undefined where there is none of this number.
 */
export function pagesOfCells(
  home: PaymentPagesDeps,
  ofCell: (cell: number) => PaymentPagesDeps | null | undefined,
): PaymentPagesDeps {
  const pagesOf = (address: string): PaymentPagesDeps => {
    const cell = cellOfId(address.split('-', 1)[0]!) ?? homeCell;
    const pages = cell === homeCell ? home : ofCell(cell);
    if (pages === null) throw new Error(`cell ${cell} is away`);
    return pages ?? home;
  };
  return {
    findPaymentPage: async (address) => pagesOf(address).findPaymentPage(address),
    takeStep: async (address, step) => pagesOf(address).takeStep(address, step),
    giveUp: async (address) => pagesOf(address).giveUp(address),
    now: home.now,
  };
}

export function paymentPagesDeps(
  { database, log }: Pick<GatewayOptions, 'database' | 'log'>,
  core: Pick<Core, 'directory' | 'catalogue' | 'clock' | 'initiate' | 'reverse'>,
  publicUrl: string,
): PaymentPagesDeps {
  const { directory, catalogue, clock } = core;
  const keyOf = ({ terms }: Operation) => ({ accountId: terms.accountId, id: terms.id });
  return {
    async findPaymentPage(address) {
      const operation = await findByPaymentPage(database, address);
      if (operation === null) return null;
      return paymentPageViewOf(operation, {
        account: await directory.byId(operation.terms.accountId),
        catalogue: catalogue(),
        publicUrl,
        now: clock.now(),
      });
    },
    async takeStep(address, step) {
      const operation = await findByPaymentPage(database, address);
      if (operation === null) return null;
      try {
        const given = { ...keyOf(operation), ...step };
        return (await takePayerStep(core.initiate, given, stepTimeoutMs)).type;
      } catch (error) {
        log.warn({ transaction: operation.terms.id, reason: String(error) }, 'payer not heard');
        if (error instanceof AccountBusy) return 'closed';
        // Nobody can say whether it is sent: the page shows what becomes of it.
        if (error instanceof CommitUnknown) return 'taken';
        throw error;
      }
    },
    async giveUp(address) {
      const operation = await findByPaymentPage(database, address);
      if (operation === null) return;
      await core.reverse({ ...keyOf(operation), services: null });
    },
    now: clock.now,
  };
}
