// Schemas of the sender and receiver of a remittance: two objects of strings, read by
// remit-send-info and the remittance cash-in.
import { Type } from 'typebox';
import type { Static, TOptional, TString } from 'typebox';
import { described } from './check/described.ts';

const textCharactersMax = 255;

export const senderDetailNames = [
  'senderFirstName',
  'senderLastName',
  'senderAddress',
  'senderCity',
  'senderHomePhone',
  'senderCountry',
  'senderPhoneNumber',
  'sendCurrency',
  'senderCitizenshipCountry',
  'sendPurposeOfTransaction',
  'senderPhotoIdNumber',
  'senderPhotoIdCountry',
  'senderBirthCountry',
  'senderDOB',
  'senderHomePhoneCountryCode',
  'senderPhotoIdType',
  'senderGender',
  'deliveryOption',
  'agentConsumerID',
  'agentTransactionId',
] as const;

export const receiverDetailNames = [
  'receiverFirstName',
  'receiverLastName',
  'receiverPhoneNumber',
  'receiverPhoneCountryCode',
  'receiveCountry',
  'receiveCurrency',
  'receiverAddress',
  'receiverCity',
] as const;

/**
 * What a remittance cannot be sent without, wherever it goes; the rest is the destination's to
 * demand.
 */
export const neededRemitSendData = {
  senderDetails: ['senderFirstName', 'senderLastName', 'senderCountry', 'sendCurrency'],
  receiverDetails: ['receiverFirstName', 'receiverLastName', 'receiveCountry', 'receiveCurrency'],
} as const satisfies {
  senderDetails: readonly (typeof senderDetailNames)[number][];
  receiverDetails: readonly (typeof receiverDetailNames)[number][];
};

/**
 * Which details a destination demands differs, so the provider judges absent ones; what is given
 * must be a string.
 */
function details<Name extends string>(names: readonly Name[]) {
  const text = Type.Optional(Type.String({ maxLength: textCharactersMax }));
  return Object.fromEntries(names.map((name) => [name, text])) as Record<Name, TOptional<TString>>;
}

export const remitSendDataField = Type.Object(
  {
    senderDetails: Type.Object(
      {
        ...details(senderDetailNames),
        senderDOB: Type.Optional(
          Type.String({
            pattern: '^(?:\\d{4}-\\d{2}-\\d{2})?$',
            'x-problem': 'invalidDate',
            ...described('Date of birth, YYYY-MM-DD.', 'Date de naissance, AAAA-MM-JJ.'),
          }),
        ),
      },
      described('The sender.', 'L’expéditeur.'),
    ),
    receiverDetails: Type.Object(
      details(receiverDetailNames),
      described('The receiver.', 'Le bénéficiaire.'),
    ),
  },
  described(
    'Sender and receiver of the remittance. Sending it takes the first and last name, the country and the currency of both.',
    'Expéditeur et bénéficiaire du transfert d’argent. L’envoi exige le prénom, le nom, le pays et la devise de chacun.',
  ),
);
export type RemitSendData = Static<typeof remitSendDataField>;
