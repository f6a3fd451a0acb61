// Which request members does a service read beside the common ones? A table by family; members of other families are ignored (rule O6).
import { Type } from 'typebox';
import type { TProperties } from 'typebox';
import { described } from './check/described.ts';
import { urlCharactersMax } from './check/fields.ts';
import { remitSendDataField } from './remit-send-data.ts';
import type { FieldFault } from './field-problem.ts';
import type { ServiceFamily } from './services.ts';

const nameCharactersMax = 128;
const noteCharactersMax = 512;
const accountCharactersMax = 64;
const chatCharactersMax = 10_000;
/** Base64 of what fits the 16 MiB body limit of chat with media (rule H5). */
const mediaCharactersMax = 16 * 1_024 * 1_024;

const optionalText = (maxLength: number, en: string, fr: string) => Type.Optional(Type.String({ maxLength, ...described(en, fr) }));

/** An absolute http(s) address or nothing: the payer's browser is sent there, so no other scheme is let through. */
const redirectUrl = (en: string, fr: string) =>
  Type.Optional(
    Type.String({
      maxLength: urlCharactersMax,
      pattern: '^(?:[hH][tT][tT][pP][sS]?://[^\\s]+)?$',
      'x-problem': 'notUrl',
      ...described(en, fr),
    }),
  );
const httpsUrl = (en: string, fr: string) =>
  Type.Optional(
    Type.String({
      maxLength: urlCharactersMax,
      pattern: '^[hH][tT][tT][pP][sS]://[^\\s/?#]+[^\\s]*$',
      'x-problem': 'notHttps',
      ...described(en, fr),
    }),
  );

const afterSuccess = ['Where the payer goes after success.', 'Adresse où le payeur est envoyé après un succès.'] as const;
const afterError = ['Where the payer goes after a failure.', 'Adresse où le payeur est envoyé après un échec.'] as const;

const customer: TProperties = {
  customerFirstName: optionalText(nameCharactersMax, 'First name of the customer.', 'Prénom du client.'),
  customerLastName: optionalText(nameCharactersMax, 'Last name of the customer.', 'Nom du client.'),
  customerEmail: Type.Optional(
    Type.Union([Type.String({ maxLength: 254 }), Type.Null()], {
      'x-problem': 'notString',
      ...described('E-mail of the customer, or null.', 'E-mail du client, ou null.'),
    }),
  ),
  operationDescription: optionalText(noteCharactersMax, 'Purpose of the operation.', "Objet de l'opération."),
};

const card: TProperties = {
  bankAuthRedirectUrl: httpsUrl('https address after the 3-D Secure authentication.', "Adresse https après l'authentification 3-D Secure."),
  ...customer,
  cardNumber: Type.Optional(
    Type.String({
      pattern: '^(?:\\d[ -]?){11,18}\\d$',
      'x-problem': 'invalidCardNumber',
      ...described('Card number, 12 to 19 digits.', 'Numéro de carte, 12 à 19 chiffres.'),
    }),
  ),
  cardExpireMonth: Type.Optional(
    Type.String({
      pattern: '^(?:0[1-9]|1[0-2])$',
      'x-problem': 'invalidExpiry',
      ...described('Month of expiry, 01 to 12.', "Mois d'expiration, 01 à 12."),
    }),
  ),
  cardExpireYear: Type.Optional(
    Type.String({
      pattern: '^\\d{2}$',
      'x-problem': 'invalidExpiry',
      ...described('Year of expiry, two digits.', "Année d'expiration, deux chiffres."),
    }),
  ),
  cardCVC: Type.Optional(
    Type.String({
      pattern: '^\\d{3,4}$',
      'x-problem': 'invalidCvc',
      ...described('Security code, 3 or 4 digits.', 'Cryptogramme, 3 ou 4 chiffres.'),
    }),
  ),
  cardType: optionalText(32, 'Brand of the card, such as MASTERCARD.', 'Marque de la carte, par exemple MASTERCARD.'),
  merchantName: optionalText(nameCharactersMax, 'Name that the cardholder sees.', 'Nom que voit le porteur de la carte.'),
  successRedirectUrl: httpsUrl(...afterSuccess),
  errorRedirectUrl: httpsUrl(...afterError),
};

