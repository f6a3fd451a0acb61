// Implements an endpoint that the contract describes: method, path and form of a call are the
// contract's, and an answer that the contract does not describe does not compile.

import type { Endpoint, FieldFault, GivenTo, PathParametersOf, ResponseOf } from '@jokko/contract';
import type { Refusal } from '../../platform/http/http-refusal.ts';
import type { StreamAnswer } from './http-answer.ts';
import type { Call, MovableCall, MovableEndpoint, PaymentsEndpoint } from './http-endpoint.ts';
import { invalidFields } from './http-refusal.ts';

/** Refused in the interface's form, or one of the contract's responses. */
export type AnswerTo<Of extends Endpoint> =
  | { refused: Refusal }
  | { body: ResponseOf<Of> }
  | (Of extends { event: object } ? StreamAnswer : never);

export type CallTo<Of extends Endpoint> = Call & { params: PathParametersOf<Of> };

/** What was given has the form that the contract describes. */
export type CheckedCallTo<Of extends Endpoint> = CallTo<Of> & { given: GivenTo<Of> };

type Head = Omit<PaymentsEndpoint, 'method' | 'path' | 'handle'>;
type Check = (given: object) => readonly FieldFault[];

/**
 * What is wrong with the form, by `check` of a GET's query or a POST's body, is refused and never
 * reaches `handle`.
 */
export function implement<Of extends Endpoint>(
  described: Of,
  check: Check,
  { handle, ...head }: Head & { handle(call: CheckedCallTo<Of>): Promise<AnswerTo<Of>> },
): PaymentsEndpoint {
  return implementUnchecked(described, {
    ...head,
    async handle(call) {
      const given = described.method === 'GET' ? (call.reply.request.query as object) : call.body;
      const faults = check(given);
      return faults.length > 0
        ? { refused: invalidFields(faults, call.account.language) }
        : handle({ ...call, given: given as GivenTo<Of> });
    },
  });
}

/** The same where `handle` looks at the form itself, or there is none. */
export const implementUnchecked = <Of extends Endpoint>(
  described: Of,
  { handle, ...head }: Head & { handle(call: CallTo<Of>): Promise<AnswerTo<Of>> },
): PaymentsEndpoint => ({
  ...head,
  ...addressOf(described),
  handle: (call) => handle({ ...call, params: call.reply.request.params as PathParametersOf<Of> }),
});

/** The same for calls that other nodes hand on. */
export const implementMovable = <Of extends Endpoint>(
  described: Of,
  implementation: Omit<MovableEndpoint, 'method' | 'path' | 'handle'> & {
    handle(call: MovableCall): Promise<AnswerTo<Of>>;
  },
): MovableEndpoint => ({ ...implementation, ...addressOf(described) });

const addressOf = ({ method, path }: Endpoint) => ({
  method,
  path: path.replaceAll(/\{(\w+)\}/g, ':$1'),
});
