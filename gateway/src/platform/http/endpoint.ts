// One way to run an endpoint, whatever interface it belongs to. An endpoint is a value: method,
// path, what it asks for, and its handler. An interface (payments, SMS, portal) contributes the
// steps that its endpoints share: body, caller, form, load, and the shape of its answers.

import { defined } from '@jokko/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export type Method = 'GET' | 'POST';

export interface EndpointHead {
  method: Method;
  path: string;
  /**
   * Limits a body that Fastify reads. Interfaces that read bodies themselves have own limits.
   */
  bodyMaxBytes?: number;
}

/** A request on its way through the steps. */
export interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
  /** What was sent, as far as it could be read, for the log of rejected requests. */
  seen: {
    body: { readonly [member: string]: unknown };
    /** The key that seems to stand in a body that could not be read. */
    apiKey: string | null;
  };
}

/** A step yields what the next one needs, or ends the exchange with an answer. */
export type Step<Value, Answer> = { ok: true; value: Value } | { ok: false; answer: Answer };
type Eventual<Value> = Value | Promise<Value>;

/** The steps in their order. */
export interface Interface<Endpoint extends EndpointHead, Received, Caller, Input, Answer> {
  /** Reads what was sent, within the limits and the strictness of the interface. */
  receive(exchange: Exchange, endpoint: Endpoint): Eventual<Step<Received, Answer>>;
  /** Finds out who calls, and whether they may. */
  authenticate(
    exchange: Exchange,
    endpoint: Endpoint,
    received: Received,
  ): Eventual<Step<Caller, Answer>>;
  /** Checks that the request has the form that the endpoint asks for. */
  check(
    exchange: Exchange,
    endpoint: Endpoint,
    received: Received,
    caller: Caller,
  ): Eventual<Step<Input, Answer>>;
  /** Runs the handler where this node takes the call on. */
  handle(exchange: Exchange, endpoint: Endpoint, input: Input, caller: Caller): Eventual<Answer>;
  /** Sends the answer. `caller` is null where it was not found out. */
  present(
    exchange: Exchange,
    endpoint: Endpoint,
    answer: Answer,
    caller: Caller | null,
  ): Eventual<FastifyReply>;
  /** When the exchange is over, whatever came of it: forgets what was received. */
  release?(received: Received): void;
  /** Answers what was thrown; without it the server's own error handler does. */
  fail?(exchange: Exchange, endpoint: Endpoint, error: unknown): FastifyReply;
}

export function registerEndpoint<Endpoint extends EndpointHead, Received, Caller, Input, Answer>(
  app: FastifyInstance,
  steps: Interface<Endpoint, Received, Caller, Input, Answer>,
  endpoint: Endpoint,
): void {
  const { method, path, bodyMaxBytes } = endpoint;
  app.route({
    method,
    url: path,
    ...defined({ bodyLimit: bodyMaxBytes }),
    handler: async (request, reply) => {
      const exchange: Exchange = { request, reply, seen: { body: {}, apiKey: null } };
      try {
        return await run(steps, endpoint, exchange);
      } catch (error) {
        if (steps.fail === undefined) throw error;
        return steps.fail(exchange, endpoint, error);
      }
    },
  });
}

async function run<Endpoint extends EndpointHead, Received, Caller, Input, Answer>(
  steps: Interface<Endpoint, Received, Caller, Input, Answer>,
  endpoint: Endpoint,
  exchange: Exchange,
): Promise<FastifyReply> {
  const received = await steps.receive(exchange, endpoint);
  if (!received.ok) return steps.present(exchange, endpoint, received.answer, null);
  try {
    return await answerReceived(steps, endpoint, exchange, received.value);
  } finally {
    steps.release?.(received.value);
  }
}

async function answerReceived<Endpoint extends EndpointHead, Received, Caller, Input, Answer>(
  steps: Interface<Endpoint, Received, Caller, Input, Answer>,
  endpoint: Endpoint,
  exchange: Exchange,
  received: Received,
): Promise<FastifyReply> {
  const known = await steps.authenticate(exchange, endpoint, received);
  if (!known.ok) return steps.present(exchange, endpoint, known.answer, null);
  const caller = known.value;
  const input = await steps.check(exchange, endpoint, received, caller);
  const answer = input.ok
    ? await steps.handle(exchange, endpoint, input.value, caller)
    : input.answer;
  return steps.present(exchange, endpoint, answer, caller);
}

/** Whether the request changes nothing. */
export const isReading = ({ method }: Pick<FastifyRequest, 'method'>): boolean =>
  method === 'GET' || method === 'HEAD';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** Answers the methods of a path that no endpoint has. */
export function registerOtherMethods(
  app: FastifyInstance,
  path: string,
  allowed: readonly Method[],
  answer: (request: FastifyRequest, reply: FastifyReply) => FastifyReply,
): void {
  app.route({
    method: methods.filter((method) => !allowed.some((each) => each === method)),
    url: path,
    handler: answer,
  });
}
