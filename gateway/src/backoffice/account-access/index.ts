// Public API of account access: links by which the operator gives users access to a developer's
// account.

export { requestInvitation, requestReset, invitesAlone } from './ask.ts';
export {
  accountAccessApprovalRequests,
  accountAccessApprovalRequestKinds,
} from './approval-requests.ts';
