// Envelope of every answer: `{code, msg, error, data}` in this order, with `errors` by field when
// fields are invalid (rule H2).
import { Type } from 'typebox';
import type { Static, TSchema } from 'typebox';
import { codes } from './codes.ts';
import { described } from './check/described.ts';

const msg = Type.String(
  described(
    'Readable message in the language of the account.',
    'Message lisible dans la langue du compte.',
  ),
);

export const fieldErrorSchema = Type.Object(
  {
    field: Type.String(),
    message: Type.String(),
    suggestion: Type.Optional(
      Type.String(
        described(
          'What was probably meant, or the way on. `msg` ends with it.',
          'Ce qui était sans doute voulu, ou la marche à suivre. `msg` se termine par elle.',
        ),
      ),
    ),
  },
  { additionalProperties: false },
);

export const fieldErrorsSchema = Type.Array(
  fieldErrorSchema,
  described('The invalid fields, one entry each.', 'Les champs invalides, une entrée par champ.'),
);

/**
 * `{id, codeService, code, message}`: a business refusal in an answer. `id` is null for
 * unknown_error.
 */
export const errorTypeSchema = Type.Object(
  {
    id: Type.Union([Type.Integer(), Type.Null()]),
    codeService: Type.String(),
    code: Type.String(),
    message: Type.String(),
  },
  {
    additionalProperties: false,
    ...described('Entry of the error catalogue.', 'Entrée du catalogue d’erreurs.'),
  },
);
export type ErrorType = Static<typeof errorTypeSchema>;

/** The success envelope around one endpoint's data. */
export function successEnvelope<Data extends TSchema>(data: Data) {
  return Type.Object(
    {
      code: Type.Literal(codes.done),
      msg,
      error: Type.Literal(false, described('False on success.', 'false en cas de succès.')),
      data,
    },
    { additionalProperties: false },
  );
}

const refusalCodes = Type.Enum([
  codes.refused,
  codes.badKey,
  codes.notActivated,
  codes.notFound,
  codes.conflict,
  codes.invalid,
  codes.tooMany,
  codes.internal,
]);

/** Any refusal: `data` is empty, or holds the `errorType` of the catalogue entry that applies. */
export const refusalResponse = Type.Object(
  {
    code: refusalCodes,
    msg,
    error: Type.Literal(true),
    data: Type.Object(
      { errorType: Type.Optional(errorTypeSchema) },
      { additionalProperties: false },
    ),
    errors: Type.Optional(fieldErrorsSchema),
  },
  { additionalProperties: false },
);
export type RefusalResponse = Static<typeof refusalResponse>;

/**
 * Refused list calls (services, errors): `{success: false, services: [], code, msg, error: true}`.
 */
export const listRefusalResponse = Type.Object(
  {
    success: Type.Literal(false),
    services: Type.Array(Type.Unknown(), { maxItems: 0 }),
    code: refusalCodes,
    msg,
    error: Type.Literal(true),
  },
  { additionalProperties: false },
);
export type ListRefusalResponse = Static<typeof listRefusalResponse>;
