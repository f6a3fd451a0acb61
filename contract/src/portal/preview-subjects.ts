// What an approval request can change, as its preview names it.

export const previewSubjects = [
  'available',
  'held',
  'suspense',
  'borne',
  'float',
  'bankAccount',
  'transaction',
  'case',
  'settlement',
  'price',
  'service',
  'refundLimit',
  'payoutLimit',
  'access',
  'password',
  'secondFactors',
  'version',
  'entry',
] as const;
export type PreviewSubject = (typeof previewSubjects)[number];
