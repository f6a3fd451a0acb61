// Splits an amount as people and banks write it, `(1 500)`, `1.500,25-`, `XOF 1 500`, `1 500 DR`,
// into its figures, its sign and the name of a currency. What the figures come to is decided by who
// knows which sign is the decimal one.

export interface AmountText {
  /** Digits, and what stands between them. */
  figures: string;
  isNegative: boolean;
  /** As it is written, in capitals; null: none stands there. */
  currency: string | null;
}

const charactersMax = 60;
const sign = '[-+]?';
const letters = '[A-Z€$£₦₵ ]{0,12}?';
const amount = new RegExp(
  `^(\\()?(${sign})(${letters})(${sign}) ?([\\d., ']*\\d) ?(${letters})(${sign})(\\))?$`,
);
/** The signs of accounts: a debit has gone, a credit has come. */
const signsOfWords: { readonly [word: string]: string } = {
  D: '-',
  DB: '-',
  DR: '-',
  C: '+',
  CR: '+',
};

/** Null: it is no amount, or says its sign or currency twice. */
export function splitAmount(text: string): AmountText | null {
  if (text.length > charactersMax) return null;
  const [, open = '', first, before = '', second, figures = '', after = '', last, close = ''] =
    amount.exec(plain(text)) ?? [];
  if (figures === '' || (open === '') !== (close === '')) return null;
  const words = [before, after].flatMap((each) => wordsOf(each.trim()));
  const marks = [open, first, second, last, ...words.map((word) => signsOfWords[word])];
  const said = marks.filter(Boolean);
  const names = words.filter((word) => signsOfWords[word] === undefined);
  if (said.length > 1 || names.length > 1) return null;
  return {
    figures,
    isNegative: said.length === 1 && said[0] !== '+',
    currency: names[0] ?? null,
  };
}

/** `FCFA DR` is a currency and a sign. */
function wordsOf(text: string): string[] {
  const signAt = text.lastIndexOf(' ') + 1;
  const isBoth = signAt > 0 && signsOfWords[text.slice(signAt)] !== undefined;
  const words = isBoth ? [text.slice(0, signAt - 1), text.slice(signAt)] : [text];
  return words.filter(Boolean);
}

/** One kind of space, dash and apostrophe; `1500,-` has no decimals. */
const plain = (text: string): string =>
  text
    .replaceAll(/[\s\u200b\ufeff]+/g, ' ')
    .trim()
    .replaceAll(/[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g, '-')
    .replaceAll(/[\u2018\u2019\u02bc]/g, "'")
    .toUpperCase()
    .replace(/F(?:RS?)?\. ?CFA\.?/, 'FCFA')
    .replace(/\b([CD])R\./, '$1R')
    .replace(/(\d)[.,]-{1,2}(?!\d)/, '$1');

const franc = /^(?:F ?CFA|CFA|FRS?(?: CFA)?|FRANCS?(?: CFA)?|F)$/;
const namesOf: { readonly [currency: string]: RegExp } = {
  XOF: franc,
  XAF: franc,
  GNF: /^(?:FG|F ?GN?|F)$/,
  EUR: /^(?:€|EUROS?)$/,
  USD: /^(?:\$|US ?\$)$/,
  GBP: /^£$/,
  NGN: /^₦$/,
  GHS: /^(?:GH)?₵$/,
};

/** Whether people call the currency so. CFA is the name of two. */
export const isNameOf = (currency: string, name: string): boolean =>
  name === currency || (namesOf[currency]?.test(name) ?? false);

const nothing =
  /^[-\u2010-\u2015\u2212_.]{1,5}$|^(?:n\/?a|n\/d|n\.[ad]|nil|null|n[eé]ant|s\/o)\.?$/i;
/** As accounting formats write no amount: a dash, and the currency at its place. */
const accountingDash =
  /^([A-Z€$£₦₵ ]{0,8}?)\s{0,12}[-\u2010-\u2015\u2212](?:\s{0,12}[-\u2010-\u2015\u2212])?\s{0,12}([A-Z€$£₦₵ ]{0,8}?)$/;
const emptyMax = 32;

/** What stands in a cell that has nothing to say: `-`, `--`, `N/A`, `-   €`. */
export function saysNothing(given: string): boolean {
  if (given.length > emptyMax) return false;
  const text = given.trim();
  if (nothing.test(text)) return true;
  const [dash, before = '', after = ''] = accountingDash.exec(text.toUpperCase()) ?? [];
  const name = (before + after).trim();
  return dash !== undefined && (name === '' || isCurrencyName(name));
}

const isCurrencyName = (name: string): boolean =>
  Object.keys(namesOf).some((currency) => isNameOf(currency, name));

const uncalculated =
  /^#(?:(?:REF|VALUE|VALEUR|DIV\/0|NUM|NOMBRE|NULL|NUL|SPILL|CALC)!|N\/?A$|(?:NAME|NOM)\?|#+$)/i;

/**
 * What a spreadsheet shows where it could not calculate, or had no room to show: it is not nothing,
 * and nobody's name or number.
 */
export const isUncalculated = (text: string): boolean => uncalculated.test(text.trimStart());

const exponent = /^\d(?:[.,]\d+)?E\+\d{2,3}$/i;

/**
 * A number as spreadsheets write what has more digits than they keep or show: in a column of texts
 * its last digits are lost. Ids such as 48213e7 are whole.
 */
export const isCutNumber = (text: string): boolean => exponent.test(text);
