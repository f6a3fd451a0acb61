// What is the handler of a route? A function from what came in, checked, and who it is, to an answer. All types come from the table.

import type { PortalRoutes, RouteAnswer, RouteBody, RouteName, RouteParams, RouteQuery } from '@jokko/contract/portal';
import type { LiveSession, Membership, Refused, Visit } from '../../domain/people/index.ts';

type PolicyOf<Name extends RouteName> = PortalRoutes[Name]['policy'];

/** Who calls, as far as the policy has made sure of it. */
type CallerFor<Policy> = Policy extends { side: 'public' }
  ? { live: LiveSession | null }
  : Policy extends { side: 'developer' }
    ? { live: LiveSession; membership: Extract<Membership, { side: 'developer' }> }
    : Policy extends { side: 'operator' }
      ? { live: LiveSession; membership: Extract<Membership, { side: 'operator' }> }
      : Policy extends { side: 'both' }
        ? { live: LiveSession; membership: Membership }
        : { live: LiveSession };

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
      { ok: true; answer: RouteAnswer<Name>; session?: string | null };

export type Handler<Name extends RouteName> = (call: Call<Name>) => Promise<AnswerFor<Name> | Refused> | AnswerFor<Name> | Refused;
export type Handlers = { readonly [Name in RouteName]: Handler<Name> };
