// Says in English why a number was refused and which one was perhaps meant.
import type { SmsNumberFault } from '../number-problem.ts';

const countries = new Intl.DisplayNames('en', { type: 'region' });
const alternatives = new Intl.ListFormat('en', { type: 'disjunction' });
/** The sentence of the interface description. */
const invalid =
  'The number is invalid: the international format +<country code><number> must be respected.';

export function numberText({ problem, meant, country }: SmsNumberFault): string {
  const hint = meant.length === 0 ? '' : ` Did you mean ${alternatives.format(meant)}?`;
  const lengths = alternatives.format((country?.lengths ?? []).map(String));
  const name = country === undefined ? '' : countries.of(country.code);
  switch (problem) {
    case 'invalid':
      return invalid;
    case 'characters':
      return `${invalid} It contains characters that are not digits.`;
    case 'noCountryCode':
      return `${invalid} The country code with its plus is missing.${hint}`;
    case 'wrongLength':
      return `${invalid} A mobile number of ${name} has ${lengths} digits after +${country?.callingCode}, this one has ${country?.given}.${hint}`;
    case 'notAssigned':
      return `${invalid} No number of ${name} begins like this one.${hint}`;
    case 'landline':
      return 'This is a landline number, which cannot receive messages.';
    case 'countryNotServed':
      return `Messages to this country are not possible.${hint}`;
    case 'operatorNotServed':
      return 'Messages to the operator of this number are not possible.';
    case 'optedOut':
      return 'The owner of this number does not want to receive your messages.';
    case 'duplicate':
      return 'The same message from the same sender was sent to this number a short time ago.';
  }
}
