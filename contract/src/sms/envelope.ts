// Envelope of every answer of the SMS interface: `{code, error, msg, data}` in this order, with
// HTTP 200 or 400 (rules X2, X5).
import { Type } from 'typebox';
import type { Static, TSchema } from 'typebox';
import { described } from '../check/described.ts';
import { smsCodes } from './states.ts';

const msg = Type.String(
  described(
    'Readable message in the language of the account.',
    'Message lisible dans la langue du compte.',
  ),
);

/** The success envelope around one endpoint's data. */
export function smsSuccess<Code extends 200 | 201, Data extends TSchema>(code: Code, data: Data) {
  return Type.Object(
    {
      code: Type.Literal(code),
      error: Type.Literal(false, described('False on success.', 'false en cas de succès.')),
      msg,
      data,
    },
    { additionalProperties: false },
  );
}

export const smsRefusalResponse = Type.Object(
  {
    code: Type.Literal(smsCodes.refused),
    error: Type.Literal(true),
    msg,
    data: Type.Record(
      Type.String(),
      Type.String(),
      described(
        'The reason by field (`app_key`, `sender`, `content`, `msisdn`, `scheduleAt`, `callbackUrl`, `balance`, `Idempotency-Key`, `id`, a query parameter) or by invalid number as you sent it. Empty if the request itself is valid.',
        'La raison par champ (`app_key`, `sender`, `content`, `msisdn`, `scheduleAt`, `balance`, `Idempotency-Key`, `id`, un paramètre de la requête) ou par numéro invalide tel que vous l’avez envoyé. Vide si la requête elle-même est valide.',
      ),
    ),
  },
  { additionalProperties: false },
);
export type SmsRefusalResponse = Static<typeof smsRefusalResponse>;

/** A refusal; `msg` is the one sentence of `data` where it has one, unless given. */
export function smsRefusal(data: Record<string, string>, message?: string): SmsRefusalResponse {
  return {
    code: smsCodes.refused,
    error: true,
    msg: message ?? Object.values(data).join(' '),
    data,
  };
}
