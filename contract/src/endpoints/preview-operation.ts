// POST preview-operation: what `operation` would answer to the same body, and what it would cost.
// It has a path of its own: a proxy or a client that drops a query must never turn a question into
// a payment.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { described } from '../check/described.ts';
import type { Endpoint } from '../endpoint.ts';
import { errorTypeSchema, refusalResponse, successEnvelope } from '../envelope.ts';
import { publicStatus } from '../states.ts';
import { failedEnvelope, operationEndpoint, transactionSchema } from './operation.ts';

const orNull = <Schema extends Parameters<typeof Type.Union>[0][number]>(
  schema: Schema,
  en: string,
  fr: string,
) => Type.Union([schema, Type.Null()], described(en, fr));

const { phone, amount, codeService, externalTransactionId } = transactionSchema.properties;
const previewMembers = {
  phone,
  amount,
  codeService,
  externalTransactionId,
  wouldBe: Type.Enum(
    Object.values(publicStatus),
    described(
      'Status in the answer to the same body: PENDING, or FAILLED with `errorType`; the present status where the identifier was used for this very operation.',
      'Statut dans la réponse au même corps : PENDING, ou FAILLED avec `errorType` ; le statut actuel si l’identifiant a déjà servi pour cette opération.',
    ),
  ),
  commission: orNull(
    Type.Number(),
    'Commission of your account; null for a remittance that was not quoted within 30 minutes.',
    'Commission de votre compte ; null pour un transfert sans devis de moins de 30 minutes.',
  ),
  currency: Type.String(),
  total: orNull(
    Type.Number(),
    'What your balance loses (DEBIT: amount and commission) or gains (CREDIT: amount less commission).',
    'Ce que votre solde perd (DEBIT : montant et commission) ou gagne (CREDIT : montant moins commission).',
  ),
  balanceAfter: orNull(
    Type.Number(),
    'Available balance after success, if nothing else happens meanwhile; null if it is not known.',
    'Solde disponible après le succès, si rien d’autre ne se passe entre-temps ; null s’il n’est pas connu.',
  ),
  recipient: Type.Object(
    {
      e164: Type.String(described('With plus.', 'Avec le plus.')),
      operator: orNull(
        Type.String(),
        'Operator of the number by the number plan and the list of ported numbers; null if unknown.',
        'Opérateur du numéro selon le plan de numérotation et la liste des numéros portés ; null s’il est inconnu.',
      ),
      agrees: orNull(
        Type.Boolean(),
        'Whether the service is of that operator; null if it cannot be told.',
        'Indique si le service est celui de cet opérateur ; null si on ne peut pas le dire.',
      ),
    },
    { additionalProperties: false },
  ),
  limits: Type.Object(
    {
      minimum: orNull(Type.Number(), 'Smallest amount.', 'Plus petit montant.'),
      maximum: orNull(
        Type.Number(),
        'Largest amount of the service and of your account.',
        'Plus grand montant du service et de votre compte.',
      ),
      multipleOf: orNull(
        Type.Number(),
        'Amounts are multiples of it.',
        'Les montants en sont des multiples.',
      ),
    },
    { additionalProperties: false },
  ),
  remaining: Type.Object(
    {
      day: orNull(
        Type.Number(),
        'What may still go to this recipient by this service within 24 hours; null if there is no ceiling, and for a repeat.',
        'Ce qui peut encore aller à ce destinataire par ce service en 24 heures ; null sans plafond, et pour une répétition.',
      ),
      week: orNull(Type.Number(), 'Within 7 days.', 'En 7 jours.'),
      month: orNull(Type.Number(), 'Within 30 days.', 'En 30 jours.'),
    },
    { additionalProperties: false },
  ),
  repeats: orNull(
    Type.Object(
      { transactionId: Type.String(), status: Type.Enum(Object.values(publicStatus)) },
      { additionalProperties: false },
    ),
    'The transaction that was started under this identifier: it would be answered again.',
    'La transaction lancée sous cet identifiant : elle serait renvoyée.',
  ),
  route: Type.Object(
    {
      available: Type.Boolean(
        described(
          'False: the operator of the service is down, and the payout would wait for it.',
          'false : l’opérateur du service est indisponible, et le paiement attendrait son retour.',
        ),
      ),
      typicalSeconds: orNull(
        Type.Integer({ minimum: 1 }),
        'How long a success usually takes: half of those of the last day took no longer. Null: too few are known.',
        'Délai habituel d’un succès : la moitié de ceux du dernier jour n’ont pas pris plus. null : trop peu sont connus.',
      ),
    },
    { additionalProperties: false },
  ),
};

export const previewSchema = Type.Object(previewMembers, { additionalProperties: false });
export type Preview = Static<typeof previewSchema>;

export const previewOperationResponse = successEnvelope(previewSchema);
export type PreviewOperationResponse = Static<typeof previewOperationResponse>;

/** `operation` would store a failed transaction: code 4000 with the same error. */
export const previewFailedResponse = failedEnvelope(
  Type.Object({ ...previewMembers, errorType: errorTypeSchema }, { additionalProperties: false }),
);

const example: Preview = {
  phone: '770000001',
  amount: 350,
  codeService: 'OPA_SN_API_CASH_IN',
  externalTransactionId: 'PAYOUT-0001',
  wouldBe: 'PENDING',
  commission: 3.5,
  currency: 'XOF',
  total: 353.5,
  balanceAfter: 999_646.5,
  recipient: { e164: '+221770000001', operator: 'OPA', agrees: true },
  limits: { minimum: 5, maximum: 2_000_000, multipleOf: 5 },
  remaining: { day: null, week: null, month: null },
  repeats: null,
  route: { available: true, typicalSeconds: 4 },
};

const [firstExample] = operationEndpoint.requestExamples;

export const previewOperationEndpoint = {
  interface: 'payments',
  name: 'preview-operation',
  method: 'POST',
  path: '/api-services/preview-operation',
  summary: {
    en: 'Ask what an operation would cost and answer',
    fr: 'Demander ce qu’une opération coûterait et répondrait',
  },
  description: {
    en: 'The same body as `operation`. The answer has the code and the error that `operation` would answer at this moment, with commission, limits and balance. Nothing is stored or sent, no provider is asked, and the identifier stays free. What only the provider knows is not in it.',
    fr: 'Le même corps que `operation`. La réponse porte le code et l’erreur que donnerait `operation` à cet instant, avec la commission, les limites et le solde. Rien n’est enregistré ni envoyé, aucun fournisseur n’est interrogé, et l’identifiant reste libre. Ce que seul le fournisseur sait n’y figure pas.',
  },
  request: operationEndpoint.request,
  requestExamples: [firstExample!],
  responses: [previewOperationResponse, previewFailedResponse, refusalResponse],
  responseExamples: [
    {
      name: 'pending',
      title: { en: 'It would be started', fr: 'Elle serait lancée' },
      body: {
        code: 2000,
        msg: 'The operation would be started. Nothing was executed.',
        error: false,
        data: example,
      },
    },
    {
      name: 'failed',
      title: { en: 'It would be refused', fr: 'Elle serait refusée' },
      body: {
        code: 4000,
        msg: 'Your balance is too low.',
        error: true,
        data: {
          ...example,
          wouldBe: 'FAILLED',
          balanceAfter: 100,
          errorType: {
            id: 26,
            codeService: 'OPA_SN_API_CASH_IN',
            code: 'insufficient_balance',
            message: 'Your balance is too low.',
          },
        },
      },
    },
  ],
  codes: operationEndpoint.codes,
} satisfies Endpoint;
