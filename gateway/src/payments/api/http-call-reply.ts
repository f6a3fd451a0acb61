// What a handler sees of the answer to its caller. It may leave from this node or, where the call
// was handed on, from another one.

import type { FastifyReply } from 'fastify';

export interface CallReply {
  header(name: string, value: string | number): unknown;
  raw: {
    /** The answer has left, or its reader. */
    readonly closed: boolean;
    once(event: 'close', run: () => void): unknown;
  };
}

/** The reply to a call that came to this node itself. */
export type DirectReply = CallReply & Pick<FastifyReply, 'request'>;
