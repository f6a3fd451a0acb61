// The door of people: who they are, how they sign in, what they are members of.

export { TooManyPasswords } from './password-hash.ts';
export type { Refused } from './refusal.ts';
export { findSession, listSessions } from './sessions.ts';
export type { Caller, ListedSession, LiveSession, Membership, SignedInPerson, Stage } from './sessions.ts';
export { listInvitations, renewLinkOf } from './links.ts';
export type { OpenInvitation } from './links.ts';
export { offerFirstOperator } from './first-operator.ts';
export { findPersonWithSeats } from './find-person.ts';
export { findMember, listLetIn, listMembers, listMemberships } from './memberships.ts';
export type { Member, Seat } from './memberships.ts';
export { changeMember, removeMember, setOperatorDisabled, vouchForOperator } from './members.ts';
export { invitationRefusal, invite, inviteIn, makeResetLink, resetLinkIn, withdraw } from './invite.ts';
export { twoPersonsRefusal } from './two-persons.ts';
export { acceptInvitation, becomeFirstOperator, lookAtInvitation, register, resetPassword } from './join.ts';
export type { Registration, Start } from './join.ts';
export { personOf, signInByPassword, signInBySecondFactor } from './sign-in.ts';
export type { PeopleDeps, SignedIn, Visit } from './sign-in.ts';
export { signInByPasskey } from './passkey-sign-in.ts';
export { askForNewPasskey, askForPasskey } from './passkeys.ts';
export { listPasskeys } from './passkey-store.ts';
export type { ListedPasskey } from './passkey-store.ts';
export { proofsOf, stepUp } from './prove.ts';
export type { Proof } from './prove.ts';
export { addFirstOrFurtherPasskey, beginTotp, confirmTotp, newRecoveryCodes, removeFactor } from './second-factors.ts';
export { changePassword, changeProfile, endOwnSessions, signOut, workAs } from './own-account.ts';
export { beginViewAs, endViewAs } from './view-as.ts';
export { forgetOldPeopleRows } from './upkeep.ts';
