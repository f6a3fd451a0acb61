// ISO 3166 alpha-2 codes of countries that DT One names by alpha-3: those of West and Central
// Africa.

const alpha2ByAlpha3: { readonly [alpha3: string]: string } = {
  BEN: 'BJ',
  BFA: 'BF',
  CAF: 'CF',
  CIV: 'CI',
  CMR: 'CM',
  COD: 'CD',
  COG: 'CG',
  GAB: 'GA',
  GHA: 'GH',
  GIN: 'GN',
  GMB: 'GM',
  GNB: 'GW',
  GNQ: 'GQ',
  LBR: 'LR',
  MLI: 'ML',
  MRT: 'MR',
  NER: 'NE',
  NGA: 'NG',
  SEN: 'SN',
  SLE: 'SL',
  TCD: 'TD',
  TGO: 'TG',
};

/** A country that is not listed keeps the code that DT One gives. */
export const alpha2Of = (alpha3: string): string => alpha2ByAlpha3[alpha3] ?? alpha3;
