// Entry point of people: who they are, how they sign in, what they are members of.

export { findSession, listSessions } from './sessions.ts';
export type { ListedSession } from './sessions.ts';
export { isLinkOpen, listInvitations, renewLinkOf } from './links.ts';
export type { OpenInvitation } from './links.ts';
export { offerFirstOperator } from './first-operator.ts';
export { readAuditNames } from './audit-names.ts';
export { emailKey, readEmail } from './email.ts';
export { invitesByMail } from './invitation-limits.ts';
export { alertTestBy, countLoginAttempt, subscriptionFrom } from './login-attempts.ts';
export { findUserWithSeats } from './find-user.ts';
export { findMember, listLetIn, listMembers, listMemberships } from './memberships.ts';
export type { Member, Seat } from './memberships.ts';
export { changeMember, removeMember, setOperatorDisabled, attestIndependence } from './members.ts';
export { attestMember } from './attest.ts';
export {
  invitationRefusal,
  invite,
  inviteIn,
  mailedWith,
  makeResetLink,
  resetLinkIn,
  withdraw,
} from './invite.ts';
export { twoUsersRefusal, type TwoUsersRefusal } from './two-users.ts';
export {
  acceptInvitation,
  becomeFirstOperator,
  viewInvitation,
  register,
  resetPassword,
} from './join.ts';
export type { JoinDeps, Registration, Start } from './join.ts';
export { signInByPassword, signInBySecondFactor } from './sign-in.ts';
export type { UsersDeps, SignedIn } from './sign-in.ts';
export { signInByPasskey } from './passkey-sign-in.ts';
export { requestNewPasskey, requestPasskey } from './passkeys.ts';
export { listPasskeys } from './passkey-store.ts';
export type { ListedPasskey } from './passkey-store.ts';
export { proofsOf, stepUp } from './prove.ts';
export type { Proof } from './prove.ts';
export {
  addFirstOrFurtherPasskey,
  beginTotp,
  confirmTotp,
  newRecoveryCodes,
  removeFactor,
} from './second-factors.ts';
export { changePassword, changeProfile, endOwnSessions, signOut, workAs } from './own-account.ts';
export { beginViewAs, endViewAs } from './view-as.ts';
export { userTasks } from './tasks.ts';
