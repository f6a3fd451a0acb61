// Building blocks that several request schemas share. Sizes are sane bounds: real values are far
// shorter.
import { Type } from 'typebox';
import { described } from './described.ts';
import type { Described } from './described.ts';

const phoneCharactersMax = 32;
const codeServiceCharactersMax = 64;
const apiKeyCharactersMax = 256;
const amountTextCharactersMax = 32;
export const urlCharactersMax = 2_048;

/**
 * The key may be in the body or in the header, so no schema requires it; the key guard decides
 * before any field is looked at.
 */
export const apiKeyField = Type.Optional(
  Type.String({
    maxLength: apiKeyCharactersMax,
    ...described(
      'API key. Required here or in the header `Secretkey`.',
      'Clé API. Requise ici ou dans l’en-tête `Secretkey`.',
    ),
  }),
);

/**
 * An object of the client's own with any members. `additionalProperties` is stated although it is
 * the default: generators of typed clients take an object without it for one without members.
 */
export const clientObject = (options: Partial<Described> = {}) =>
  Type.Object({}, { additionalProperties: true, ...options });

export const codeServiceField = Type.String({
  minLength: 1,
  maxLength: codeServiceCharactersMax,
  ...described(
    'Code of the service, from the catalogue.',
    'Code du service, tel que donné par le catalogue.',
  ),
});

export const phoneField = Type.String({
  minLength: 1,
  maxLength: phoneCharactersMax,
  ...described(
    'Phone number: local digits, or with the country code (221…, +221…, 00221…). Card and chat services need the country code.',
    'Numéro de téléphone : chiffres locaux ou avec l’indicatif (221…, +221…, 00221…). Carte et messagerie exigent l’indicatif.',
  ),
});

const amountDescription = described(
  'Amount in units of the currency: a number greater than zero (a numeric string is accepted), without decimals for XOF and XAF. Only chat messages do not need it.',
  'Montant dans la devise : un nombre supérieur à zéro (une chaîne numérique est acceptée), sans décimales en XOF et XAF. Seuls les messages instantanés n’en ont pas besoin.',
);
const amountText = Type.String({ minLength: 1, maxLength: amountTextCharactersMax });

export const amountField = Type.Union([Type.Number(), amountText], {
  'x-problem': 'notAmount',
  ...amountDescription,
});

/**
 * On `operation` null and the empty string count as absent: only the service tells whether an
 * amount is needed.
 */
export const operationAmountField = Type.Optional(
  Type.Union([Type.Number(), Type.String({ maxLength: amountTextCharactersMax }), Type.Null()], {
    'x-problem': 'notAmount',
    ...amountDescription,
  }),
);

/**
 * 1 to 128 printable ASCII characters, no `|` (it separates the parts of the hash input), no space
 * at either end (rule O5).
 */
export const externalTransactionIdField = Type.String({
  minLength: 1,
  maxLength: 128,
  pattern: '^[\\x21-\\x7b\\x7d\\x7e](?:[\\x20-\\x7b\\x7d\\x7e]*[\\x21-\\x7b\\x7d\\x7e])?$',
  ...described(
    'Your own unique identifier of the operation: 1 to 128 printable ASCII characters, no `|`, no space at either end. Sending the same identifier again never pays twice.',
    'Votre identifiant unique de l’opération : 1 à 128 caractères ASCII imprimables, sans `|` ni espace aux extrémités. Renvoyer le même identifiant ne paie jamais deux fois.',
  ),
});

/**
 * A whole number in a query, which is text on the wire. `x-integer` is what the OpenAPI document
 * says in place of it: clients give a number.
 */
export const integerText = (
  bounds: { minimum: number; maximum: number; default: number },
  options: Described,
) => Type.String({ pattern: '^[0-9]+$', 'x-integer': bounds, ...options });

/** For a number that may be above 2^31: clients in typed languages would take 32 bits for it. */
export const wide = { format: 'int64' } as const;

/**
 * The id as issued, as a number, or with a leading T (rule S5); what is no id at all is an unknown
 * transaction.
 */
export const transactionIdField = Type.Union(
  [Type.String({ minLength: 1, maxLength: 64 }), Type.Integer({ minimum: 1, ...wide })],
  {
    'x-problem': 'notIdentifier',
    ...described(
      'Transaction identifier as you received it. A number and a leading `T` are accepted.',
      'Identifiant de transaction tel que vous l’avez reçu. Un nombre et un `T` initial sont acceptés.',
    ),
  },
);
