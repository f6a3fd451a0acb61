// Renders the pages on which the payer does something here: types a one-time code, waits while the
// bank recognises the device, leaves for the bank's page. Pure.

import type { BrowserForm } from '@jokko/connectors/kit';
import { html, type Markup } from '@jokko/contract/html';
import { renderPage } from './layout.ts';
import { countdown, details, frame, type PageAddress } from './page-bodies.ts';
import type { PageStep, PaymentPageView, Visitor } from './payment-page-view.ts';
import { webAddress } from './safe-url.ts';
import { paymentPageTexts, type StepProblem } from './texts.ts';

/** How long the bank's hidden frame may take. Then the payment goes on without it. */
const collectMs = 10_000;
/** Between two tries of a step that this node cannot carry out. */
const retryMs = 1_000;

interface StepPage {
  view: PaymentPageView;
  visitor: Visitor;
  address: PageAddress;
  nowMs: number;
  problem: StepProblem | null;
}

/** `origin`: of the bank, for the two forms that go there. */
export function stepPage(page: StepPage, step: PageStep, origin: string | null): string {
  switch (step.kind) {
    case 'otp':
      return otpPage(page, step);
    case 'collect':
      return collectPage(page, step.form, origin ?? '');
    case 'post':
      return postPage(page, step.form);
  }
}

function otpPage(
  { view, visitor, address, nowMs, problem }: StepPage,
  { digits, how, lastStep }: Extract<PageStep, { kind: 'otp' }>,
): string {
  const texts = paymentPageTexts[visitor.language];
  const shown = problem ?? lastStep ?? null;
  const body = html`<h1>${texts.otpTitle}</h1>
    ${details(view, visitor.language)}
    ${how === undefined ? null : html`<p>${how[visitor.language]}</p>`}
    <form method="post" action="${address.path}/step?lang=${visitor.language}">
      ${problemText(shown, visitor)}
      <input type="hidden" name="attempt" value="${view.attempt}" />
      <label for="otp">${texts.otpLabel(digits)}</label>
      <input
        id="otp"
        name="otp"
        class="otp"
        type="text"
        inputmode="numeric"
        autocomplete="one-time-code"
        pattern="[0-9 ]*"
        maxlength="${digits * 2}"
        required
        autofocus
        ${shown === null ? null : html`aria-invalid="true" aria-describedby="problem"`}
      />
      <button class="button" type="submit">${texts.otpSend}</button>
    </form>
    ${countdown(view, visitor, nowMs)}
    <p class="hint">${texts.otpSafety}</p>`;
  return frame(visitor, texts.otpTitle, body, address);
}

function collectPage(
  { view, visitor, address, problem }: StepPage,
  form: BrowserForm,
  origin: string,
): string {
  const texts = paymentPageTexts[visitor.language];
  const goOn = html`<button class="button" type="submit">${texts.goOn}</button>`;
  const own = (attribute: Markup | null, button: Markup) =>
    html`<form method="post" action="${address.path}/step?lang=${visitor.language}" ${attribute}>
      <input type="hidden" name="attempt" value="${view.attempt}" />
      ${button}
    </form>`;
  const byItself = html`<iframe name="bank" class="hidden" title="${texts.collectTitle}"></iframe>
    <form method="post" action="${form.url}" target="bank" data-collect="${origin}">
      ${hiddenFields(form.fields)}
    </form>
    ${own(html`data-browser="${collectMs}"`, html`<noscript>${goOn}</noscript>`)}`;
  const body = html`<div class="mark busy" aria-hidden="true"></div>
    <h1 role="status">${texts.collectTitle}</h1>
    ${problemText(problem, visitor)}
    <p>${texts.collect}</p>
    ${details(view, visitor.language)} ${problem === null ? byItself : own(null, goOn)}`;
  return frame(visitor, texts.collectTitle, body, address);
}

function postPage(
  { view, visitor, address, problem }: StepPage,
  { url, fields }: BrowserForm,
): string {
  const texts = paymentPageTexts[visitor.language];
  const body = html`<h1>${texts.postTitle}</h1>
    ${problemText(problem, visitor)}
    <p>${texts.post}</p>
    ${details(view, visitor.language)}
    <form method="post" action="${url}" ${problem === null ? html`data-submit="0"` : null}>
      ${hiddenFields(fields)}
      <button class="button" type="submit">${texts.goOn}</button>
    </form>`;
  return frame(visitor, texts.postTitle, body, address);
}

/** No node can go on with it, and the provider has not said yet that it is canceled. */
export function endedPage(view: PaymentPageView, visitor: Visitor, address: PageAddress): string {
  const texts = paymentPageTexts[visitor.language];
  const back = webAddress(view.errorUrl);
  const body = html`<div class="mark bad" aria-hidden="true">✕</div>
    <h1>${texts.failedTitle}</h1>
    <p>${texts.problems.ended}</p>
    ${details(view, visitor.language)}
    ${
      back === null
        ? null
        : html`<p><a class="button" href="${back}" rel="noreferrer">${texts.backToMerchant}</a></p>`
    }`;
  return frame(visitor, texts.failedTitle, body, address);
}

/** Hands the same in once more, by itself: another node may be the one that can go on. */
export function retryPage(
  { language }: Visitor,
  path: string,
  fields: { [name: string]: string },
): string {
  const texts = paymentPageTexts[language];
  const body = html`<div class="mark busy" aria-hidden="true"></div>
    <h1 role="status">${texts.checkingTitle}</h1>
    <form method="post" action="${path}/step?lang=${language}" data-submit="${retryMs}">
      ${hiddenFields(fields)}
      <button class="button" type="submit">${texts.goOn}</button>
    </form>`;
  return renderPage({ language, title: texts.checkingTitle, body, script: true });
}

const hiddenFields = (fields: { [name: string]: string }): Markup[] =>
  Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );

const problemText = (problem: StepProblem | null, { language }: Visitor): Markup | null =>
  problem === null
    ? null
    : html`<p class="problem" id="problem" role="alert">
        ${paymentPageTexts[language].problems[problem]}
      </p>`;