const account = (en: string, fr: string) => optionalText(accountCharactersMax, en, fr);

export const operationExtras: Record<ServiceFamily, TProperties> = {
  plain: {},
  wallet: {
    useOpaQrCode: Type.Optional(
      Type.Boolean(described('True: answer with a page that shows a QR code.', 'true : la réponse donne une page qui affiche un QR code.')),
    ),
    sender: optionalText(nameCharactersMax, 'Name shown to the payer.', 'Nom montré au payeur.'),
    successRedirectUrl: redirectUrl(...afterSuccess),
    errorRedirectUrl: redirectUrl(...afterError),
  },
  card,
  bankTransfer: {
    ...customer,
    rib: optionalText(
      accountCharactersMax,
      'Bank account (RIB), 24 characters; spaces are allowed.',
      'RIB, 24 caractères ; espaces autorisés.',
    ),
  },
  billPay: {
    accountNumber: account(
      'Account at the biller, as given to list-pending-bills.',
      'Compte chez le facturier, tel que donné à list-pending-bills.',
    ),
    billAccountNumber: account('Accepted in place of accountNumber.', 'Accepté à la place de accountNumber.'),
    billReference: account('Reference of the bill, from list-pending-bills.', 'Référence de la facture, donnée par list-pending-bills.'),
  },
  reload: { accountNumber: account('Card, meter or customer number to reload.', 'Numéro de carte, de compteur ou de client à recharger.') },
  chat: {
    message: optionalText(
      chatCharactersMax,
      'Text of the message; `data.message` is read when absent.',
      'Texte du message ; à défaut `data.message` est lu.',
    ),
    attachedMediaExtension: optionalText(
      16,
      'File extension with its dot, such as .png.',
      'Extension du fichier avec son point, par exemple .png.',
    ),
    attachedMediaName: optionalText(255, 'Name of the file.', 'Nom du fichier.'),
    attachedMedia: optionalText(mediaCharactersMax, 'Content of the file in base64.', 'Contenu du fichier en base64.'),
  },
  remitSend: { remitSendData: Type.Optional(remitSendDataField) },
  remitReceive: {
    referenceNumber: Type.Optional(
      Type.String({
        maxLength: 32,
        pattern: '^\\d+$',
        'x-problem': 'notDigits',
        ...described('Withdrawal code: digits sent as a string.', 'Code de retrait : des chiffres envoyés dans une chaîne.'),
      }),
    ),
  },
};

/** Members that a family cannot do without (rule O7). Remittance members may also come from `data` or an earlier look-up. */
export const requiredExtras: Record<ServiceFamily, readonly string[]> = {
  plain: [],
  wallet: [],
  card: [
    'bankAuthRedirectUrl',
    'customerFirstName',
    'customerLastName',
    'cardNumber',
    'cardExpireMonth',
    'cardExpireYear',
    'cardCVC',
    'cardType',
    'successRedirectUrl',
    'errorRedirectUrl',
  ],
  bankTransfer: ['customerFirstName', 'customerLastName', 'rib'],
  billPay: ['accountNumber', 'billReference'],
  reload: ['accountNumber'],
  chat: [],
  remitSend: ['remitSendData'],
  remitReceive: ['referenceNumber'],
};

/** Faults for the members of `required` that a body lacks; an empty string is no value. Bill pay may say billAccountNumber (rule O6). */
export function missingExtras(body: object, required: readonly string[]): FieldFault[] {
  const members = body as Record<string, unknown>;
  const faults: FieldFault[] = [];
  for (const field of required) {
    const value = field === 'accountNumber' ? accountNumberOf(members) : members[field];
    if (value === undefined || value === null) faults.push({ field, problem: 'missing' });
    else if (typeof value === 'string' && value.trim() === '') faults.push({ field, problem: 'empty' });
  }
  return faults;
}

function accountNumberOf(members: Record<string, unknown>): unknown {
  const given = members['accountNumber'];
  return given === undefined || given === '' ? members['billAccountNumber'] : given;
}
