// Test credentials of the simulated Orange SMS API, and the sender that each country has.

export const clientId = 'jokko-orange-sms';
export const clientSecret = 'sandbox-orange-sms-secret';
export const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;

/** Country (alpha-3) of each sender address. */
export const senders: { readonly [digits: string]: string } = {
  2210000: 'SEN',
  2230000: 'MLI',
  2240000: 'GIN',
  2250000: 'CIV',
  2260000: 'BFA',
  2370000: 'CMR',
  2430000: 'COD',
  2610000: 'MDG',
  23100000000: 'LBR',
};
