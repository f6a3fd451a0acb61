// The form by which a payer pays with a card, and what it says. Numbers and codes of cards are
// never shown again, and kept nowhere.

import { bankNumberText, cardDigits, isLuhnRight, schemeOf, type Language } from '@jokko/contract';
import { html, type Markup } from '@jokko/contract/html';
import type { FormFields } from '../payment-pages/index.ts';
import type { PayProblem } from './page-view.ts';
import { checkoutTexts } from './texts.ts';

/** Members of an operation's body. */
export type PayerCard = {
  customerFirstName: string;
  customerLastName: string;
  cardNumber: string;
  cardExpireMonth: string;
  cardExpireYear: string;
  cardCVC: string;
  cardType: string;
};

const nameCharactersMax = 64;
const numberCharactersMax = 32;

/**
 * A number of fewer digits, or a wrong one, is told before the bank is asked. `sandbox`: its
 * numbers choose their outcome, and have no check digit.
 */
export function readCard(fields: FormFields, sandbox: boolean): PayerCard | PayProblem {
  const cardNumber = bankNumberText((fields['number'] ?? '').slice(0, numberCharactersMax));
  const { length } = cardNumber;
  const isNumber = /^\d+$/.test(cardNumber) && length >= cardDigits.min && length <= cardDigits.max;
  if (!isNumber || !(sandbox || isLuhnRight(cardNumber))) return 'cardNumber';
  const [, month = '', year = ''] =
    /^ ?(\d{1,2}) ?[/-]? ?(?:20)?(\d{2}) ?$/.exec((fields['expiry'] ?? '').slice(0, 9)) ?? [];
  const cardExpireMonth = month.padStart(2, '0');
  if (!/^(?:0[1-9]|1[0-2])$/.test(cardExpireMonth)) return 'cardExpiry';
  const cardCVC = fields['code'] ?? '';
  if (!/^\d{3,4}$/.test(cardCVC)) return 'cardCode';
  const [customerFirstName, customerLastName] = [nameIn(fields['first']), nameIn(fields['last'])];
  if (customerFirstName === '' || customerLastName === '') return 'cardName';
  return {
    customerFirstName,
    customerLastName,
    cardNumber,
    cardExpireMonth,
    cardExpireYear: year,
    cardCVC,
    cardType: (schemeOf(cardNumber) ?? 'card').toUpperCase(),
  };
}

/** Without digits, which would be those of a card in a wrong field. Empty: it is no name. */
function nameIn(given = ''): string {
  const name = given.trim();
  return name.length <= nameCharactersMax && /^[\p{L}\p{M}' ’.,-]+$/u.test(name) ? name : '';
}

interface Input {
  name: string;
  label: string;
  autocomplete: string;
  value?: string;
  /** Digits on the keyboard of a phone. */
  digits?: true;
}

/** `typed`: what was sent and not taken. `describedBy`: the id of why. */
export function cardInputs(
  language: Language,
  typed: FormFields,
  describedBy: Markup | null,
): Markup {
  const t = checkoutTexts[language].card;
  const inputs: readonly Input[] = [
    { name: 'number', label: t.number, autocomplete: 'cc-number', digits: true },
    { name: 'expiry', label: t.expiry, autocomplete: 'cc-exp', digits: true },
    { name: 'code', label: t.code, autocomplete: 'cc-csc', digits: true },
    { name: 'first', label: t.first, autocomplete: 'given-name', value: nameIn(typed['first']) },
    { name: 'last', label: t.last, autocomplete: 'family-name', value: nameIn(typed['last']) },
  ];
  return html`${inputs.map(
    ({ name, label, autocomplete, value, digits }) =>
      html`<label class="of-field" for="${name}">${label}</label>
        <input
          id="${name}"
          name="${name}"
          class="field"
          autocomplete="${autocomplete}"
          ${digits === undefined ? null : html`inputmode="numeric"`}
          maxlength="${nameCharactersMax}"
          required
          ${describedBy}
          value="${value ?? ''}"
        />`,
  )}`;
}
