// The people of a remittance as MoneyGram names them.

import type { RemitSendData } from '@jokko/connectors/kit';

type Body = { [member: string]: unknown };

export function partiesOf({ senderDetails: from, receiverDetails: to }: RemitSendData): Body {
  return {
    sender: filled({
      name: filled({ firstName: from['senderFirstName'], lastName: from['senderLastName'] }),
      address: filled({
        line1: from['senderAddress'],
        city: from['senderCity'],
        countryCode: from['senderCountry'],
      }),
      mobilePhone: filled({
        number: from['senderPhoneNumber'] || from['senderHomePhone'],
        countryDialCode: from['senderHomePhoneCountryCode'],
      }),
      personalDetails: filled({
        dateOfBirth: from['senderDOB'],
        gender: from['senderGender'],
        citizenshipCountryCode: from['senderCitizenshipCountry'],
        birthCountryCode: from['senderBirthCountry'],
      }),
      primaryIdentification: filled({
        typeCode: from['senderPhotoIdType'],
        id: from['senderPhotoIdNumber'],
        issueCountryCode: from['senderPhotoIdCountry'],
      }),
    }),
    beneficiary: {
      consumer: filled({
        name: filled({ firstName: to['receiverFirstName'], lastName: to['receiverLastName'] }),
        address: filled({
          line1: to['receiverAddress'],
          city: to['receiverCity'],
          countryCode: to['receiveCountry'],
        }),
        mobilePhone: filled({
          number: to['receiverPhoneNumber'],
          countryDialCode: to['receiverPhoneCountryCode'],
        }),
      }),
    },
    transactionInformation: filled({ purposeOfTransaction: from['sendPurposeOfTransaction'] }),
  };
}

/** Without the members that nobody gave; undefined when none is left. */
function filled(members: { [member: string]: unknown }): Body | undefined {
  const given = Object.entries(members).filter(([, value]) => value !== undefined && value !== '');
  return given.length === 0 ? undefined : Object.fromEntries(given);
}
