// Renders the pages of checkouts. Pure; no page needs a script.

import { toDecimalString, type Language } from '@jokko/contract';
import { html, type Markup } from '@jokko/contract/html';
import {
  amountLabel,
  mark,
  otherLanguageOf,
  renderPage,
  webAddress,
  type FormFields,
} from '../payment-pages/index.ts';
import { cardInputs } from './card-form.ts';
import type { Checkout } from './checkout.ts';
import type { Means, PayProblem, PayView, Way } from './page-view.ts';
import { checkoutTexts } from './texts.ts';

/** The length of a number, as people write it. */
export const phoneCharactersMax = 32;
const refreshSeconds = { paying: 3, down: 30 } as const;

export interface PayPage {
  checkout: Checkout;
  view: PayView;
  language: Language;
  /** `/pay/<address>` */
  path: string;
}

/** What the payer has typed, and why it was not taken. */
export interface Typed {
  fields: FormFields;
  problem: PayProblem;
}

/** The form of the next attempt. */
export function formPage(page: PayPage, number: number, means: Means, typed: Typed | null): string {
  const { checkout, view, language, path } = page;
  const t = checkoutTexts[language];
  const problem = typed?.problem ?? view.problem;
  const fields = typed?.fields ?? {};
  const phone = (fields['phone'] ?? checkout.phone ?? '').slice(0, phoneCharactersMax);
  const describedBy = problem === null ? null : html`aria-describedby="problem"`;
  const [of, other] =
    means === 'card'
      ? ([t.card, view.ways.length > 0 ? 'wallet' : null] as const)
      : ([t, view.card === null ? null : 'card'] as const);
  const body = html`<h1>${t.title}</h1>
    ${details(page)}
    <form method="post" action="${path}?lang=${language}">
      ${problem === null ? null : html`<p class="problem" id="problem" role="alert">${t.problems[problem]}</p>`}
      <input type="hidden" name="attempt" value="${number}" />
      ${
        means === 'card'
          ? html`<input type="hidden" name="service" value="${view.card?.code ?? ''}" />
              ${cardInputs(language, fields, describedBy)}
              ${phoneInput(t.phone, phone, describedBy)}`
          : html`${phoneInput(t.phone, phone, describedBy)} ${ways(page, fields['service'] ?? '')}`
      }
      <button class="button" type="submit">${view.problem === null ? t.pay : t.payAgain}</button>
    </form>
    ${other === null ? null : html`<p><a href="${path}?by=${other}&lang=${language}">${t.others[other]}</a></p>`}
    <p class="hint">${of.safety}</p>`;
  return whole(page, t.title, body, {});
}

const phoneInput = (label: string, phone: string, describedBy: Markup | null): Markup =>
  html`<label class="of-field" for="phone">${label}</label>
    <input
      id="phone"
      name="phone"
      class="field"
      type="tel"
      inputmode="tel"
      autocomplete="tel"
      maxlength="${phoneCharactersMax}"
      required
      ${describedBy}
      value="${phone}"
    />`;

const regionNames = {
  fr: new Intl.DisplayNames('fr', { type: 'region' }),
  en: new Intl.DisplayNames('en', { type: 'region' }),
};

function ways({ view, language }: PayPage, chosen: string): Markup | null {
  const [only, ...others] = view.ways;
  const t = checkoutTexts[language];
  if (others.length === 0) return html`<p>${t.way}: ${only?.payerName ?? ''}</p>`;
  /** With its country, where an operator of several countries is offered. */
  const nameOf = ({ code, payerName, country }: Way): string =>
    country !== null && view.ways.some((way) => way.code !== code && way.payerName === payerName)
      ? `${payerName} (${regionNames[language].of(country) ?? country})`
      : payerName;
  const isChosen = view.ways.some(({ code }) => code === chosen);
  const way = (code: string, name: string, checked: boolean) =>
    html`<label class="way"
      ><input type="radio" name="service" value="${code}" ${checked ? html`checked` : null} />
      ${name}</label
    >`;
  return html`<fieldset>
    <legend>${t.way}</legend>
    ${way('', t.auto, !isChosen)}
    ${view.ways.map((each) => way(each.code, nameOf(each), each.code === chosen))}
  </fieldset>`;
}

