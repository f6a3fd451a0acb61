// What a message is made of: the entry of the audit log that it tells, its text and its readers.

import type { NotificationKind, NotificationParameters } from '../notifications/index.ts';
import type { PeopleOf } from './people.ts';

/** The actions that are told; each has a case below. */
export const mailedActions = [
  ...(['wish.ask', 'wish.approve', 'wish.refuse', 'wish.carry-out'] as const),
  ...(['claim.move', 'claim.message', 'member.join'] as const),
  ...(['key.create', 'key.roll', 'sms-app.create', 'sms-app.roll'] as const),
] as const;

export interface MailedEntry {
  number: bigint;
  action: (typeof mailedActions)[number];
  accountId: number | null;
  /** Name of the account. */
  account: string | null;
  /** Who did it; null: the command line or the system. */
  userId: number | null;
  by: string | null;
  /** Whether the operator did it to an account. */
  byOperator: boolean;
  subject: string;
  body: string;
}

export type EntryMail = {
  [Kind in NotificationKind]: {
    kind: Kind;
    parameters: NotificationParameters[Kind];
    people: PeopleOf;
  };
}[NotificationKind];
