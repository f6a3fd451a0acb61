// Type of a route of the portal's interface: schemas of input and output, and the policy that is
// enforced before its handler runs. Its name is its method and its path below `/portal/api`, so
// that a browser needs only the types.

import type { ApprovalKind } from './approval-kinds.ts';
import type { Static, TObject, TSchema } from 'typebox';
import type { DeveloperRole, OperatorRole } from './roles.ts';

/** How far a user must have come with signing in. */
export type SignedIn =
  /** The password (or a passkey) was right; the second factor may still be missing. */
  | 'begun'
  /** Signed in, or an operator who has to set up the second factor first. */
  | 'set-up'
  /** Signed in, with the second factor where the user has one. */
  | 'done'
  /** Signed in with a second factor: for money and keys. */
  | 'second-factor'
  /**
   * In live mode as `second-factor`; in the sandbox, where money is none, as `done` and without a
   * proof.
   */
  | 'second-factor-live';

interface SignedInPolicy {
  secondFactor: SignedIn;
  /** The user must have proved who they are within so many minutes; 0: not again. */
  stepUp: 0 | 5;
  /**
   * Signing in is no such proof here: it must have been asked for since, or the password set within
   * these minutes.
   */
  proofAsked?: true;
  /**
   * `limited`: seats that are limited to countries may call it, since the handler keeps to them, or
   * nothing in it is of a country. Absent: they are refused. Routes of the user alone
   * (`side: 'user'`) are for everybody.
   */
  countries?: 'limited';
  /**
   * May be called although an operator looks at a developer's portal, which refuses every other
   * `POST`.
   */
  whileViewing?: true;
  /**
   * What a suspended account may still do: it stops, takes back and talks, and begins nothing.
   * Every other `POST` of its side is refused.
   */
  whileSuspended?: true;
  /** The kind of approval request that the route stores for another user's approval. */
  approval?: ApprovalKind;
}

export type Policy =
  /**
   * `bound`: what keeps one address from asking for ever. `address`: its number of calls in a
   * minute; `own`: limits of the handler; `memory`: nothing is asked for it, and a refusal would
   * cost as much.
   */
  | { side: 'public'; bound: 'address' | 'own' | 'memory' }
  /** Whoever is signed in, whatever they are a member of. */
  | ({ side: 'user' } & SignedInPolicy)
  | ({ side: 'developer'; developer: readonly DeveloperRole[] } & SignedInPolicy)
  | ({ side: 'operator'; operator: readonly OperatorRole[] } & SignedInPolicy)
  | ({
      side: 'both';
      developer: readonly DeveloperRole[];
      operator: readonly OperatorRole[];
    } & SignedInPolicy);

export interface PortalRoute {
  policy: Policy;
  /** Parameters of the path (`:id`), all of them strings. */
  params?: TObject;
  /** Parameters of the query, all of them strings. */
  query?: TObject;
  /** The JSON body. A GET has none. */
  body?: TSchema;
  /**
   * The body is a file, sent as application/octet-stream; what else is to be said stands in the
   * query.
   */
  upload?: true;
  /** The JSON answer; of `events` the data of each event; of a `file` it is not used. */
  answer: TSchema;
  /** Absent: JSON. `events`: server-sent events. `file`: a download. */
  form?: 'events' | 'file';
  /** Bytes of a body at most; absent: 64 KiB. */
  bodyMaxBytes?: number;
}

/** `GET` reads and changes nothing; all that changes anything is `POST`. */
export type RouteTable = { readonly [name: `${'GET' | 'POST'} ${string}`]: PortalRoute };

type Member<Route, Name extends string> = Route extends {
  readonly [name in Name]: infer Schema extends TSchema;
}
  ? Static<Schema>
  : undefined;
export type ParamsOf<Route> = Member<Route, 'params'>;
export type QueryOf<Route> = Member<Route, 'query'>;
export type BodyOf<Route> = Route extends { readonly upload: true }
  ? Uint8Array
  : Member<Route, 'body'>;
export type AnswerOf<Route> = Member<Route, 'answer'>;
