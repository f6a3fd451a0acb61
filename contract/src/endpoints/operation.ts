// POST operation: which body starts a transaction, and what is answered? The member order of the schemas is the order on the wire.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { described } from '../check/described.ts';
import {
  apiKeyField,
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
import { errorTypeSchema, fieldErrorsSchema, refusalResponse, successEnvelope } from '../envelope.ts';
import { operationRequestExamples, operationResponseExamples } from '../examples/operation.ts';
import type { FieldFault } from '../field-problem.ts';
import { operationExtras } from '../operation-extras.ts';
import { familyOfCode, serviceFamilies } from '../services.ts';
import type { ServiceFamily } from '../services.ts';
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
        'Address that receives the final result by POST and answers HTTP 200. Absent or empty: no callback.',
        'Adresse qui reçoit le résultat final par POST et répond HTTP 200. Absente ou vide : pas de callback.',
      ),
    }),
  ),
  urlIpn: Type.Optional(Type.String({ maxLength: urlCharactersMax, ...described('Alias of callbackUrl.', 'Alias de callbackUrl.') })),
  apiKey: apiKeyField,
  data: Type.Optional(
    Type.Union([Type.Object({}), Type.String({ maxLength: dataTextCharactersMax }), Type.Null()], {
      'x-problem': 'notStringOrObject',
      ...described(
        'Your own data: an object or a string holding a JSON object; the callback gives it back as an object.',
        'Vos propres données : un objet ou une chaîne contenant un objet JSON ; le callback les rend sous forme d’objet.',
      ),
    }),
  ),
};

/** The request schema of one family of services. */
export function operationRequestOf(family: ServiceFamily) {
  return Type.Object({ ...operationCommonFields, ...operationExtras[family] });
}

export const operationRequest = Type.Object(operationCommonFields);
export type OperationRequest = Static<typeof operationRequest> & {
  useOpaQrCode?: boolean;
  customerEmail?: string | null;
  remitSendData?: unknown;
} & { [Name in OperationTextExtra]?: string };

/** Every extra member that is a string; present only where the service's family reads it. */
export type OperationTextExtra =
  | 'sender'
  | 'successRedirectUrl'
  | 'errorRedirectUrl'
  | 'bankAuthRedirectUrl'
  | 'customerFirstName'
  | 'customerLastName'
  | 'cardNumber'
  | 'cardExpireMonth'
  | 'cardExpireYear'
  | 'cardCVC'
  | 'cardType'
  | 'merchantName'
  | 'operationDescription'
  | 'rib'
  | 'accountNumber'
  | 'billAccountNumber'
  | 'billReference'
  | 'message'
  | 'attachedMediaExtension'
  | 'attachedMediaName'
  | 'attachedMedia'
  | 'referenceNumber';

const checks = Object.fromEntries(serviceFamilies.map((family) => [family, makeCheck(operationRequestOf(family))])) as Record<
  ServiceFamily,
  Check
>;

/**
 * Faults of an operation body by form: types, sizes, spelling. `family` is the catalogue's; without it the code's spelling decides.
 * Amount, phone plan, addresses and required extras are judged later, by those who know the service.
 */
export function checkOperation(body: object, family?: ServiceFamily): readonly FieldFault[] {
  const { codeService, callbackUrl, urlIpn } = body as Record<string, unknown>;
  const faults = checks[family ?? (typeof codeService === 'string' ? familyOfCode(codeService) : 'plain')](body);
  if (urlIpn && callbackUrl && urlIpn !== callbackUrl) return [...faults, { field: 'urlIpn', problem: 'aliasDiffers' }];
  return faults;
}

/** The transaction in the answer. Extra members come after the common ones, `errorType` last (null for chat, a record for failures). */
export const transactionSchema = Type.Object(
  {
    phone: Type.String(described('As sent.', 'Tel qu’envoyé.')),
    amount: Type.Number(described('As sent; the price of the message for chat.', 'Tel qu’envoyé ; le prix du message pour la messagerie.')),
    codeService: Type.String(),
    transactionId: Type.String({
      pattern: '^\\d{12,16}$',
      ...described('Identifier given by the gateway.', 'Identifiant donné par la passerelle.'),
    }),
    status: Type.Enum(Object.values(publicStatus)),
    externalTransactionId: Type.String(),
    callbackUrl: Type.Optional(Type.String()),
    notificationMessage: Type.Optional(Type.String(described('Text for the payer, with the link.', 'Texte pour le payeur, avec le lien.'))),
    authLinkUrl: Type.Optional(Type.String(described('3-D Secure page of a card payment.', 'Page 3-D Secure d’un paiement par carte.'))),
    deepLinkUrl: Type.Optional(
      Type.String(described('Link that opens the wallet; valid for 15 minutes.', 'Lien qui ouvre le portefeuille ; valable 15 minutes.')),
    ),
    orderId: Type.Optional(Type.String(described('Order number of a card payment.', 'Numéro de commande d’un paiement par carte.'))),
    errorType: Type.Optional(Type.Union([errorTypeSchema, Type.Null()])),
  },
  { additionalProperties: false },
);
export type Transaction = Static<typeof transactionSchema>;

export const operationResponse = successEnvelope(transactionSchema);
export type OperationResponse = Static<typeof operationResponse>;

/** A business refusal of a transaction that was created: code 4000 and the failed transaction. */
export const operationFailedResponse = Type.Object(
  {
    code: Type.Literal(codes.refused),
    msg: Type.String(),
    error: Type.Literal(true),
    data: transactionSchema,
    errors: Type.Optional(fieldErrorsSchema),
  },
  { additionalProperties: false },
);
export type OperationFailedResponse = Static<typeof operationFailedResponse>;

export const operationEndpoint: Endpoint = {
  interface: 'payments',
  name: 'operation',
  method: 'POST',
  path: '/api-services/operation',
  summary: { en: 'Start a transaction of any service', fr: 'Lancer une transaction de n’importe quel service' },
  description: {
    en: 'The answer is PENDING as soon as the transaction is safely stored; the final result comes by callback. Any code but 2000 means that nothing was and nothing will be executed. No answer at all (closed connection) means: send the same request again with the same externalTransactionId.',
    fr: 'La réponse est PENDING dès que la transaction est enregistrée de façon durable ; le résultat final arrive par callback. Tout code autre que 2000 signifie que rien n’a été ni ne sera exécuté. Sans aucune réponse (connexion fermée), renvoyez la même requête avec le même externalTransactionId.',
  },
  request: Type.Union(serviceFamilies.map((family) => operationRequestOf(family))),
  requestExamples: operationRequestExamples,
  responses: [operationResponse, operationFailedResponse, refusalResponse],
  responseExamples: operationResponseExamples,
  codes: Object.values(codes),
};
