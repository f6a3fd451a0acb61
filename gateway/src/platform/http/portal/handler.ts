// Type of a route's handler: a function from validated input and the caller's identity to an
// answer. All types come from the table.

import type {
  PortalRoutes,
  RouteBody,
  RouteName,
  RouteParams,
  RouteQuery,
  RouteAnswer,
  RouteResult,
} from '@jokko/contract/portal';
import type { LiveSession, Membership, Visit } from './caller.ts';
import type { Refused } from './refused.ts';

type PolicyOf<Name extends RouteName> = PortalRoutes[Name]['policy'];

/** Who calls, as far as the policy has made sure of it. */
type CallerFor<Policy> = Policy extends { side: 'public' }
  ? { session: LiveSession | null }
  : Policy extends { side: 'developer' }
    ? { session: LiveSession; membership: Extract<Membership, { side: 'developer' }> }
    : Policy extends { side: 'operator' }
      ? { session: LiveSession; membership: Extract<Membership, { side: 'operator' }> }
      : Policy extends { side: 'both' }
        ? { session: LiveSession; membership: Membership }
        : { session: LiveSession };

export interface Call<Name extends RouteName> {
  params: RouteParams<Name>;
  query: RouteQuery<Name>;
  body: RouteBody<Name>;
  caller: CallerFor<PolicyOf<Name>>;
  visit: Visit;
}

export interface FileAnswer {
  ok: true;
  file: { name: string; type: string; content: Buffer | AsyncIterable<Buffer | string> };
}

type AnswerFor<Name extends RouteName> = PortalRoutes[Name] extends { form: 'file' }
  ? FileAnswer
  : PortalRoutes[Name] extends { form: 'events' }
    ? { ok: true; follow(tell: (event: RouteAnswer<Name>) => void): () => void }
    : /** `session`: a new token for the cookie; null takes the cookie away. */
      { ok: true; answer: RouteResult<Name>; session?: string | null };

export type Handler<Name extends RouteName> = (
  call: Call<Name>,
) => Promise<AnswerFor<Name> | Refused> | AnswerFor<Name> | Refused;
export type Handlers = { readonly [Name in RouteName]: Handler<Name> };
