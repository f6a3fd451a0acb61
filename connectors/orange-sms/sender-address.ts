// The address that sends, which Orange has fixed for each country (ISO 3166 alpha-3).

export const senderAddresses: { readonly [country: string]: string } = {
  BFA: '2260000',
  CIV: '2250000',
  CMR: '2370000',
  COD: '2430000',
  GIN: '2240000',
  LBR: '23100000000',
  MDG: '2610000',
  MLI: '2230000',
  SEN: '2210000',
};
