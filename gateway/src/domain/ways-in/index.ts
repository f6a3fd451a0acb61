// The door of ways in: links by which the operator lets somebody into a developer's account.

export { askForInvitation, askForReset, invitesAlone } from './ask.ts';
export { wayInWishes, wayInWishKinds } from './wishes.ts';
