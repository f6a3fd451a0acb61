// Renders a payer's page: plain HTML without script or any external resource; the policy allows
// nothing else.

import { hash } from 'node:crypto';
import { texts } from './page-text.ts';
import type { Language } from './page-text.ts';

const style = [
  'body{font:16px/1.5 system-ui,sans-serif;margin:0;background:#f4f5f7;color:#1b1f24}',
  'main{max-width:24rem;margin:10vh auto;padding:1.5rem;background:#fff;border-radius:.75rem;box-shadow:0 1px 6px #0002}',
  'h1{font-size:1.25rem;margin:0 0 1rem}dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem}dt{color:#57606a}dd{margin:0;font-weight:600}',
  'form{margin:.5rem 0}button,a.button{display:block;box-sizing:border-box;width:100%;padding:.75rem;border:1px solid #57606a;border-radius:.5rem;background:#fff;',
  'color:inherit;font:inherit;text-align:center;text-decoration:none;cursor:pointer}button.main,a.main{background:#0a6b3d;border-color:#0a6b3d;color:#fff}small{color:#57606a}',
].join('');
const styleHash = `sha256-${hash('sha256', style, 'base64')}`;

/**
 * Headers of every page; `returnUrls` are where a form's redirect may lead, which browsers hold
 * against form-action too.
 */
export function pageHeaders(returnUrls: readonly (string | null)[]): { [name: string]: string } {
  const origins = new Set(
    returnUrls.filter((url) => url !== null).map((url) => new URL(url).origin),
  );
  const formAction = ["'self'", ...origins].join(' ');
  return {
    'content-security-policy': `default-src 'none'; style-src '${styleHash}'; form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

function frame(language: Language, title: string, inner: string): string {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title><style>${style}</style>`;
  const note = `<p><small>${escapeHtml(texts[language].sandbox)}</small></p>`;
  return `<!doctype html><html lang="${language}"><head>${head}</head><body><main><h1>${escapeHtml(title)}</h1>${inner}${note}</main></body></html>`;
}

export interface QuestionPage {
  language: Language;
  title: string;
  details: [label: string, value: string][];
  /** Path of the page itself; buttons post below it. */
  path: string;
  buttons: [choice: 'approve' | 'refuse' | 'abandon', label: string][];
}

/** The page that asks the payer. */
export function questionPage(page: QuestionPage): string {
  const rows = page.details
    .map(([label, value]) => `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd>`)
    .join('');
  const forms = page.buttons.map(([choice, label]) => {
    const look = choice === 'approve' ? ' class="main"' : '';
    return `<form method="post" action="${escapeHtml(page.path)}/${choice}"><button${look}>${escapeHtml(label)}</button></form>`;
  });
  return frame(page.language, page.title, `<dl>${rows}</dl>${forms.join('')}`);
}

/** The page after the end, with a way on when there is one. */
export function resultPage(
  language: Language,
  title: string,
  text: string,
  goOnUrl: string | null,
): string {
  const link =
    goOnUrl === null
      ? ''
      : `<a class="button main" href="${escapeHtml(goOnUrl)}">${escapeHtml(texts[language].goOn)}</a>`;
  return frame(language, title, `<p>${escapeHtml(text)}</p>${link}`);
}
