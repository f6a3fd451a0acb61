// What describes sender and receiver of a remittance? Two objects of strings; remit-send-info and the remittance cash-in read them.
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

/** Which details a destination demands differs, so the provider judges absent ones; what is given must be a string. */
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
      described('The sender.', "L'expéditeur."),
    ),
    receiverDetails: Type.Object(details(receiverDetailNames), described('The receiver.', 'Le bénéficiaire.')),
  },
  described('Sender and receiver of the remittance.', "Expéditeur et bénéficiaire du transfert d'argent."),
);
export type RemitSendData = Static<typeof remitSendDataField>;
