// Declares commands that do what a route of the portal does. They call the route's handler, behind
// the same checks of what is given, so that a rule of the portal is one of the command line. The
// audit log names the command line.

import { suggestions } from '@jokko/contract';
import {
  makePortalEncoder,
  portalRoutes,
  type FieldFaults,
  type PortalErrorCode,
  type PortalRoute,
  type Policy,
  type RouteAnswer,
  type RouteBody,
  type RouteName,
  type RouteParams,
  type RouteQuery,
} from '@jokko/contract/portal';
import {
  commandVisit,
  type LiveSession,
  type Membership,
  type SignedInUser,
} from '../platform/http/portal/caller.ts';
import { refusalOf } from '../platform/http/portal/enforce.ts';
import type { Handlers } from '../platform/http/portal/handler.ts';
import { cardNumberRefusal, inputCheckOf } from '../platform/http/portal/input.ts';
import type { Refused } from '../platform/http/portal/refused.ts';
import { defineCommand, type Command, type Description } from './command.ts';
import type { CommandContext } from './context.ts';
import { Refusal, UsageError } from './errors.ts';
import type { Input, Parameters } from './parameters.ts';

interface Parts<Name extends RouteName> {
  params: RouteParams<Name>;
  query: RouteQuery<Name>;
  body: RouteBody<Name>;
}
/** Options that were not given may stand as undefined. */
type WithUndefined<Members> = {
  [Name in keyof Members]: Record<never, never> extends Pick<Members, Name>
    ? Members[Name] | undefined
    : Members[Name];
};
/** What the route takes, by its schemas. */
type Given<Name extends RouteName> = {
  [Part in keyof Parts<Name> as undefined extends Parts<Name>[Part] ? never : Part]: WithUndefined<
    Parts<Name>[Part]
  >;
};

/** What the command says of a refusal; the portal has texts of its own. */
type Refusals = { readonly [code in PortalErrorCode]?: string };

interface RouteCall<Name extends RouteName> {
  /** The noun's own: the route's is among them. */
  handlers: Pick<Handlers, Name>;
  route: Name;
  given: Given<Name>;
  /** Whose portal it is; absent for a route of the operator. */
  accountId?: number;
  refusals?: Refusals;
}

/**
 * Answers what the portal's page gets. Throws a UsageError for what the schemas or the handler
 * refuse of what was given, and a Refusal for everything else.
 */
export async function callRoute<Name extends RouteName>(
  { mode }: Pick<CommandContext, 'mode'>,
  { handlers, route: name, given, accountId, refusals = {} }: RouteCall<Name>,
): Promise<RouteAnswer<Name>> {
  const route: PortalRoute = portalRoutes[name];
  const method = name.split(' ')[0]!;
  const session = sessionOf(method, accountId);
  const forbidden = refusalOf({ name, policy: route.policy, mode }, session);
  if (forbidden !== null || takesTwoUsers(route.policy))
    throw new Error(`no command calls ${name}: ${forbidden ?? 'it takes two users'}`);
  const { params, query, body } = given as Partial<Parts<RouteName>>;
  const input = inputCheckOf(
    route,
    method,
  )({
    params: withoutUndefined(params),
    query: withoutUndefined(query),
    body: withoutUndefined(body),
  });
  if (!input.ok) throw errorOf(input, refusals);
  const card = mode === 'sandbox' ? null : cardNumberRefusal(input.value.body, route.policy);
  if (card !== null) throw errorOf(card, refusals);
  const handle = handlers[name] as unknown as (call: unknown) => Promise<AnyAnswer | Refused>;
  const caller = { session, membership: session.membership };
  const answer = await handle({ ...input.value, caller, visit: commandVisit });
  if (!answer.ok) throw errorOf(answer, refusals);
  return makePortalEncoder(route.answer)(answer.answer) as RouteAnswer<Name>;
}

interface PortalCommand<
  Name extends RouteName,
  A extends Parameters,
  O extends Parameters,
  R,
> extends Description<A, O> {
  route: Name;
  handlers(context: CommandContext): Pick<Handlers, Name> | Promise<Pick<Handlers, Name>>;
  given(input: Input<A, O>): Given<Name>;
  refusals?(input: Input<A, O>): Refusals;
  /** What --json prints. */
  result(answer: RouteAnswer<Name>, input: Input<A, O>): R;
  present(result: R): string;
  cellOf?(input: Input<A, O>): number;
}

/** A command that is one call of a route. */
export function definePortalCommand<
  Name extends RouteName,
  R,
  A extends Parameters = Record<never, never>,
  O extends Parameters = Record<never, never>,
>(declaration: PortalCommand<Name, A, O, R>): Command {
  const { route, handlers, given, refusals, result, ...command } = declaration;
  return defineCommand<R, A, O>({
    ...command,
    async run(context, input) {
      const answer = await callRoute(context, {
        handlers: await handlers(context),
        route,
        given: given(input),
        ...(refusals && { refusals: refusals(input) }),
      });
      return result(answer, input);
    },
  });
}

interface AnyAnswer {
  ok: true;
  answer: unknown;
}

/** Rows of as many pages of a list as `limit` rows need. */
export async function readRows<Row>(
  limit: number,
  readPage: (after: string | undefined) => Promise<{ items: Row[]; next: string | null }>,
): Promise<Row[]> {
  const rows: Row[] = [];
  let after: string | undefined;
  while (rows.length < limit) {
    const { items, next } = await readPage(after);
    rows.push(...items);
    if (next === null) break;
    after = next;
  }
  return rows.slice(0, limit);
}

/** Options that were not given are members that the route does not get. */
const withoutUndefined = (members: object | undefined): object | undefined =>
  members && Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

/** What takes two users is asked for by one of them, and the command line is nobody. */
const takesTwoUsers = (policy: Policy): boolean =>
  policy.side !== 'public' && policy.approval !== undefined;

/**
 * Whoever may run commands on the server may do what an admin of the operator does, and the owner
 * of an account.
 */
function sessionOf(method: string, accountId: number | undefined): LiveSession {
  const membership: Membership =
    accountId === undefined
      ? { ...seat, side: 'operator', role: 'admin', accountId: null, accountName: null }
      : { ...seat, side: 'developer', role: 'owner', accountId, accountName: '' };
  return {
    id: 0n,
    stage: 'done',
    secondFactor: true,
    provedAt: new Date(0),
    provedAgoMs: 0,
    proofAsked: true,
    user: method === 'GET' ? reader : changer,
    membership,
    suspended: false,
    viewing: null,
  };
}

const seat = { id: 0, countries: null };

/** No user has the number 0: nothing that is read is theirs. */
const reader: SignedInUser = {
  id: 0,
  email: '',
  name: '',
  language: 'en',
  theme: 'system',
  timeZone: 'UTC',
  totp: true,
  passkeys: 0,
  recoveryCodesLeft: 0,
};

/**
 * A handler that must know which user changes something is not for commands: two-person rules
 * compare users.
 */
const changer: SignedInUser = Object.defineProperty({ ...reader }, 'id', {
  get(): number {
    throw new Error('this change needs a user, and a command has none');
  },
});

function errorOf({ refusal, fields = [] }: Refused, refusals: Refusals): Error {
  const said = refusals[refusal];
  if (refusal !== 'invalid') return new Refusal(said ?? inWords(refusal));
  return new UsageError(said ?? fields.map(faultText).join('; '));
}

const faultText = ({ field, problem, address }: FieldFaults[number]): string =>
  `${field}: ${address === undefined ? inWords(problem) : suggestions.en.address[address]}`;

/** `tooLong` → `too long` */
const inWords = (code: string): string =>
  code.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
