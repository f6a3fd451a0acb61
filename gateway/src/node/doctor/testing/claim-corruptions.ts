// Corruptions that break the invariant of claims: a claim with a callback URL that was taken up,
// and then damaged.

import type { Corruption } from './corruption.ts';

const callbackId = 4_700_000_000_046;
const url = 'https://client.example/claims';
const withoutCallback = `delete from callback where operation_id = ${callbackId};
  delete from callback_body where operation_id = ${callbackId}`;

const takenUp = (success: string): string => `
  insert into portal_user (email, email_key, name) values ('claims@x.sn', 'claims@x.sn', 'C');
  insert into claim (account_id, operation_id, reference, subject, message, callback_url, status)
    values (1, ${success}, 'C00000000000046', 's', 'm', '${url}', 'IN_PROGRESS');
  insert into claim_event (account_id, claim_id, side, user_id, to_status, callback_id)
    select 1, c.id, 'operator', u.id, 'IN_PROGRESS', ${callbackId} from claim c, portal_user u
    where c.reference = 'C00000000000046' and u.email = 'claims@x.sn';
  insert into callback (account_id, operation_id, destination, url, status, state)
    values (1, ${callbackId}, 'https://client.example:443', '${url}', 'IN_PROGRESS', 'abandoned');
  insert into callback_body (account_id, operation_id, body)
    values (1, ${callbackId}, '{"claim":{"claimRef":"C00000000000046"}}');`;

const damaged = (what: string, damage: string, report: RegExp): Corruption => ({
  breaks: 'I-46',
  what,
  reports: [report],
  sql: ({ success }) => `${takenUp(success)} ${damage};`,
});

export const claimCorruptions: readonly Corruption[] = [
  damaged(
    'nobody was told that a claim was taken up',
    `update claim_event set callback_id = null; ${withoutCallback}`,
    /the change to IN_PROGRESS lacks a callback/,
  ),
  damaged(
    'somebody was told who did not ask to be',
    `update claim set callback_url = null; ${withoutCallback};
     update claim_event set to_status = null, message = 'm'`,
    /has a callback/,
  ),
  damaged(
    'the callback of a claim is gone',
    `${withoutCallback}`,
    /is to nowhere and says nothing/,
  ),
  damaged(
    'the callback of a claim says another state',
    `update callback set status = 'CLOSED' where operation_id = ${callbackId}`,
    /says CLOSED/,
  ),
];
