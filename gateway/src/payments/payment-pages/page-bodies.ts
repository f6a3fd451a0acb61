// Renders the bodies of the payment pages: the page with the code, and the short pages that only
// show a state. Pure.

import { defined } from '@jokko/contract';
import { renderSVG } from 'uqr';
import type { Language } from '@jokko/contract';
import { renderPage, otherLanguageOf } from './layout.ts';
import type { PageParts } from './layout.ts';
import type { PaymentPageStatus, PaymentPageView, Visitor } from './payment-page-view.ts';
import { html, trusted } from '@jokko/contract/html';
import type { Markup } from '@jokko/contract/html';
import { webAddress } from './safe-url.ts';
import { paymentPageTexts, type PaymentPageTexts } from './texts.ts';

export type Message = 'preparing' | 'checking' | 'expired' | 'succeeded' | 'failed';

// Without JavaScript the page asks again this often.
const refreshSecondsOf = { preparing: 2, checking: 2, waiting: 5, expired: 30 } as const;
const textsOf = (visitor: Visitor): PaymentPageTexts => paymentPageTexts[visitor.language];

/**
 * The view's status, but `expired` as soon as the payer's window is over, whether or not the core
 * has noticed.
 */
export function statusAt(view: PaymentPageView, nowMs: number): PaymentPageStatus {
  const open = view.status === 'waiting' || view.status === 'notReady';
  return open && nowMs >= view.expiresAt.getTime() ? 'expired' : view.status;
}

/** The page with the QR code and the countdown. */
export function payPage(
  view: PaymentPageView,
  visitor: Visitor,
  nowMs: number,
  address: PageAddress,
  target: Target,
): string {
  const texts = textsOf(visitor);
  const body = html`<h1>${texts.payTitle}</h1>
    ${details(view, visitor.language)} ${scanSection(target.code, visitor)}
    ${countdown(view, visitor, nowMs)} ${links(target, visitor)}
    <p class="hint">${texts.safety}</p>`;
  return frame(visitor, texts.payTitle, body, address, refreshSecondsOf.waiting);
}

/**
 * What the payer opens: by a link, by one of several apps, or by scanning `code`. Null: not that
 * way.
 */
export interface Target {
  url: string | null;
  apps: { name: string; url: string }[];
  code: string | null;
}

function scanSection(code: string | null, visitor: Visitor): Markup | null {
  if (code === null) return null;
  const texts = textsOf(visitor);
  return html`<section class="code" aria-labelledby="scan">
    <h2 id="scan">${texts.scan}</h2>
    ${qrCode(code, texts.codeOf)}
    <p class="hint">${texts.scanHow}</p>
  </section>`;
}

/** The time that the payer has left. The script counts it down. */
export function countdown(view: PaymentPageView, visitor: Visitor, nowMs: number): Markup {
  const secondsLeft = Math.max(0, Math.ceil((view.expiresAt.getTime() - nowMs) / 1000));
  return html`<p class="countdown">
    ${textsOf(visitor).timeLeft}:
    <span role="timer" data-seconds="${secondsLeft}">${clockText(secondsLeft)}</span>
  </p>`;
}

function links({ url, apps }: Target, visitor: Visitor): Markup | Markup[] | null {
  const texts = textsOf(visitor);
  const link = (to: string, label: string) =>
    html`<p><a class="button" href="${to}" rel="noreferrer">${label}</a></p>`;
  if (apps.length > 0)
    return [
      html`<h2>${texts.chooseApp}</h2>`,
      ...apps.map((app) => link(app.url, texts.openApp(app.name))),
    ];
  return url === null ? null : link(url, texts.openHere);
}

/**
 * What a page stands for: its address, and the status that it was made for (the script reloads it
 * when that changes).
 */
export interface PageAddress {
  /** `/deep/<address>` */
  path: string;
  /** What the page's own address adds to it. */
  below: '' | '/return' | '/result';
  status: PaymentPageStatus;
  /** For a page that asks for a step: another one follows with another number. */
  attempt?: number;
}

/** One word for the script, another one for each page that the payer should see. */
export const watchedStatus = ({
  status,
  attempt,
}: Pick<PageAddress, 'status' | 'attempt'>): string =>
  status === 'waiting' && attempt !== undefined ? `${status}-${attempt}` : status;

