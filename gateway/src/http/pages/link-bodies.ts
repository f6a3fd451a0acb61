// What stands on the payer's pages? Pure renderers: the page with the code, and the short pages that only say how things stand.

import { renderSVG } from 'uqr';
import type { Language } from '@jokko/contract';
import { renderPage, otherLanguageOf } from './layout.ts';
import type { PageParts } from './layout.ts';
import type { LinkStatus, LinkView, Visitor } from './link-view.ts';
import { html, trusted } from './safe-html.ts';
import type { Markup } from './safe-html.ts';
import { webAddress } from './safe-url.ts';
import { linkTexts } from './texts.ts';

export type Message = 'preparing' | 'checking' | 'expired' | 'succeeded' | 'failed';

// Without JavaScript the page asks again this often.
const refreshSecondsOf = { preparing: 2, checking: 2, waiting: 5, expired: 30 } as const;

/** The view's status, but `expired` as soon as the payer's window is over, whether or not the core has noticed. */
export function statusAt(view: LinkView, nowMs: number): LinkStatus {
  const open = view.status === 'waiting' || view.status === 'notReady';
  return open && nowMs >= view.expiresAt.getTime() ? 'expired' : view.status;
}

/** The page with the QR code and the countdown. */
export function payPage(
  view: LinkView,
  visitor: Visitor,
  nowMs: number,
  address: PageAddress,
  target: { url: string | null; code: string },
): string {
  const texts = linkTexts[visitor.language];
  const secondsLeft = Math.max(0, Math.ceil((view.expiresAt.getTime() - nowMs) / 1000));
  const openHere = target.url === null ? null : html`<p><a class="button" href="${target.url}" rel="noreferrer">${texts.openHere}</a></p>`;
  const body = html`<h1>${texts.payTitle}</h1>
    ${facts(view, visitor.language)}
    <section class="code" aria-labelledby="scan">
      <h2 id="scan">${texts.scan}</h2>
      ${qrCode(target.code, texts.codeOf)}
      <p class="hint">${texts.scanHow}</p>
    </section>
    <p class="countdown">${texts.timeLeft}: <span role="timer" data-seconds="${secondsLeft}">${clockText(secondsLeft)}</span></p>
    ${openHere}
    <p class="hint">${texts.safety}</p>`;
  return frame(visitor, texts.payTitle, body, address, refreshSecondsOf.waiting);
}

/** What a page stands for: its address, and the status that it was made for (the script reloads it when that changes). */
export interface PageAddress {
  /** `/deep/<link>` */
  path: string;
  /** What the page's own address adds to it. */
  below: '' | '/return';
  status: LinkStatus;
}

/** A page that says one thing. */
export function messagePage(view: LinkView, visitor: Visitor, address: PageAddress, message: Message): string {
  const texts = linkTexts[visitor.language];
  const title = texts[`${message}Title`];
  const busy = message === 'preparing' || message === 'checking';
  const back = webAddress(
    message === 'succeeded' ? view.successUrl : message === 'failed' || message === 'expired' ? view.errorUrl : undefined,
  );
  const body = html`${mark(message)}
<h1${busy ? html` role="status"` : null}>${title}</h1>
<p>${texts[message]}</p>
${message === 'checking' ? html`<p>${texts.mayClose}</p>` : null}
${facts(view, visitor.language)}
${back === null ? null : html`<p><a class="button" href="${back}" rel="noreferrer">${texts.backToMerchant}</a></p>`}`;
  if (message === 'succeeded' || message === 'failed')
    return renderPage({ language: visitor.language, title, body, ...languageSwitch(visitor, address) });
  return frame(visitor, title, body, address, refreshSecondsOf[message]);
}

/** Says nothing about any transaction: for addresses that name none, and for faults of ours. */
export function blankPage(language: Language, message: 'unknown' | 'trouble'): string {
  const texts = linkTexts[language];
  const parts: PageParts = {
    language,
    title: texts[`${message}Title`],
    body: html`<h1>${texts[`${message}Title`]}</h1>
      <p>${texts[message]}</p>`,
  };
  return renderPage(message === 'trouble' ? { ...parts, refreshSeconds: refreshSecondsOf.waiting } : parts);
}

function frame(visitor: Visitor, title: string, body: Markup, address: PageAddress, refreshSeconds: number): string {
  const watch = { url: `${address.path}/status`, status: address.status };
  return renderPage({ language: visitor.language, title, body, refreshSeconds, watch, ...languageSwitch(visitor, address) });
}

function languageSwitch(visitor: Visitor, address: PageAddress): { otherLanguageUrl: string } {
  return { otherLanguageUrl: `${address.path}${address.below}?lang=${otherLanguageOf(visitor.language)}` };
}

function facts(view: LinkView, language: Language): Markup {
  const texts = linkTexts[language];
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
    ${row(texts.merchant, view.merchantName)} ${row(texts.service, view.serviceName)} ${row(texts.reference, view.transactionId)}
  </dl>`;
}

/** `27684` → `27 684 FCFA` or `27,684 FCFA`: grouped as the language does, with the franc's usual name. */
export function amountLabel(amountText: string, currency: string, language: Language): string {
  const [whole = '', fraction] = amountText.split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, language === 'fr' ? '\u202f' : ',');
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

function mark(message: Message): Markup {
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
