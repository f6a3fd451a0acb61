// Request members, labels and example values that several service kinds share.
import { Type } from 'typebox';
import { described } from '../check/described.ts';
import { urlCharactersMax } from '../check/fields.ts';
import type { FieldFault } from '../field-problem.ts';

export const nameCharactersMax = 128;
const noteCharactersMax = 512;
const accountCharactersMax = 64;

export const exampleApiKey = '<API_KEY>';
export const exampleCallbackUrl = 'https://client.example/callback';
export const exampleRedirects = {
  successRedirectUrl: 'https://client.example/ok',
  errorRedirectUrl: 'https://client.example/ko',
};

export const optionalText = (maxLength: number, en: string, fr: string) =>
  Type.Optional(Type.String({ maxLength, ...described(en, fr) }));

/** A number at a biller, a bank or a provider of reloads. */
export const accountText = (en: string, fr: string) => optionalText(accountCharactersMax, en, fr);

/**
 * An absolute http(s) address or nothing: the payer's browser is sent there, so no other scheme is
 * let through.
 */
export const redirectUrl = (en: string, fr: string) =>
  Type.Optional(
    Type.String({
      maxLength: urlCharactersMax,
      pattern: '^(?:[hH][tT][tT][pP][sS]?://[^\\s]+)?$',
      'x-problem': 'notUrl',
      ...described(en, fr),
    }),
  );
/** The same where there must be one. */
export const webUrl = (en: string, fr: string) =>
  Type.String({
    maxLength: urlCharactersMax,
    pattern: '^[hH][tT][tT][pP][sS]?://[^\\s]+$',
    'x-problem': 'notUrl',
    ...described(en, fr),
  });
export const httpsUrl = (en: string, fr: string) =>
  Type.Optional(
    Type.String({
      maxLength: urlCharactersMax,
      pattern: '^[hH][tT][tT][pP][sS]://[^\\s/?#][^\\s]*$',
      'x-problem': 'notHttps',
      ...described(en, fr),
    }),
  );

export const afterSuccess = [
  'URL to which the payer is sent after success.',
  'URL vers laquelle le payeur est envoyé après un succès.',
] as const;
export const afterError = [
  'URL to which the payer is sent after failure.',
  'URL vers laquelle le payeur est envoyé après un échec.',
] as const;

/** Who pays by card, or gets a bank transfer. */
export const customerFields = {
  customerFirstName: optionalText(
    nameCharactersMax,
    'First name of the customer.',
    'Prénom du client.',
  ),
  customerLastName: optionalText(nameCharactersMax, 'Last name of the customer.', 'Nom du client.'),
  customerEmail: Type.Optional(
    Type.Union([Type.String({ maxLength: 254 }), Type.Null()], {
      'x-problem': 'notString',
      ...described('Email of the customer, or null.', 'E-mail du client, ou null.'),
    }),
  ),
  operationDescription: optionalText(
    noteCharactersMax,
    'Purpose of the operation.',
    'Objet de l’opération.',
  ),
};
export const customerLabels = {
  customerFirstName: { fr: 'Prénom du client', en: 'Customer first name' },
  customerLastName: { fr: 'Nom du client', en: 'Customer last name' },
};

/**
 * Faults for the members of `required` that a body lacks; an empty string is no value. Bill pay may
 * say billAccountNumber (rule O6).
 */
export function missingExtras(body: object, required: readonly string[]): FieldFault[] {
  const members = body as Record<string, unknown>;
  const faults: FieldFault[] = [];
  for (const field of required) {
    const value = field === 'accountNumber' ? accountNumberOf(members) : members[field];
    if (value === undefined || value === null) faults.push({ field, problem: 'missing' });
    else if (typeof value === 'string' && value.trim() === '')
      faults.push({ field, problem: 'empty' });
  }
  return faults;
}

function accountNumberOf(members: Record<string, unknown>): unknown {
  const given = members['accountNumber'];
  return given === undefined || given === '' ? members['billAccountNumber'] : given;
}
