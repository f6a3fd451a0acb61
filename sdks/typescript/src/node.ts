// Receives callbacks in a server of Node.

import { CallbackError } from './errors.ts';
import type { Callback } from './callbacks.ts';
import type { Jokko } from './client.ts';
import { readBody } from './read-body.ts';

/**
 * What is read of a request; `IncomingMessage` fits, and that of Express, with or without a parser.
 */
export interface CallbackRequest extends AsyncIterable<Uint8Array | string> {
  headers: { [name: string]: string | string[] | undefined };
  /** The body that `express.raw()` or `express.text()` has read. */
  body?: unknown;
}

/** `ServerResponse` fits, and that of Express. */
export interface CallbackResponse {
  statusCode: number;
  end(text?: string): unknown;
}

export type CallbackHandler = (callback: Callback) => unknown;

/**
 * A listener that answers 200 once the handler has returned, 500 if it throws (the callback is sent
 * again) and 400 for what is not genuine. The parser of JSON must not stand before it.
 */
export function jokkoNode(
  jokko: Jokko,
  handler: CallbackHandler,
): (request: CallbackRequest, response: CallbackResponse) => void {
  return (request, response) => void receive(jokko, handler, request, response);
}

async function receive(
  jokko: Jokko,
  handler: CallbackHandler,
  request: CallbackRequest,
  response: CallbackResponse,
): Promise<void> {
  try {
    const body = await bodyOf(request);
    await handler(await jokko.callbacks.verify(body, request.headers));
    response.statusCode = 200;
    response.end();
  } catch (error) {
    response.statusCode = error instanceof CallbackError ? 400 : 500;
    response.end(error instanceof CallbackError ? error.message : '');
    if (!(error instanceof CallbackError)) console.error('A callback was not handled:', error);
  }
}

async function bodyOf(request: CallbackRequest): Promise<string | Uint8Array> {
  const { body } = request;
  if (typeof body === 'string' || body instanceof Uint8Array) return body;
  if (body !== undefined)
    throw new CallbackError(
      'signature',
      'The body was parsed before the verification: mount the callback before express.json(), or behind express.raw({ type: "*/*" }).',
    );
  return readBody(request);
}
