// Decides which page or redirect the payer's browser gets, from the transaction's view, the
// visitor and the clock. Pure.

import { forwardPage, messagePage, payPage, statusAt } from './page-bodies.ts';
import type { PageAddress, Target } from './page-bodies.ts';
import type { PageStep, PaymentPageView, Visitor } from './payment-page-view.ts';
import { webAddress, providerAddress } from './safe-url.ts';
import { endedPage, stepPage } from './step-bodies.ts';
import type { StepProblem } from './texts.ts';

export type PageAnswer =
  /**
   * `bank`: the origin that the page's form goes to. `elsewhere`: the next request should come to
   * another node.
   */
  | { kind: 'page'; status: number; body: string; bank?: string; elsewhere?: true }
  | { kind: 'redirect'; status: 302 | 303; url: string };

/**
 * The payment page. `path` is `/deep/<address>`; `problem`: why what the payer did last was not
 * taken.
 */
export function answerPaymentPage(
  view: PaymentPageView,
  visitor: Visitor,
  nowMs: number,
  path: string,
  problem: StepProblem | null = null,
): PageAnswer {
  const address = pageAddress(view, nowMs, path);
  const target = targetOf(view);
  switch (address.status) {
    case 'succeeded':
    case 'failed':
      return answerFinal(view, visitor, address, address.status);
    case 'expired':
      return page(410, messagePage(view, visitor, address, 'expired'));
    case 'notReady':
      return page(200, messagePage(view, visitor, address, 'preparing'));
    case 'checking':
      return page(200, messagePage(view, visitor, address, 'checking'));
    case 'waiting':
      if (problem === 'ended') return page(200, endedPage(view, visitor, address));
      if (view.step !== undefined)
        return answerStep({ view, visitor, address, nowMs, problem }, view.step);
      if (target === null) return page(200, messagePage(view, visitor, address, 'preparing'));
      // A card's page is the bank's, on every device. 302: the next visit may be answered
      // otherwise.
      if (
        target.url !== null &&
        target.apps.length === 0 &&
        (visitor.phone || view.kind === 'authPage')
      )
        return { kind: 'redirect', status: 302, url: target.url };
      // On the phone itself there is nothing to scan.
      return page(
        200,
        payPage(view, visitor, nowMs, address, {
          ...target,
          code: visitor.phone && target.apps.length > 0 ? null : target.code,
        }),
      );
  }
}

export const pageAddress = (view: PaymentPageView, nowMs: number, path: string): PageAddress => ({
  path,
  below: '',
  status: statusAt(view, nowMs),
  ...(view.step !== undefined && { attempt: view.attempt }),
});

/** A bank's address that no browser may be sent to is none: the page waits for another one. */
function answerStep(given: Parameters<typeof stepPage>[0], step: PageStep): PageAnswer {
  if (step.kind === 'otp') return page(200, stepPage(given, step, null));
  const url = webAddress(step.form.url);
  if (url === null)
    return page(200, messagePage(given.view, given.visitor, given.address, 'preparing'));
  const bank = new URL(url).origin;
  return { ...page(200, stepPage(given, step, bank)), bank };
}

/**
 * Where the provider sends the payer's browser afterwards. A card's payer goes on to the
 * developer's page for that, which leads back to the page of the result; anybody else sees that at
 * once. A page leads on, no redirect: a bank's form may be held to the gateway's address
 * (`form-action` of its policy), and browsers hold every redirect of its answer to that.
 */
export function answerReturn(
  view: PaymentPageView,
  visitor: Visitor,
  nowMs: number,
  path: string,
): PageAnswer {
  const url = bankReturnAddress(view.bankReturn);
  if (url !== null) return page(200, forwardPage(visitor, url));
  const answer = answerResult(view, visitor, nowMs, path, '/return');
  return answer.kind === 'redirect' ? page(200, forwardPage(visitor, answer.url)) : answer;
}

/**
 * The same after a form of the bank: a page of ours that is loaded anew must not be that form once
 * more.
 */
export function answerPostedReturn(
  view: PaymentPageView,
  visitor: Visitor,
  path: string,
): PageAnswer {
  const url = bankReturnAddress(view.bankReturn);
  return page(
    200,
    url === null ? forwardPage(visitor, `${path}/result`, 'goOn') : forwardPage(visitor, url),
  );
}

/**
 * The page of the result. What an address says about the result is not believed: the page waits
 * until the transaction is final and follows that.
 */
export function answerResult(
  view: PaymentPageView,
  visitor: Visitor,
  nowMs: number,
  path: string,
  below: '/return' | '/result' = '/result',
): PageAnswer {
  const address = { ...pageAddress(view, nowMs, path), below };
  switch (address.status) {
    case 'succeeded':
    case 'failed':
      return answerFinal(view, visitor, address, address.status);
    case 'checking':
    case 'expired':
    case 'notReady':
    case 'waiting':
      return page(200, messagePage(view, visitor, address, 'checking'));
  }
}

/** The developer's page, told in its query where to send the payer next. */
function bankReturnAddress(bankReturn: PaymentPageView['bankReturn']): string | null {
  const given = webAddress(bankReturn?.url);
  if (bankReturn === undefined || given === null) return null;
  const url = new URL(given);
  const next = `continueUrl=${encodeURIComponent(bankReturn.continueUrl)}`;
  url.search = url.search === '' ? next : `${url.search}&${next}`;
  return url.href;
}

function answerFinal(
  view: PaymentPageView,
  visitor: Visitor,
  address: PageAddress,
  result: 'succeeded' | 'failed',
): PageAnswer {
  const url = webAddress(result === 'succeeded' ? view.successUrl : view.errorUrl);
  return url === null
    ? page(200, messagePage(view, visitor, address, result))
    : { kind: 'redirect', status: 303, url };
}

/**
 * What the payer opens; null while the provider has given nothing. Several apps are chosen from on
 * the phone, which a desktop shows the page to.
 */
function targetOf(view: PaymentPageView): Target | null {
  const apps = Object.entries(view.apps ?? {}).flatMap(([name, given]) => {
    const url = providerAddress(given);
    return url === null ? [] : [{ name, url }];
  });
  const url =
    providerAddress(view.providerUrl) ?? (view.kind === 'qr' ? webAddress(view.qrText) : null);
  const code = (view.kind === 'qr' ? view.qrText : undefined) ?? url;
  if (apps.length > 0) return { url, apps, code: code ?? view.pageUrl };
  return code === null ? null : { url, apps, code };
}

function page(status: number, body: string): Extract<PageAnswer, { kind: 'page' }> {
  return { kind: 'page', status, body };
}
