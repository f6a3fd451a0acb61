// Schema of the callback that the gateway posts to the client's callbackUrl: the body of the one
// event, and the input of its hash (signing/).
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { described } from './check/described.ts';
import { clientObject } from './check/fields.ts';
import { checkoutStatus, publicStatus } from './states.ts';
import { voucherSchema } from './voucher.ts';

export { composeHashInput } from './signing/index.ts';

/** In callbacks the members of an error record come in this order (rule O13). */
export const callbackErrorTypeSchema = Type.Object(
  {
    message: Type.String(),
    code: Type.String(),
    codeService: Type.String(),
    id: Type.Union([Type.Integer(), Type.Null()]),
  },
  { additionalProperties: false },
);
export type CallbackErrorType = Static<typeof callbackErrorTypeSchema>;

export const callbackTransactionSchema = Type.Object(
  {
    phone: Type.String(),
    amount: Type.Number(),
    codeService: Type.String(),
    nameService: Type.String(described('Display name of the service.', 'Nom affiché du service.')),
    commission: Type.Number(),
    transactionId: Type.String(described('As sent to operation.', 'Tel qu’envoyé à operation.')),
    sousServiceTransactionId: Type.String(
      described('Identifier at the provider.', 'Identifiant chez le fournisseur.'),
    ),
    currentBalance: Type.Number(
      described(
        'Available balance when the result was recorded.',
        'Solde disponible à l’enregistrement du résultat.',
      ),
    ),
    balanceBeforeTransactionInit: Type.Number(),
    balanceAfterTransactionInit: Type.Number(),
    externalTransactionId: Type.String(),
    callbackUrl: Type.String(),
    errorType: Type.Union([callbackErrorTypeSchema, Type.Null()]),
    data: clientObject(
      described('The `data` sent to operation, or `{}`.', 'Le `data` envoyé à operation, ou `{}`.'),
    ),
    voucher: Type.Optional(voucherSchema),
    /** Only with the account's mirror option (rule C7). */
    status: Type.Optional(Type.Enum([publicStatus.success, publicStatus.failed])),
  },
  { additionalProperties: false },
);
export type CallbackTransaction = Static<typeof callbackTransactionSchema>;

export const callbackBody = Type.Object(
  {
    msg: Type.String(),
    status: Type.Enum([publicStatus.success, publicStatus.failed]),
    sha256Hash: Type.String({
      pattern: '^[0-9a-f]{64}$',
      ...described(
        'The old way: SHA-256, lowercase hexadecimal, of transactionId|externalTransactionId|API key used for operation. It covers neither status nor amount: verify webhook-signature.',
        'L’ancienne méthode : SHA-256, en hexadécimal minuscule, de transactionId|externalTransactionId|clé API utilisée pour operation. Il ne couvre ni le statut ni le montant : vérifiez webhook-signature.',
      ),
    }),
    transaction: callbackTransactionSchema,
    /** Only with the account's mirror option (rule C7). */
    externalTransactionId: Type.Optional(Type.String()),
    transactionId: Type.Optional(Type.String()),
    amount: Type.Optional(Type.Number()),
    checkout: Type.Optional(
      Type.Object(
        {
          id: Type.String(),
          status: Type.Literal(checkoutStatus.paid),
          attempt: Type.Integer(),
          link: Type.Optional(Type.String()),
        },
        {
          additionalProperties: false,
          ...described(
            'Of a checkout: your identifier, the number of the attempt that paid it and, of a payment link, your identifier of the link. `sha256Hash` is there made with the SHA-256, lowercase hexadecimal, of id|API key in place of the API key (id: of the link where there is one).',
            'D’une page de paiement : votre identifiant, le numéro de la tentative qui l’a payée et, pour un lien de paiement, votre identifiant du lien. `sha256Hash` y est calculé avec le SHA-256, en hexadécimal minuscule, de id|clé API à la place de la clé API (id : du lien s’il y en a un).',
          ),
        },
      ),
    ),
  },
  { additionalProperties: false },
);
export type CallbackBody = Static<typeof callbackBody>;

/** One transaction, as every example of it shows it. */
export const exampleTransaction = {
  phone: '770000001',
  amount: 100,
  codeService: 'RELOADA_SN_BILL_RELOAD',
  nameService: 'Reload transport card',
  commission: 0,
  transactionId: '2313499724668',
  sousServiceTransactionId: 'CI220912.2324.A84033',
  currentBalance: 2332.0625,
  balanceBeforeTransactionInit: 2432.0625,
  balanceAfterTransactionInit: 2332.0625,
  externalTransactionId: 'RELOAD-0001',
  callbackUrl: 'https://client.example/callback',
  errorType: null,
  data: { my_custom_field: 'some_value' },
};

export const exampleVoucher = {
  type: 'METER_TOKEN',
  code: '59371048826401937755',
  quantity: '12.5',
  unit: 'kWh',
} as const;

export const callbackExamples: readonly {
  name: 'success' | 'voucher' | 'failure';
  body: CallbackBody;
}[] = [
  {
    name: 'success',
    body: {
      msg: 'Operation of type DEBIT by Reload transport card RELOADA',
      status: 'SUCCESS',
      // The hash of the ids above and the key "test-key".
      sha256Hash: '4d93d52c58e74c521481dbe0ce7409e9e4c7543d628cbea3b2dd6c4a20d93dc1',
      transaction: exampleTransaction,
    },
  },
  {
    name: 'voucher',
    body: {
      msg: `Operation of type DEBIT by Reload electricity meter RELOADB. Code: ${exampleVoucher.code}`,
      status: 'SUCCESS',
      sha256Hash: '4d93d52c58e74c521481dbe0ce7409e9e4c7543d628cbea3b2dd6c4a20d93dc1',
      transaction: {
        ...exampleTransaction,
        codeService: 'RELOADB_SN_BILL_RELOAD',
        nameService: 'Reload electricity meter',
        voucher: exampleVoucher,
      },
    },
  },
  {
    name: 'failure',
    body: {
      msg: 'Operation of type DEBIT by Reload transport card RELOADA',
      status: 'FAILLED',
      sha256Hash: '4d93d52c58e74c521481dbe0ce7409e9e4c7543d628cbea3b2dd6c4a20d93dc1',
      transaction: {
        ...exampleTransaction,
        currentBalance: 2432.0625,
        errorType: {
          message: 'The operator is temporarily unavailable. Please try again later.',
          code: 'operator_down_time',
          codeService: 'RELOADA_SN_BILL_RELOAD',
          id: 28,
        },
      },
    },
  },
];
