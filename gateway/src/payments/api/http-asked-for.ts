// Names what a call is about, for the line that a person reads on a terminal: nothing of it where
// it is not well-formed.

import { defined } from '@jokko/contract';

export interface AskedFor {
  service?: string;
  order?: string;
}

const shownName = /^[\w.:-]{1,64}$/;
const isShown = (value: unknown): value is string =>
  typeof value === 'string' && shownName.test(value);

export function askedFor({
  codeService,
  externalTransactionId,
}: {
  readonly [member: string]: unknown;
}): AskedFor {
  return defined({
    service: isShown(codeService) ? codeService : undefined,
    order: isShown(externalTransactionId) ? externalTransactionId : undefined,
  });
}
