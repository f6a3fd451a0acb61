// Executes approved requests for access to a developer's account: the link that was handed over
// becomes valid.

import type { Database } from '../../platform/db/database.ts';
import {
  changeOf,
  type ApprovalPreview,
  type ApprovedApprovalRequest,
  type Outcome,
  type ApprovalRequestKind,
  type ApprovalRequestKinds,
} from '../approvals/index.ts';
import { isLinkOpen, listMembers, renewLinkOf } from '../users/index.ts';

export const accountAccessApprovalRequests = {
  invitation: 'developer-invitation',
  reset: 'developer-reset',
} as const;

/**
 * Links look at the state of their approval request themselves; they are good for their days from
 * the approval on.
 */
const kind: ApprovalRequestKind = {
  check: () => null,
  within: async (session, { id }): Promise<Outcome> =>
    (await renewLinkOf(session, id))
      ? { done: true, result: {} }
      : { done: false, result: { refusal: 'link ended' } },
};

export const accountAccessApprovalRequestKinds = {
  [accountAccessApprovalRequests.invitation]: { ...kind, preview: previewInvitation },
  [accountAccessApprovalRequests.reset]: { ...kind, preview: previewReset },
} satisfies ApprovalRequestKinds;

type About = Pick<ApprovedApprovalRequest, 'id' | 'accountId' | 'parameters'>;

const refusalOf = async (database: Database, id: number): Promise<string | null> =>
  (await isLinkOpen(database, id)) ? null : 'link ended';

async function previewInvitation(
  database: Database,
  { id, parameters }: About,
): Promise<ApprovalPreview> {
  const { email, role } = parameters as { email: string; role: string };
  const line = changeOf('access', {
    name: email,
    before: { word: 'no_access' },
    after: { word: `as_${role}` },
  });
  return { lines: [line], refusal: await refusalOf(database, id) };
}

async function previewReset(
  database: Database,
  { id, accountId, parameters }: About,
): Promise<ApprovalPreview> {
  const { email, secondFactors } = parameters as { email: string; secondFactors: boolean };
  const member = (await listMembers(database, accountId)).find((each) => each.email === email);
  const access = member === undefined ? { word: 'no_access' } : { word: `as_${member.role}` };
  const factor = (has: boolean) => ({ word: has ? 'has_factor' : 'no_factor' });
  const has = member?.secondFactor ?? false;
  const lines = [
    changeOf('access', { name: email, before: access, after: access }),
    changeOf('password', { before: { word: 'kept_password' }, after: { word: 'chosen_by_link' } }),
    changeOf('secondFactors', { before: factor(has), after: factor(has && !secondFactors) }),
  ];
  return { lines, refusal: await refusalOf(database, id) };
}
