// Who calls a portal endpoint: the browser's visit, the session it brought, and what that session
// works as. The noun that keeps users finds the sessions; endpoints know no more of users than
// stands here.

import type { DeveloperRole, OperatorRole } from '@jokko/contract/portal';

export type Stage = 'second-factor' | 'set-up-second-factor' | 'done';

export type Membership = { id: number; countries: string[] | null } & (
  | { side: 'developer'; role: DeveloperRole; accountId: number; accountName: string }
  | { side: 'operator'; role: OperatorRole; accountId: null; accountName: null }
);

/** From where a request came, as far as sessions and the audit log keep it. */
export interface Caller {
  /** A command on the server calls: nobody is signed in. */
  command?: true;
  /** Plain; null when a proxy forwards something else. */
  address: string | null;
  agent: string;
}

/** A request from a browser: where it comes from, and the session's token it brought. */
export interface Visit extends Caller {
  /**
   * By which wrong passwords and registrations are counted; the address, but behind a proxy that is
   * not listed.
   */
  countedFrom: string | null;
  token: string | null;
  /** `scheme://host[:port]` of the page; null where it said nothing. */
  origin: string | null;
}

/** No browser: a command on the server. */
export const commandVisit: Visit = {
  command: true,
  address: null,
  agent: '',
  countedFrom: null,
  token: null,
  origin: null,
};

export interface SignedInUser {
  id: number;
  email: string;
  name: string;
  language: 'fr' | 'en';
  theme: 'light' | 'dark' | 'system';
  timeZone: string;
  totp: boolean;
  passkeys: number;
  recoveryCodesLeft: number;
}

export interface LiveSession {
  id: bigint;
  stage: Stage;
  /** Whether a second factor was used in it. */
  secondFactor: boolean;
  provedAt: Date;
  /** Since the last proof of who this is, in ms. */
  provedAgoMs: number;
  /** Whether that proof is more than the sign-in: asked for since, or a password set just now. */
  proofAsked: boolean;
  user: SignedInUser;
  /**
   * What the session works as; while an operator looks at an account, a seat there that only reads.
   */
  membership: Membership | null;
  /** Whether the account that it works for is suspended. */
  suspended: boolean;
  /** The account that an operator looks at, and until when: nothing can be changed meanwhile. */
  viewing: { accountId: number; until: Date } | null;
}

/** Finds the live session of a token. With `visit` the session counts as used from there. */
export type FindSession = (token: string, visit: Visit | null) => Promise<LiveSession | null>;

/** A user as the audit log writes them down. `kind` is hashed into its entries. */
export interface Actor {
  kind: 'user';
  userId: number;
  email: string;
  address: string | null;
  agent: string;
}

/** Who calls, for the audit log. */
export const actorOf = (
  user: { id: number; email: string },
  caller: Caller,
): Actor | { kind: 'command' } =>
  caller.command === true ? { kind: 'command' } : userActorOf(user, caller);

/** The user who calls, where it must be one. */
export const userActorOf = (
  user: { id: number; email: string },
  { address, agent }: Caller,
): Actor => ({
  kind: 'user',
  userId: user.id,
  email: user.email,
  address,
  agent,
});
