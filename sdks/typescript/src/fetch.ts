// Receives callbacks where requests and responses are those of fetch: Hono, Next, Deno, Bun,
// Workers.

import { CallbackError } from './errors.ts';
import type { Callback } from './callbacks.ts';
import type { Jokko } from './client.ts';
import { readBody } from './read-body.ts';

/**
 * Answers 200 once the handler has returned, 500 if it throws (the callback is sent again) and 400
 * for what is not genuine.
 */
export function jokkoFetch(
  jokko: Jokko,
  handler: (callback: Callback) => unknown,
): (request: Request) => Promise<Response> {
  return async (request) => {
    try {
      const body = await readBody((request.body ?? []) as unknown as AsyncIterable<Uint8Array>);
      await handler(await jokko.callbacks.verify(body, request.headers));
      return new Response(null, { status: 200 });
    } catch (error) {
      if (error instanceof CallbackError) return new Response(error.message, { status: 400 });
      console.error('A callback was not handled:', error);
      return new Response(null, { status: 500 });
    }
  };
}
