// Which building blocks do the requests and answers of the SMS interface have in common, and what are their limits?
import { Type } from 'typebox';
import type { TObject } from 'typebox';
import { described } from '../check/described.ts';

/** More are refused whole (rule X2). */
export const smsRecipientsMax = 10_000;
/** Rows of one page of a list. */
export const smsPageMax = 1_000;
export const smsPageDefault = 100;
export const appKeyHeader = 'App-Key';
export const idempotencyKeyHeader = 'Idempotency-Key';
export const batchIdHeader = 'X-Batch-Id';
const appKeyCharactersMax = 256;
const idempotencyKeyCharactersMax = 255;

/** What an Idempotency-Key may be: printable ASCII. */
export const idempotencyKeyPattern = `^[\\x21-\\x7e]{1,${idempotencyKeyCharactersMax}}$`;

export const appKeyField = Type.String({
  minLength: 1,
  maxLength: appKeyCharactersMax,
  ...described(
    'Key of the SMS application. Never use it in a browser or an app.',
    'Clé de l’application SMS. Jamais dans un navigateur ni une application mobile.',
  ),
});

export const senderField = Type.String({
  minLength: 1,
  ...described(
    'Whom the message is from: 1 to 11 characters of the GSM alphabet without `@` (spaces allowed; `€ [ ] { } ~ ^ | \\` count twice), a short code of 3 to 8 digits, or a number of up to 15 digits.',
    'L’expéditeur : 1 à 11 caractères de l’alphabet GSM sans `@` (espaces permis ; `€ [ ] { } ~ ^ | \\` comptent double), un numéro court de 3 à 8 chiffres, ou un numéro de 15 chiffres au plus.',
  ),
});

export const contentField = Type.String({
  minLength: 1,
  ...described(
    'The text. Up to 160 characters of the GSM alphabet or 70 others make one part, then 153 or 67 a part; each part is charged. Unless turned off for the application, letters such as ê, ç, œ are written without what costs further parts, but only where the whole text then stays in the GSM alphabet.',
    'Le texte. Jusqu’à 160 caractères de l’alphabet GSM ou 70 autres font une partie, puis 153 ou 67 par partie ; chaque partie est facturée. Sauf réglage contraire de l’application, des lettres comme ê, ç, œ sont écrites sans ce qui coûterait d’autres parties, mais seulement si tout le texte reste alors dans l’alphabet GSM.',
  ),
});

export const msisdnField = Type.Array(Type.String(), {
  minItems: 1,
  maxItems: smsRecipientsMax,
  ...described(
    `Recipients in international format, \`+<country code><number>\`, at most ${smsRecipientsMax}. Spaces, dots and dashes are ignored; a number given twice gets one message.`,
    `Destinataires au format international, \`+<indicatif><numéro>\`, ${smsRecipientsMax} au plus. Espaces, points et tirets sont ignorés ; un numéro donné deux fois reçoit un seul message.`,
  ),
});

export const msisdnText = Type.String(described('International format with plus.', 'Format international avec plus.'));
export const countryText = Type.String(described('ISO 3166 code of the country.', 'Code ISO 3166 du pays.'));
export const operatorText = Type.String(described('Operator by which it is routed.', 'Opérateur par lequel il est acheminé.'));
export const encodingText = Type.Enum(
  ['gsm7', 'ucs2'],
  described(
    '`gsm7`, or `ucs2` where a character is not in the GSM alphabet.',
    '`gsm7`, ou `ucs2` si un caractère n’est pas dans l’alphabet GSM.',
  ),
);
export const partsCount = Type.Integer(described('Parts of the text, each of which is charged.', 'Parties du texte, chacune facturée.'));

export const pageLimit = Type.Optional(
  Type.String({
    pattern: '^[0-9]+$',
    ...described(
      `How many rows at most: 1 to ${smsPageMax}, ${smsPageDefault} unless given.`,
      `Nombre maximal de lignes : 1 à ${smsPageMax}, ${smsPageDefault} par défaut.`,
    ),
  }),
);

export const batchIdParameter: TObject = Type.Object({
  id: Type.String({ pattern: '^[0-9]{1,16}$', ...described('The `X-Batch-Id` of the request.', 'Le `X-Batch-Id` de la requête.') }),
});
