// Which page, or which redirect, does the payer's browser get? Pure: decides from the transaction's view, the visitor and the clock.

import { messagePage, payPage, statusAt } from './link-bodies.ts';
import type { PageAddress } from './link-bodies.ts';
import type { LinkView, Visitor } from './link-view.ts';
import { webAddress, providerAddress } from './safe-url.ts';

export type PageAnswer = { kind: 'page'; status: number; body: string } | { kind: 'redirect'; status: 302 | 303; url: string };

/** The page of a link. `path` is `/deep/<link>`. */
export function answerLink(view: LinkView, visitor: Visitor, nowMs: number, path: string): PageAnswer {
  const address: PageAddress = { path, below: '', status: statusAt(view, nowMs) };
  const target = targetOf(view);
  switch (address.status) {
    case 'succeeded':
    case 'failed':
      return answerFinal(view, visitor, address, address.status);
    case 'expired':
      return page(410, messagePage(view, visitor, address, 'expired'));
    case 'notReady':
      return page(200, messagePage(view, visitor, address, 'preparing'));
    case 'waiting':
      if (target === null) return page(200, messagePage(view, visitor, address, 'preparing'));
      // 302: the next visit may be answered otherwise.
      if (target.url !== null && visitor.phone) return { kind: 'redirect', status: 302, url: target.url };
      return page(200, payPage(view, visitor, nowMs, address, target));
  }
}

/**
 * Where the provider sends the payer's browser afterwards. What the address says about the result is not believed: the page waits until
 * the transaction is final and follows that.
 */
export function answerReturn(view: LinkView, visitor: Visitor, nowMs: number, path: string): PageAnswer {
  const address: PageAddress = { path, below: '/return', status: statusAt(view, nowMs) };
  switch (address.status) {
    case 'succeeded':
    case 'failed':
      return answerFinal(view, visitor, address, address.status);
    case 'expired':
    case 'notReady':
    case 'waiting':
      return page(200, messagePage(view, visitor, address, 'checking'));
  }
}

function answerFinal(view: LinkView, visitor: Visitor, address: PageAddress, result: 'succeeded' | 'failed'): PageAnswer {
  const url = webAddress(result === 'succeeded' ? view.successUrl : view.errorUrl);
  return url === null ? page(200, messagePage(view, visitor, address, result)) : { kind: 'redirect', status: 303, url };
}

/** What the payer opens: an address, the text of a code, or both; null while the provider has given neither. */
function targetOf(view: LinkView): { url: string | null; code: string } | null {
  const url = providerAddress(view.providerUrl) ?? (view.kind === 'qr' ? webAddress(view.qrText) : null);
  const code = view.kind === 'qr' ? (view.qrText ?? url) : url;
  return code === null ? null : { url, code };
}

function page(status: number, body: string): PageAnswer {
  return { kind: 'page', status, body };
}
