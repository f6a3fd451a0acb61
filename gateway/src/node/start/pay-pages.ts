// What the pages of checkouts and of payment links need of a node.

import { AccountBusy, CommitUnknown } from '../../platform/db/group-commit.ts';
import { cellOfNumber, homeCell } from '../../platform/db/cell-numbers.ts';
import {
  findByToken,
  pageUrlOf,
  payCheckout,
  readPageAddress,
  type Checkout,
} from '../../payments/checkouts/index.ts';
import type { PayPageDeps } from '../../payments/checkouts/http-pay-page.ts';
import { findOperations, paymentPageUrl } from '../../payments/operations/index.ts';
import { findOpenedLink, openLinkCheckout } from '../../payments/payment-links/index.ts';
import type { LinkPageDeps } from '../../payments/payment-links/http-link-page.ts';
import { numberInfo } from '../../messaging/routing/index.ts';
import type { Core } from './core.ts';
import type { GatewayOptions } from './options.ts';

/**
 * The pages of all cells: the account in the address tells which. `ofCell`: null while it is away,
 * undefined where there is none of this number.
 */
export const payPagesOfCells =
  <Pages>(home: Pages, ofCell: (cell: number) => Pages | null | undefined) =>
  (address: string): Pages | null => {
    const read = readPageAddress(address);
    if (read === null) return null;
    const cell = cellOfNumber(read.accountId);
    if (cell === homeCell) return home;
    const pages = ofCell(cell);
    if (pages === null) throw new Error(`cell ${cell} is away`);
    return pages ?? null;
  };

/** The pages of one cell. */
export interface PayersPages {
  checkouts: PayPageDeps;
  links: LinkPageDeps;
}

export const payersPages = (...of: Parameters<typeof payPageDeps>): PayersPages => ({
  checkouts: payPageDeps(...of),
  links: linkPageDeps(of[0], of[1]),
});

function payPageDeps(
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
    sandbox: initiate.sandbox,
    async pay(checkout, attempt, card) {
      try {
        const pageUrl = pageUrlOf(publicUrl, checkout);
        await payCheckout(deps, checkout, attempt, { pageUrl, card });
      } catch (error) {
        // Nobody can say whether it is stored, or nothing is: the page shows what becomes of it.
        if (!(error instanceof CommitUnknown || error instanceof AccountBusy)) throw error;
        log.warn({ checkout: checkout.checkoutId, reason: String(error) }, 'attempt not answered');
      }
    },
    stepUrlOf: (checkout) => stepUrlOf(database, checkout, publicUrl),
  };
}

const linkPageDeps = (
  { database }: Pick<GatewayOptions, 'database'>,
  { directory }: Pick<Core, 'directory'>,
): LinkPageDeps => ({
  async find(address) {
    const read = readPageAddress(address);
    const link = read === null ? null : await findOpenedLink(database, read.token);
    if (link === null || link.accountId !== read?.accountId) return null;
    return { link, account: await directory.byId(link.accountId) };
  },
  open: (link, opening) => openLinkCheckout(database, link, opening),
});

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
