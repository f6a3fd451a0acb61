// The context of a connector that is called because a person asks, and not for a payment: no cards,
// no log, and tokens that are forgotten afterwards.

import { createTokenCache } from '@jokko/connectors/kit';
import type { Context, HttpRequest, HttpResult } from '@jokko/connectors/kit';
import { environment } from '../environment.ts';

export function passingContext<Config extends object>(
  config: Config,
  http: (request: HttpRequest) => Promise<HttpResult>,
): Context<Config> {
  return {
    config,
    http,
    now: () => environment.now(),
    log: () => {},
    card: () => null,
    token: createTokenCache(),
  };
}
