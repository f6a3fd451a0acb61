// Lists of each kind of message who chooses its recipient and its words, and what bounds how many
// there are: whoever can cause a message of ours can otherwise flood or deceive somebody with it.

import type { NotificationKind } from './kinds.ts';

export interface Bound {
  recipient: string;
  words: string;
  /**
   * To one user within 24 hours: of one account, and of all. What comes on top is not told, and
   * stands in the portal. Or the file below `backoffice/` that bounds it.
   */
  by: { ofAccount: number; ofAll: number } | string;
}

const ours = 'ours; names are cut and are no addresses';

export const bounds: { readonly [Kind in NotificationKind]: Bound } = {
  invitation: { recipient: 'who invites', words: ours, by: 'users/invitation-limits.ts' },
  // Made by the operator; where people or money are, with a second person.
  reset: { recipient: 'its user', words: ours, by: 'users/invite.ts' },
  alert: {
    recipient: "admins' settings",
    words: "ours, and the operator's names",
    by: 'alerts/plan.ts',
  },
  subscription: { recipient: 'strangers', words: ours, by: 'incidents/http-subscriptions.ts' },
  incident: {
    recipient: 'who confirmed it',
    words: "the operator's",
    by: 'incidents/subscriptions.ts',
  },
  approval: {
    recipient: 'members by role',
    words: "ours, and the asker's reason, without links",
    by: { ofAccount: 20, ofAll: 200 },
  },
  decision: {
    recipient: 'who asked',
    words: "ours, and the decider's note, without links",
    by: { ofAccount: 20, ofAll: 200 },
  },
  claim: { recipient: 'members by role', words: ours, by: { ofAccount: 50, ofAll: 200 } },
  balance: { recipient: 'members by role', words: ours, by: { ofAccount: 20, ofAll: 200 } },
  member: { recipient: 'owners', words: ours, by: { ofAccount: 60, ofAll: 600 } },
  key: { recipient: 'owners', words: ours, by: { ofAccount: 20, ofAll: 200 } },
  // Once for each state of a transaction, language and day.
  customerAnswer: {
    recipient: 'the payer of a transaction',
    words: "support's",
    by: 'transactions/answer-by-sms.ts',
  },
  report: { recipient: 'a user of the operator', words: ours, by: 'report-schedules/send.ts' },
  test: { recipient: 'who presses the button', words: ours, by: 'alerts/http-alerts.ts' },
};