/**
 * An attempt is under way. `stepUrl`: the page on which its payer has something to do; `goOn`:
 * leads there at once.
 */
export function payingPage(page: PayPage, stepUrl: string | null, goOn: boolean): string {
  const t = checkoutTexts[page.language];
  const body = html`${mark('checking')}
    <h1 role="status">${t.payingTitle}</h1>
    <p>${stepUrl === null && !page.view.wasCard ? t.onPhone : t.paying}</p>
    ${details(page)} ${stepUrl === null ? null : button(stepUrl, t.goOn)}`;
  const next =
    goOn && stepUrl !== null ? { forwardUrl: stepUrl } : { refreshSeconds: refreshSeconds.paying };
  return whole(page, t.payingTitle, body, next);
}

/** Paid: leads on to the merchant's page. */
export function paidPage(page: PayPage): string {
  const { checkout, language } = page;
  const { title, text } = checkoutTexts[language].ends.paid;
  const url = webAddress(checkout.successUrl ?? undefined);
  const body = html`${mark('succeeded')}
    <h1>${title}</h1>
    <p>${text}</p>
    ${details(page)} ${backTo(checkout.successUrl, language)}`;
  return whole(page, title, body, url === null ? {} : { forwardUrl: url });
}

/** No payment can be started here, at present or any more. */
export function closedPage(
  page: PayPage,
  end: 'expired' | 'canceled' | 'down' | 'nothing' | 'spent',
): string {
  const { checkout, language } = page;
  const { ends, reopen } = checkoutTexts[language];
  const { title, text } = ends[end];
  const isReopened = checkout.link !== null && end !== 'down' && end !== 'nothing';
  const body = html`${mark('expired')}
    <h1>${title}</h1>
    <p>${isReopened ? reopen : text}</p>
    ${details(page)} ${backTo(checkout.errorUrl, language)}`;
  return whole(page, title, body, end === 'down' ? { refreshSeconds: refreshSeconds.down } : {});
}

const button = (url: string, label: string): Markup =>
  html`<p><a class="button" href="${url}" rel="noreferrer">${label}</a></p>`;

/** A way back to a page of the merchant, where there is one. */
export function backTo(address: string | null, language: Language): Markup | null {
  const url = webAddress(address ?? undefined);
  return url === null ? null : button(url, checkoutTexts[language].back);
}

const details = ({ checkout, view, language }: PayPage): Markup =>
  payDetails({ ...checkout, merchantName: view.merchantName }, language);

/** What is paid, and to whom. `amount` null: the payer chooses it. */
export function payDetails(
  paid: Pick<Checkout, 'currency' | 'description'> & {
    amount: bigint | null;
    merchantName: string;
  },
  language: Language,
): Markup {
  const t = checkoutTexts[language];
  const { amount, currency, description, merchantName } = paid;
  const row = (label: string, value: string) =>
    html`<div>
      <dt>${label}</dt>
      <dd>${value}</dd>
    </div>`;
  return html`<dl>
    ${
      amount === null
        ? null
        : html`<div class="amount">
            <dt>${t.amount}</dt>
            <dd>${amountLabel(toDecimalString(amount), currency, language)}</dd>
          </div>`
    }
    ${row(t.merchant, merchantName)} ${row(t.order, description)}
  </dl>`;
}

const whole = (
  { language, path }: PayPage,
  title: string,
  body: Markup,
  next: { refreshSeconds?: number; forwardUrl?: string },
): string =>
  renderPage({
    language,
    title,
    body,
    ...next,
    otherLanguageUrl: `${path}?lang=${otherLanguageOf(language)}`,
  });
