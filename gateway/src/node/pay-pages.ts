// What the pages of checkouts need of a node.

import { AccountBusy, CommitUnknown } from '../platform/db/group-commit.ts';
import { cellOfNumber, homeCell } from '../platform/db/cell-numbers.ts';
import { findByToken, payCheckout, type Checkout } from '../payments/checkouts/index.ts';
import type { PayPageDeps } from '../payments/checkouts/http-pay-page.ts';
import { pageUrlOf, readPageAddress } from '../payments/checkouts/page-address.ts';
import { findOperations, paymentPageUrl } from '../payments/operations/index.ts';
import { numberInfo } from '../messaging/routing/index.ts';
import type { Core } from './core.ts';
import type { GatewayOptions } from './options.ts';

/** The pages of all cells: the account in the address tells which. `ofCell`: null while it is away, undefined where there is none of this number. */
export const payPagesOfCells =
  (home: PayPageDeps, ofCell: (cell: number) => PayPageDeps | null | undefined) =>
  (address: string): PayPageDeps | null => {
    const read = readPageAddress(address);
    if (read === null) return null;
    const cell = cellOfNumber(read.accountId);
    if (cell === homeCell) return home;
    const pages = ofCell(cell);
    if (pages === null) throw new Error(`cell ${cell} is away`);
    return pages ?? null;
  };

export function payPageDeps(
  { database, log }: Pick<GatewayOptions, 'database' | 'log'>,
  core: Pick<Core, 'directory' | 'catalogue' | 'refreshCatalogue' | 'initiate' | 'smsRouting'>,
  publicUrl: string,
): PayPageDeps {
  const { directory, catalogue, refreshCatalogue, initiate } = core;
  const deps = { database, initiate, catalogue, refreshCatalogue, directory };
  return {
    catalogue,
    numberInfo: (e164) => numberInfo(database, core.smsRouting(), e164),
    async find(address) {
      const read = readPageAddress(address);
      const checkout = read === null ? null : await findByToken(database, read.token);
      if (checkout === null || checkout.accountId !== read?.accountId) return null;
      return { checkout, account: await directory.byId(checkout.accountId) };
    },
    async pay(checkout, attempt) {
      try {
        await payCheckout(deps, checkout, attempt, pageUrlOf(publicUrl, checkout));
      } catch (error) {
        // Nobody can say whether it is stored, or nothing is: the page shows what becomes of it.
        if (!(error instanceof CommitUnknown || error instanceof AccountBusy)) throw error;
        log.warn({ checkout: checkout.checkoutId, reason: String(error) }, 'attempt not answered');
      }
    },
    stepUrlOf: (checkout) => stepUrlOf(database, checkout, publicUrl),
  };
}

/** The page of the last attempt's operation, where its payer has something to do there. */
async function stepUrlOf(
  database: GatewayOptions['database'],
  { accountId, attempts }: Checkout,
  publicUrl: string,
): Promise<string | null> {
  const id = attempts.at(-1)?.operation?.id;
  if (id === undefined) return null;
  const [operation] = await findOperations(database, [{ accountId, id }]);
  if (operation === undefined || operation.terms.paymentPageToken === null) return null;
  const { extra } = operation.terms.details;
  const hasLink = extra.type === 'wallet' && extra.link !== 'none';
  return hasLink || operation.state.challenge !== null
    ? paymentPageUrl(publicUrl, operation.terms)
    : null;
}
