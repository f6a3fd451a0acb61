// Remittance sent: pays a user elsewhere, with the sender's and receiver's details that the
// destination demands.
import { Type } from 'typebox';
import type { Static, TObject } from 'typebox';
import type { FieldFault } from '../field-problem.ts';
import { neededRemitSendData, remitSendDataField } from '../remit-send-data.ts';
import { readAs, unread, type RequestForm, type RemittanceParties } from './kind.ts';
import type { ServiceKind } from './kind.ts';

export interface RemitSendExtra {
  type: 'remit_send';
  data: RemittanceParties;
  /** What it was quoted, once that is known. */
  quote?: {
    /** Amount, fees and taxes, in units of the service's currency: what is charged (rule O9). */
    total: string;
    /** The provider's session of the quote, where it was for these very people. */
    session?: string;
  };
}

/** The icon of both remittance kinds. */
export const remittanceIcon = 'M4 12h16m-5-5 5 5-5 5M8 7 4 12l4 5';

const form = {
  name: 'remitSend',
  title: { en: 'sending a remittance', fr: 'envoi d’un transfert d’argent' },
  fields: { remitSendData: Type.Optional(remitSendDataField) },
  required: ['remitSendData'],
  orFromInquiry: true,
} as const satisfies RequestForm;
type Members = Static<TObject<typeof form.fields>>;

const sampleParties = {
  senderDetails: {
    senderFirstName: 'Awa',
    senderLastName: 'Ndiaye',
    senderAddress: '12 rue des Jardins',
    senderCity: 'Dakar',
    senderHomePhone: '770000001',
    senderCountry: 'SEN',
    senderPhoneNumber: '770000001',
    sendCurrency: 'XOF',
    senderCitizenshipCountry: 'SEN',
    sendPurposeOfTransaction: 'GIFT',
    senderPhotoIdNumber: '1600000000000',
    senderPhotoIdCountry: 'SEN',
    senderBirthCountry: 'SEN',
    senderDOB: '1993-05-15',
    senderHomePhoneCountryCode: '221',
    senderPhotoIdType: 'GOV',
    senderGender: 'FEMALE',
    deliveryOption: 'WILL_CALL',
    agentConsumerID: 'USER1234',
    agentTransactionId: 'AGENTTX0001',
  },
  receiverDetails: {
    receiverFirstName: 'Moussa',
    receiverLastName: 'Fall',
    receiverPhoneNumber: '770000002',
    receiverPhoneCountryCode: '221',
    receiveCountry: 'SEN',
    receiveCurrency: 'XOF',
    receiverAddress: '3 avenue Centrale',
    receiverCity: 'Thies',
  },
};

export const remitSend = {
  name: 'remit_send',
  direction: 'DEBIT',
  typeServices: ['CASHIN'],
  // By its first word only: an operator's own spelling needs the catalogue.
  codes: { pattern: /^REMIT(?!.*_BILL_(?:PAY|RELOAD)).*_CASH_IN/s, endings: [] },
  links: ['none'],
  form,
  pricedByQuote: true,
  requiredFields: { remitSendData: { fr: 'Données de transfert', en: 'Remittance data' } },
  examples: [],
  sample: {
    codeService: 'REMIT_SN_API_CASH_IN',
    extra: () => ({ type: 'remit_send', data: sampleParties }),
  },
  icon: remittanceIcon,
  extraType: 'remit_send',
  read({ remitSendData }, { clientData, recent, service }) {
    const data =
      partiesOf(remitSendData) ?? partiesOf(clientData?.['remitSendData']) ?? recent.sendData;
    if (data === null) return unread([{ field: 'remitSendData', problem: 'missing' }]);
    const faults = faultsOf(data, service.currency);
    return faults.length > 0 ? unread(faults) : readAs({ type: 'remit_send', data });
  },
  fingerprint: ({ data }) => [inOrder(data.senderDetails), inOrder(data.receiverDetails)],
  sandbox: {
    digitsMember: null,
    digits: () => null,
    order: ({ data, quote }) => ({ remitSend: { ...data, ...(quote && { quote }) } }),
  },
} as const satisfies ServiceKind<Members, RemitSendExtra>;

function partiesOf(value: unknown): RemittanceParties | null {
  if (typeof value !== 'object' || value === null) return null;
  const { senderDetails, receiverDetails } = value as Partial<RemittanceParties>;
  return isTexts(senderDetails) && isTexts(receiverDetails)
    ? { senderDetails, receiverDetails }
    : null;
}

/**
 * What the quote and the transfer cannot do without; it is paid from a balance of the service's
 * currency.
 */
function faultsOf(data: RemittanceParties, currency: string): FieldFault[] {
  const faults: FieldFault[] = [];
  for (const part of ['senderDetails', 'receiverDetails'] as const)
    for (const name of neededRemitSendData[part]) {
      const field = `remitSendData.${part}.${name}`;
      const text = data[part][name];
      if (text === undefined) faults.push({ field, problem: 'missing' });
      else if (text.trim() === '') faults.push({ field, problem: 'empty' });
      else if (name === 'sendCurrency' && text !== currency)
        faults.push({ field, problem: 'differsFromService' });
    }
  return faults;
}

function isTexts(value: unknown): value is { [field: string]: string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((text) => typeof text === 'string')
  );
}

/** Members in one order, whatever the order they were sent in. */
function inOrder(members: { [name: string]: string }): [string, string][] {
  return Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1));
}
