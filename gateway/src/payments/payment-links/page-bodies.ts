// Renders the pages of payment links. Pure; no page needs a script.

import { toDecimalString, type Language, type PaymentLinkStatus } from '@jokko/contract';
import { html, type Markup } from '@jokko/contract/html';
import { backTo, payDetails } from '../checkouts/index.ts';
import { amountLabel, mark, otherLanguageOf, renderPage } from '../payment-pages/index.ts';
import type { OpenedLink } from './payment-link.ts';
import { linkTexts } from './texts.ts';

export interface LinkPage {
  link: OpenedLink;
  merchantName: string;
  language: Language;
  /** `/pay/link/<address>` */
  path: string;
}

/** What the payer has typed, and why it was not taken. */
export interface Typed {
  amount: string;
  problem: 'wrongAmount' | 'tooFast';
}

/** Leads to the payer's checkout. `nonce`: of this form alone. */
export function linkPage(page: LinkPage, nonce: string, typed: Typed | null): string {
  const { link, merchantName, language, path } = page;
  const t = linkTexts[language];
  const problem = typed === null ? null : problemText(page, typed.problem);
  const body = html`<h1>${t.title}</h1>
    ${payDetails({ ...link, merchantName }, language)}
    <form method="post" action="${path}?lang=${language}">
      ${problem === null ? null : html`<p class="problem" id="problem" role="alert">${problem}</p>`}
      <input type="hidden" name="nonce" value="${nonce}" />
      ${link.amount === null ? amountField(page, typed) : null}
      <button class="button" type="submit">${t.goOn}</button>
    </form>`;
  return whole(page, t.title, body);
}

function amountField({ link, language }: LinkPage, typed: Typed | null): Markup {
  const t = linkTexts[language];
  return html`<label class="of-field" for="amount">${t.amount}</label>
    <input
      id="amount"
      name="amount"
      class="field"
      inputmode="decimal"
      autocomplete="off"
      maxlength="20"
      required
      aria-describedby="${typed === null ? 'bounds' : 'problem bounds'}"
      value="${typed?.amount ?? ''}"
    />
    <p class="hint" id="bounds">${t.bounds(...boundsOf(link, language))}</p>`;
}

const problemText = ({ link, language }: LinkPage, problem: Typed['problem']): string =>
  problem === 'tooFast'
    ? linkTexts[language].tooFast
    : linkTexts[language].wrongAmount(...boundsOf(link, language));

const boundsOf = (
  { amount, minimum, maximum, currency }: OpenedLink,
  language: Language,
): [minimum: string, maximum: string] => {
  const label = (bound: bigint): string => amountLabel(toDecimalString(bound), currency, language);
  return amount === null ? [label(minimum), label(maximum)] : [label(amount), label(amount)];
};

/** Nobody can begin to pay here, at present or any more. */
export function closedLinkPage(
  page: LinkPage,
  status: Exclude<PaymentLinkStatus, 'ACTIVE'>,
): string {
  const { link, merchantName, language } = page;
  const { title, text } = linkTexts[language].ends[status];
  const body = html`${mark('expired')}
    <h1>${title}</h1>
    <p>${text}</p>
    ${payDetails({ ...link, merchantName }, language)} ${backTo(link.errorUrl, language)}`;
  return whole(page, title, body);
}

const whole = ({ language, path }: LinkPage, title: string, body: Markup): string =>
  renderPage({
    language,
    title,
    body,
    otherLanguageUrl: `${path}?lang=${otherLanguageOf(language)}`,
  });
