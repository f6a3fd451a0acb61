// Has the HTTP client read answers whose chunk sizes are followed by spaces or tabs ("5 \r\n"), as
// several servers pad them. undici offers no option for it, but its parser has a flag for this
// alone: no length is read differently by it, and what stands between spaces is still refused.

import { createRequire } from 'node:module';
import type { Socket } from 'node:net';

interface Parser {
  ptr: number;
  llhttp: { llhttp_set_lenient_spaces_after_chunk_size(ptr: number, value: 0 | 1): void };
}

const { kParser } = createRequire(import.meta.url)('undici/lib/core/symbols.js') as {
  readonly kParser: unique symbol;
};

/** Reads those of a socket that undici has taken: with a request that it writes, at the latest. */
export function readChunkSpaces(socket: Socket): void {
  const parser = (socket as Socket & { [kParser]?: Parser | null })[kParser];
  parser?.llhttp.llhttp_set_lenient_spaces_after_chunk_size(parser.ptr, 1);
}
