// Entry point of approvals: approval requests of one user that another one approves.

export type {
  ApprovedApprovalRequest,
  DecidedApprovalRequest,
  Outcome,
  ApprovalRequestKind,
  ApprovalRequestKinds,
} from './kinds.ts';
export { balanceLines, changeOf, type ApprovalPreview, type PreviewLine } from './preview.ts';
export {
  findOpenApprovalRequestAbout,
  findApprovalRequest,
  listOpenApprovalRequests,
  listApprovalRequests,
  listApprovalRequestsAbout,
  listApprovalRequestsOfKind,
  lockAndFind as lockApprovalRequest,
} from './store.ts';
export type { NewApprovalRequest, ApprovalRequest, ApprovalRequestState } from './store.ts';
export { attachFile } from './attach-file.ts';
export { listFilesOf, loadFile, type ApprovalFile } from './file-store.ts';
export {
  approve,
  requestApproval,
  askIn,
  askOnce,
  refuseApprovalRequest,
  withdrawIn,
  withdrawApprovalRequest,
} from './requests.ts';
export type { AskedOnce, Asker, Decided, Decider, ApprovalRequestDeps } from './requests.ts';
export { approvalTasks } from './tasks.ts';
