// Names the place of a request in which a caller of other interfaces would put a key. Only the
// place: what stands there is never repeated.

import type { FastifyRequest } from 'fastify';

const headers = { authorization: 'Authorization', 'x-api-key': 'X-Api-Key' } as const;
const parameters = ['apiKey', 'api_key', 'app_key', 'key'] as const;

/** Null: there is none. */
export function keyElsewhere({ headers: given, query }: FastifyRequest): string | null {
  for (const [name, shown] of Object.entries(headers)) if (given[name] !== undefined) return shown;
  const asked = (query ?? {}) as { readonly [name: string]: unknown };
  const parameter = parameters.find((name) => asked[name] !== undefined);
  return parameter === undefined ? null : `?${parameter}=`;
}
