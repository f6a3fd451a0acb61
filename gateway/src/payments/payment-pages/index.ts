// Entry point of the payers' pages: what pages of other nouns have in common with them.

export { readForm, type FormFields } from './http-form.ts';
export { registerPayersPages, sendTooFast } from './http-pages.ts';
export { renderPage, otherLanguageOf } from './layout.ts';
export { amountLabel, mark } from './page-bodies.ts';
export { pageHeaders } from './page-headers.ts';
export { webAddress } from './safe-url.ts';
