// Entry point of the payers' pages: what pages of other nouns have in common with them.

export { answerFailures } from './http-failures.ts';
export { acceptForms, readForm, type FormFields } from './http-form.ts';
export { renderPage, otherLanguageOf } from './layout.ts';
export { amountLabel, blankPage, mark } from './page-bodies.ts';
export { pageHeaders } from './page-headers.ts';
export { webAddress } from './safe-url.ts';
