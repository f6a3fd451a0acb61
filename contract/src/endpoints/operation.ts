// POST operation: starts a transaction. The member order of the schemas is the order on the wire.
import { Type } from 'typebox';
import type { Static, TSchema } from 'typebox';
import { described } from '../check/described.ts';
import {
  apiKeyField,
  clientObject,
  codeServiceField,
  externalTransactionIdField,
  operationAmountField,
  phoneField,
  urlCharactersMax,
} from '../check/fields.ts';
import { makeCheck } from '../check/make-check.ts';
import type { Check } from '../check/make-check.ts';
import { codes } from '../codes.ts';
import type { Endpoint } from '../endpoint.ts';
import {
  errorTypeSchema,
  fieldErrorsSchema,
  refusalResponse,
  successEnvelope,
} from '../envelope.ts';
import { operationResponseExamples } from '../examples/operation.ts';
import type { FieldFault } from '../field-problem.ts';
import { kindOfCode } from '../kinds/by-code.ts';
import { requestForms, serviceKind, serviceKinds } from '../kinds/index.ts';
import type { KindMembers, RequestForm, ServiceKindName } from '../kinds/index.ts';
import { publicStatus } from '../states.ts';

const dataTextCharactersMax = 65_536;

/** The members that every service reads. */
export const operationCommonFields = {
  phone: phoneField,
  amount: operationAmountField,
  codeService: codeServiceField,
  externalTransactionId: externalTransactionIdField,
  callbackUrl: Type.Optional(
    Type.String({
      maxLength: urlCharactersMax,
      ...described(
        'Address that receives the final result by POST and answers HTTP 200. If absent or empty, no callback is sent.',
        'Adresse qui reçoit le résultat final par POST et répond HTTP 200. Si elle est absente ou vide, aucun callback n’est envoyé.',
      ),
    }),
  ),
  urlIpn: Type.Optional(
    Type.String({
      maxLength: urlCharactersMax,
      ...described('Alias of callbackUrl.', 'Alias de callbackUrl.'),
    }),
  ),
  apiKey: apiKeyField,
  data: Type.Optional(
    Type.Union([clientObject(), Type.String({ maxLength: dataTextCharactersMax }), Type.Null()], {
      'x-problem': 'notStringOrObject',
      ...described(
        'Your metadata: an object, or a string that contains a JSON object. The callback returns it as an object.',
        'Vos métadonnées : un objet, ou une chaîne contenant un objet JSON. Le callback les renvoie sous forme d’objet.',
      ),
    }),
  ),
};

/** The request schema of the kinds that share a form. */
export function operationRequestOf({ fields }: RequestForm) {
  return Type.Object({ ...operationCommonFields, ...fields });
}

export const operationRequest = Type.Object(operationCommonFields);
export type OperationRequest = Static<typeof operationRequest> & KindMembers;

/** Every member that some service reads. */
export const operationMembers: readonly string[] = [
  ...new Set(requestForms.flatMap((form) => Object.keys(operationRequestOf(form).properties))),
];

const checks = new Map<string, Check>(
  requestForms.map((form) => [form.name, makeCheck(operationRequestOf(form))]),
);

/**
 * Faults of an operation body by form: types, sizes, spelling. `kind` is the catalogue's; without
 * it the code's spelling decides. Amount, phone plan, addresses and required extras are judged
 * later, by those who know the service.
 */
export function checkOperation(body: object, kind?: ServiceKindName): readonly FieldFault[] {
  const { codeService, callbackUrl, urlIpn } = body as Record<string, unknown>;
  const { form } =
    kind === undefined
      ? kindOfCode(typeof codeService === 'string' ? codeService : '')
      : serviceKind(kind);
  const faults = checks.get(form.name)!(body);
  if (urlIpn && callbackUrl && urlIpn !== callbackUrl)
    return [...faults, { field: 'urlIpn', problem: 'aliasDiffers' }];
  return faults;
}

/**
 * The transaction in the answer. Extra members come after the common ones, `errorType` last (null
 * for chat, a record for failures).
 */
export const transactionSchema = Type.Object(
  {
    phone: Type.String(described('As sent.', 'Tel qu’envoyé.')),
    amount: Type.Number(
      described(
        'As sent; the price of the message for chat.',
        'Tel qu’envoyé ; le prix du message pour la messagerie.',
      ),
    ),
    codeService: Type.String(),
    transactionId: Type.String({
      pattern: '^\\d{12,16}$',
      ...described(
        'Identifier assigned by the gateway.',
        'Identifiant attribué par la passerelle.',
      ),
    }),
    status: Type.Enum(Object.values(publicStatus)),
    externalTransactionId: Type.String(),
    callbackUrl: Type.Optional(Type.String()),
    notificationMessage: Type.Optional(
      Type.String(
        described('Text for the payer, with the link.', 'Texte pour le payeur, avec le lien.'),
      ),
    ),
    authLinkUrl: Type.Optional(
      Type.String(
        described(
          'Link that redirects the payer to the 3-D Secure page of the bank, on every device.',
          'Lien qui redirige le payeur vers la page 3-D Secure de sa banque, sur tout appareil.',
        ),
      ),
    ),
    deepLinkUrl: Type.Optional(
      Type.String(
        described(
          'Link that opens the wallet; valid for 15 minutes.',
          'Lien qui ouvre le portefeuille ; valable 15 minutes.',
        ),
      ),
    ),
    orderId: Type.Optional(
      Type.String(
        described('Order number of a card payment.', 'Numéro de commande d’un paiement par carte.'),
      ),
    ),
    errorType: Type.Optional(Type.Union([errorTypeSchema, Type.Null()])),
  },
  { additionalProperties: false },
);
export type Transaction = Static<typeof transactionSchema>;

export const operationResponse = successEnvelope(transactionSchema);
export type OperationResponse = Static<typeof operationResponse>;

/**
 * A business refusal of a transaction that was, or would be, created: code 4000 and what failed.
 */
export function failedEnvelope<Data extends TSchema>(data: Data) {
  return Type.Object(
    {
      code: Type.Literal(codes.refused),
      msg: Type.String(),
      error: Type.Literal(true),
      data,
      errors: Type.Optional(fieldErrorsSchema),
    },
    { additionalProperties: false },
  );
}

export const operationFailedResponse = failedEnvelope(transactionSchema);
export type OperationFailedResponse = Static<typeof operationFailedResponse>;

export const operationEndpoint = {
  interface: 'payments',
  name: 'operation',
  method: 'POST',
  path: '/api-services/operation',
  summary: {
    en: 'Start a transaction of any service',
    fr: 'Lancer une transaction de n’importe quel service',
  },
  description: {
    en: 'The response is PENDING as soon as the transaction is stored durably. The final result comes by callback. Any code other than 2000 means that nothing has been or will be executed. If you receive no response (connection closed), send the same request again with the same externalTransactionId.',
    fr: 'La réponse est PENDING dès que la transaction est enregistrée de façon durable ; le résultat final arrive par callback. Tout code autre que 2000 signifie que rien n’a été exécuté et que rien ne le sera. Si vous ne recevez pas de réponse (connexion fermée), renvoyez la même requête avec le même externalTransactionId.',
  },
  request: Type.Union(requestForms.map((form) => operationRequestOf(form))),
  requestExamples: serviceKinds.flatMap(({ examples }) => examples),
  responses: [operationResponse, operationFailedResponse, refusalResponse],
  responseExamples: operationResponseExamples,
  codes: Object.values(codes),
} satisfies Endpoint;
