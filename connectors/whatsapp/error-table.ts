// Maps each documented error code of the WhatsApp Cloud API to its meaning
// (docs/providers/whatsapp.md). Codes decide, never texts or subcodes, as Meta advises.

import { errorIds, refusalRow } from '@jokko/connectors/kit';
import type { RefusalRow } from '@jokko/connectors/kit';

/** `unclear`: a fault of Meta's own, after which the message may still go out. */
export type WhatsappRow = RefusalRow | 'unclear';

const credentialsBad = refusalRow(errorIds.connection, 'otherRoute', 'credentials');
const accountBad = refusalRow(errorIds.connection, 'otherRoute', 'config');
const tooFast = refusalRow(errorIds.operatorInternalError, 'newAttempt');
const templateBad = refusalRow(errorIds.executionError, 'otherRoute', 'config');
const notDelivered = refusalRow(errorIds.executionError, 'never');
const notAllowed = refusalRow(errorIds.numberNotAllowed, 'never');
const phoneBad = refusalRow(errorIds.invalidPhone, 'never');
const dataBad = refusalRow(135, 'never');
const down = refusalRow(errorIds.operatorDown, 'otherRoute', 'down');

const rows: readonly (readonly [WhatsappRow, readonly number[]])[] = [
  // Token and permissions; 200 to 299 are permissions too.
  [credentialsBad, [0, 3, 10, 190, 131005]],
  // The account: restricted, locked, without display name, registration or payment.
  [accountBad, [368, 130497, 131031, 131037, 131042, 131045, 134011]],
  [tooFast, [4, 80007, 130429, 131048]],
  [refusalRow(errorIds.sameAmountSameRecipient, 'newAttempt'), [131056]],
  [notDelivered, [131049, 130472]],
  [notAllowed, [131050, 131030]],
  [refusalRow(errorIds.chatUserNotFound, 'never'), [131026]],
  [phoneBad, [131021]],
  // Outside of the 24 hours: a template is needed.
  [templateBad, [131047]],
  [templateBad, [33, 100, 131008, 131009]],
  [dataBad, [131051, 131052, 131053]],
  [templateBad, [132000, 132001, 132005, 132007, 132012, 132015, 132016, 132068, 132069]],
  [down, [131057]],
  ['unclear', [1, 2, 131000, 131016, 133004, 135000]],
];

/** Permissions, and the registration of our number; what a row says counts before its range. */
const ranges: readonly (readonly [WhatsappRow, number, number])[] = [
  [credentialsBad, 200, 299],
  [accountBad, 133_000, 133_016],
];

export const errorTable: ReadonlyMap<number, WhatsappRow> = new Map([
  ...ranges.flatMap(([row, first, last]) =>
    Array.from({ length: last - first + 1 }, (_, at) => [first + at, row] as const),
  ),
  ...rows.flatMap(([row, codes]) => codes.map((code) => [code, row] as const)),
]);

/** A message that Meta reports as failed by its own fault, or without saying why. */
export const failedAnyhow: RefusalRow = down;
