// Building blocks that the requests and answers of the SMS interface share, and their limits.
import { Type } from 'typebox';
import type { TObject } from 'typebox';
import { described } from '../check/described.ts';
import { integerText } from '../check/fields.ts';
import { smsScheduleDaysMax } from './schedule.ts';

/** More are refused whole (rule X2). */
export const smsRecipientsMax = 10_000;
/** Rows of one page of a list. */
export const smsPageMax = 1_000;
export const smsPageDefault = 100;
/** Character sets of bodies, as the `charset` of a Content-Type names them. */
export const smsCharsetNames = ['UTF-8', 'ISO-8859-1', 'ISO-8859-15', 'windows-1252'] as const;
/** How a body is read: ISO-8859-1 as windows-1252, of which it is a part. */
export type SmsCharset = 'utf-8' | 'iso-8859-15' | 'windows-1252';
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
    'Key of the SMS application. Never use it in a browser or a mobile app.',
    'Clé de l’application SMS. Ne l’utilisez jamais dans un navigateur ou une application mobile.',
  ),
});

export const senderField = Type.String({
  minLength: 1,
  ...described(
    'The sender: 1 to 11 characters of the GSM alphabet without `@` (spaces allowed; `€ [ ] { } ~ ^ | \\` count twice), a short code of 3 to 8 digits, or a number of up to 15 digits.',
    'L’expéditeur : 1 à 11 caractères de l’alphabet GSM sans `@` (espaces permis ; `€ [ ] { } ~ ^ | \\` comptent double), un numéro court de 3 à 8 chiffres, ou un numéro de 15 chiffres au plus.',
  ),
});

export const contentField = Type.String({
  minLength: 1,
  ...described(
    'The text. A part holds up to 160 characters of the GSM alphabet or 70 others (153 or 67 if there are several parts); each part is charged. Unless turned off for the application, letters such as ê, ç, œ are replaced if the whole text then stays in the GSM alphabet.',
    'Le texte. Un segment contient jusqu’à 160 caractères de l’alphabet GSM ou 70 autres (153 ou 67 s’il y a plusieurs segments) ; chaque segment est facturé. Sauf réglage contraire de l’application, des lettres comme ê, ç, œ sont remplacées si tout le texte reste alors dans l’alphabet GSM.',
  ),
});

export const msisdnField = Type.Array(Type.String(), {
  minItems: 1,
  maxItems: smsRecipientsMax,
  ...described(
    `Recipients in international format, \`+<country code><number>\`, at most ${smsRecipientsMax}. Spaces, dots, dashes, parentheses and invisible characters are ignored; a number given twice gets one message.`,
    `Destinataires au format international, \`+<indicatif><numéro>\`, ${smsRecipientsMax} au plus. Espaces, points, tirets, parenthèses et caractères invisibles sont ignorés ; un numéro donné deux fois reçoit un seul message.`,
  ),
});

export const msisdnText = Type.String(
  described('International format with plus.', 'Format international avec plus.'),
);
export const countryText = Type.String(
  described('ISO 3166 code of the country.', 'Code ISO 3166 du pays.'),
);
export const operatorText = Type.String(
  described(
    'Operator to which the message is routed.',
    'Opérateur vers lequel le message est acheminé.',
  ),
);
export const encodingText = Type.Enum(
  ['gsm7', 'ucs2'],
  described(
    '`gsm7`, or `ucs2` if a character is not in the GSM alphabet.',
    '`gsm7`, ou `ucs2` si un caractère n’est pas dans l’alphabet GSM.',
  ),
);
export const partsCount = Type.Integer(
  described('Number of parts; each is charged.', 'Nombre de segments ; chacun est facturé.'),
);

export const scheduleAtField = Type.String(
  described(
    `When to send, ISO 8601 with an offset such as \`2026-12-24T09:00:00+00:00\`, at most ${smsScheduleDaysMax} days ahead. The request is priced and charged when it is accepted; its validity counts from this moment. Until then it can be cancelled.`,
    `Quand envoyer, ISO 8601 avec décalage, par exemple \`2026-12-24T09:00:00+00:00\`, au plus ${smsScheduleDaysMax} jours à l’avance. La requête est tarifée et débitée à l’acceptation ; sa validité compte à partir de ce moment. Jusque-là elle peut être annulée.`,
  ),
);

export const reportUrlField = Type.String(
  described(
    'Where the final state of each recipient is posted (`sms-reports`), instead of the report URL of the application.',
    'Où l’état définitif de chaque destinataire est envoyé (`sms-reports`), à la place de l’URL de rapports de l’application.',
  ),
);

export const pageLimit = Type.Optional(
  integerText(
    { minimum: 1, maximum: smsPageMax, default: smsPageDefault },
    described(
      `How many rows at most: 1 to ${smsPageMax}, ${smsPageDefault} unless given.`,
      `Nombre maximal de lignes : 1 à ${smsPageMax}, ${smsPageDefault} par défaut.`,
    ),
  ),
);

export const batchIdParameter: TObject = Type.Object({
  id: Type.String({
    pattern: '^[0-9]{1,16}$',
    ...described('The `X-Batch-Id` of the request.', 'Le `X-Batch-Id` de la requête.'),
  }),
});