/** A page that says one thing. */
export function messagePage(
  view: PaymentPageView,
  visitor: Visitor,
  address: PageAddress,
  message: Message,
): string {
  const texts = paymentPageTexts[visitor.language];
  const title = texts[`${message}Title`];
  const busy = message === 'preparing' || message === 'checking';
  const back = webAddress(
    message === 'succeeded'
      ? view.successUrl
      : message === 'failed' || message === 'expired'
        ? view.errorUrl
        : undefined,
  );
  const body = html`${mark(message)}
<h1${busy ? html` role="status"` : null}>${title}</h1>
<p>${texts[message]}</p>
${message === 'checking' ? html`<p>${texts.mayClose}</p>` : null}
${details(view, visitor.language)}
${back === null ? null : html`<p><a class="button" href="${back}" rel="noreferrer">${texts.backToMerchant}</a></p>`}`;
  if (message === 'succeeded' || message === 'failed')
    return renderPage({
      language: visitor.language,
      title,
      body,
      ...languageSwitch(visitor, address),
    });
  return frame(visitor, title, body, address, refreshSecondsOf[message]);
}

/**
 * Leads on to the developer's page at once, or to one of ours; a browser that does not follow shows
 * the way.
 */
export function forwardPage(
  { language }: Visitor,
  url: string,
  to: 'backToMerchant' | 'goOn' = 'backToMerchant',
): string {
  const title = paymentPageTexts[language][to];
  const body = html`<h1>${title}</h1>
    <p><a class="button" href="${url}" rel="noreferrer">${title}</a></p>`;
  return renderPage({ language, title, body, forwardUrl: url });
}

/** Says nothing about any transaction: for addresses that name none, and for faults of ours. */
export function blankPage(language: Language, message: 'unknown' | 'trouble'): string {
  const texts = paymentPageTexts[language];
  const parts: PageParts = {
    language,
    title: texts[`${message}Title`],
    body: html`<h1>${texts[`${message}Title`]}</h1>
      <p>${texts[message]}</p>`,
  };
  return renderPage(
    message === 'trouble' ? { ...parts, refreshSeconds: refreshSecondsOf.waiting } : parts,
  );
}

/** `refreshSeconds` absent: it is not loaded anew by itself, as the payer may be typing. */
export function frame(
  visitor: Visitor,
  title: string,
  body: Markup,
  address: PageAddress,
  refreshSeconds?: number,
): string {
  const watch = { url: `${address.path}/status`, status: watchedStatus(address) };
  return renderPage({
    language: visitor.language,
    title,
    body,
    ...defined({ refreshSeconds }),
    watch,
    ...languageSwitch(visitor, address),
  });
}

function languageSwitch(visitor: Visitor, address: PageAddress): { otherLanguageUrl: string } {
  return {
    otherLanguageUrl: `${address.path}${address.below}?lang=${otherLanguageOf(visitor.language)}`,
  };
}

export function details(view: PaymentPageView, language: Language): Markup {
  const texts = paymentPageTexts[language];
  const row = (label: string, value: string) =>
    value === ''
      ? html``
      : html`<div>
          <dt>${label}</dt>
          <dd>${value}</dd>
        </div>`;
  return html`<dl>
    <div class="amount">
      <dt>${texts.amount}</dt>
      <dd>${amountLabel(view.amountText, view.currency, language)}</dd>
    </div>
    ${row(texts.merchant, view.merchantName)} ${row(texts.service, view.serviceName)}
    ${row(texts.reference, view.transactionId)}
  </dl>`;
}

/**
 * `27684` → `27 684 FCFA` or `27,684 FCFA`: grouped as the language does, with the franc's usual
 * name.
 */
export function amountLabel(amountText: string, currency: string, language: Language): string {
  const [whole = '', fraction] = amountText.split('.');
  const grouped = BigInt(whole).toLocaleString(language);
  const decimals = fraction === undefined ? '' : (language === 'fr' ? ',' : '.') + fraction;
  return `${grouped}${decimals}\u00a0${currency === 'XOF' || currency === 'XAF' ? 'FCFA' : currency}`;
}

function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** The code is black on white in dark mode too: cameras read that best. */
function qrCode(text: string, label: string): Markup {
  try {
    // Four modules of quiet zone, as the standard asks.
    const svg = renderSVG(text, { ecc: 'M', border: 4, pixelSize: 4 });
    return html`<div class="qr" role="img" aria-label="${label}">${trusted(svg)}</div>`;
  } catch {
    // Longer than any code can hold: the text itself is the way then.
    return html`<p class="qr-text">${text}</p>`;
  }
}

export function mark(message: Message): Markup {
  switch (message) {
    case 'preparing':
    case 'checking':
      return html`<div class="mark busy" aria-hidden="true"></div>`;
    case 'succeeded':
      return html`<div class="mark good" aria-hidden="true">✓</div>`;
    case 'failed':
      return html`<div class="mark bad" aria-hidden="true">✕</div>`;
    case 'expired':
      return html`<div class="mark bad" aria-hidden="true">!</div>`;
  }
}
