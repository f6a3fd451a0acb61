// Maps Infobip's status ids, in answers, logs and reports alike. What is not listed is decided by
// the status group: `unlistedGroup`.

import { codeMember } from '@jokko/connectors/kit';
import type { JsonObject, SmsReceipt } from '@jokko/connectors/kit';
import { busy, misconfigured, refused } from '@jokko/connectors/kit/carrier';
import type { Meaning } from '@jokko/connectors/kit/carrier';

/** How a message stands that Infobip has. */
type Taken = SmsReceipt['state'];

/**
 * `refusal`: what the status says in the answer to a submission. The id of the message is used up
 * then: Infobip takes each once, so that none of these is tried again under it. `account`: nothing
 * is accepted until the account is fixed.
 */
export interface Status {
  state: Taken;
  refusal?: Extract<Meaning, { kind: 'refused' }>['reason'];
  account?: true;
}

const rejected = (refusal: NonNullable<Status['refusal']>): Status => ({
  state: 'rejected',
  refusal,
});
const accountAtFault = (refusal: NonNullable<Status['refusal']>): Status => ({
  ...rejected(refusal),
  account: true,
});
const enroute: Status = { state: 'enroute' };
const undeliverable: Status = { state: 'undeliverable' };

export const statusIds: ReadonlyMap<string, Status> = new Map<string, Status>([
  ['2', enroute],
  ['3', enroute],
  ['4', undeliverable],
  ['5', { state: 'delivered' }],
  ['6', rejected('other')],
  ['7', enroute],
  ['8', rejected('bad_number')],
  ['9', undeliverable],
  ['10', rejected('barred')],
  ['11', rejected('bad_sender')],
  ['12', accountAtFault('no_credit')],
  ['13', rejected('bad_sender')],
  ['14', rejected('barred')],
  ['15', { state: 'expired' }],
  ['17', accountAtFault('no_credit')],
  ['18', rejected('not_permitted')],
  ['19', rejected('not_permitted')],
  ['20', rejected('other')],
  ['21', rejected('other')],
  ['24', rejected('bad_text')],
  ['25', rejected('bad_text')],
  ['26', enroute],
  ['29', { state: 'unknown' }],
  ['31', undeliverable],
  ['51', rejected('bad_number')],
  ['52', rejected('bad_number')],
  ['87', rejected('other')],
  ['100', rejected('other')],
]);

/** A message of this id was taken before; the logs tell what became of it. */
export const duplicateId = '23';

/** By `groupId`, for ids that nobody has listed. */
export const unlistedGroups: ReadonlyMap<string, Taken> = new Map([
  ['1', 'enroute'],
  ['2', 'undeliverable'],
  ['3', 'delivered'],
  ['4', 'expired'],
  ['5', 'rejected'],
]);

/** `errorCode` of version 3 and `messageId` of version 2, about a whole request. */
export const requestErrors: ReadonlyMap<string, Meaning> = new Map([
  ['E400', refused('other')],
  ['E401', misconfigured],
  ['E403', misconfigured],
  ['E429', busy('throttled', 1_000)],
  ['BAD_REQUEST', refused('other')],
  ['UNAUTHORIZED', misconfigured],
  ['FORBIDDEN', misconfigured],
  ['TOO_MANY_REQUESTS', busy('throttled', 1_000)],
]);

/** The state that a report tells. `unlisted`: the status, where the table does not have it. */
export function stateOf(status: JsonObject): { state: SmsReceipt['state']; unlisted?: string } {
  const id = codeMember(status, 'id') ?? '';
  // The repetition was refused. The message of this id goes on, and has a report of its own.
  if (id === duplicateId) return { state: 'enroute' };
  const listed = statusIds.get(id);
  if (listed !== undefined) return { state: listed.state };
  const group = codeMember(status, 'groupId') ?? '';
  return { state: unlistedGroups.get(group) ?? 'unknown', unlisted: `${id} of group ${group}` };
}
