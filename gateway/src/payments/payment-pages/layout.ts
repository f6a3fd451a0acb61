// Common layout of all pages for payers: no script inside, nothing from other hosts, readable on
// any phone.

import type { Language } from '@jokko/contract';
import { paymentPageTexts } from './texts.ts';
import { html } from '@jokko/contract/html';
import type { Markup } from '@jokko/contract/html';

export interface PageParts {
  language: Language;
  title: string;
  body: Markup;
  /** Runs the script of the pages; one that is watched has it anyhow. */
  script?: true;
  /**
   * Reloads the page after so many seconds in browsers without JavaScript; in all browsers where
   * `watch` is absent.
   */
  refreshSeconds?: number;
  /** Leads on to this address at once. */
  forwardUrl?: string;
  /** Lets the script watch this address and reload when the status is no longer `status`. */
  watch?: { url: string; status: string };
  /** The same page in the other language; absent on pages that tell nothing. */
  otherLanguageUrl?: string;
}

/** A whole HTML document. */
export function renderPage(parts: PageParts): string {
  const texts = paymentPageTexts[parts.language];
  const refresh =
    parts.refreshSeconds === undefined
      ? null
      : html`<meta http-equiv="refresh" content="${parts.refreshSeconds}" />`;
  const { watch, otherLanguageUrl, forwardUrl } = parts;
  const forward =
    forwardUrl === undefined
      ? null
      : html`<meta http-equiv="refresh" content="0;url=${forwardUrl}" />`;
  const page = html`<!doctype html>
<html lang="${parts.language}">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<meta name="robots" content="noindex" />
<title>${parts.title}</title>
<link rel="icon" href="data:," />
<link rel="stylesheet" href="/deep/assets/link.css" />
${forward}
${watch === undefined || refresh === null ? refresh : html`<noscript>${refresh}</noscript>`}
${watch === undefined && parts.script === undefined ? null : html`<script src="/deep/assets/link.js" defer></script>`}
</head>
<body${watch === undefined ? null : html` data-watch="${watch.url}" data-status="${watch.status}"`}>
<main>
${parts.body}
</main>
${otherLanguageUrl === undefined ? null : html`<footer><a href="${otherLanguageUrl}" hreflang="${otherLanguageOf(parts.language)}" lang="${otherLanguageOf(parts.language)}">${texts.otherLanguage}</a></footer>`}
</body>
</html>
`;
  return page.markup;
}

export function otherLanguageOf(language: Language): Language {
  return language === 'fr' ? 'en' : 'fr';
}
