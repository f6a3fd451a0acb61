// Sends a call that needs an access token. An expired token is renewed once, since a
// refused token is documented as refused before execution.

import type { Context, HttpRequest, HttpResult } from './connector.ts';
import { gaveUp } from './unclear-cause.ts';
import { objectFromWire, textMember } from './wire-json.ts';

/** Where a connector's access token comes from. */
export interface TokenSource {
  /** The key in the cache; one for each set of credentials. */
  key: string;
  /** The token endpoint's call; holds the credentials. */
  request: HttpRequest;
  /** Used when the answer names no life. */
  assumedLifeMs: number;
  /**
   * Whether an answer says that the token is no longer good; by default HTTP 401. Not asked of one
   * with HTTP 408 or 5xx.
   */
  isRefused?(answer: Extract<HttpResult, { kind: 'answer' }>): boolean;
}

/** The causes with which a call was not sent because it had no token. */
export const noToken = 'no access token';

/**
 * Sends what `requestOf` makes of a token. `not_sent` also when no token could be had: nothing of
 * the call itself has left.
 */
export async function callWithToken(
  context: Pick<Context<unknown>, 'http' | 'token' | 'log'>,
  source: TokenSource,
  requestOf: (token: string) => HttpRequest,
): Promise<HttpResult> {
  const token = await tokenOf(context, source);
  if (typeof token !== 'string') return token;
  const first = await context.http(requestOf(token));
  const { isRefused = ({ status }) => status === 401 } = source;
  // A server that gave up may have executed the call, whatever it says of the token.
  if (first.kind !== 'answer' || gaveUp(first.status) || !isRefused(first)) return first;
  const renewed = await tokenOf(context, source, token);
  return typeof renewed !== 'string' || renewed === token
    ? first
    : context.http(requestOf(renewed));
}

async function tokenOf(
  context: Pick<Context<unknown>, 'http' | 'token' | 'log'>,
  source: TokenSource,
  refused?: string,
): Promise<string | HttpResult> {
  try {
    return await context.token(source.key, () => fetchToken(context, source), refused);
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unknown';
    context.log('error', noToken, { source: source.key, cause: why });
    return { kind: 'not_sent', cause: `${noToken}: ${why}` };
  }
}

async function fetchToken(
  { http }: Pick<Context<unknown>, 'http'>,
  { request, assumedLifeMs }: TokenSource,
): Promise<{ value: string; livesMs: number }> {
  const result = await http(request);
  if (result.kind !== 'answer') throw new Error(result.cause);
  const isGiven = result.status >= 200 && result.status < 300;
  const answer = isGiven ? objectFromWire(result.body) : null;
  const value = answer === null ? undefined : textMember(answer, 'access_token');
  if (answer === null || value === undefined) throw new Error(`HTTP ${result.status}`);
  const seconds = Number(answer['expires_in']);
  return {
    value,
    livesMs: Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : assumedLifeMs,
  };
}
