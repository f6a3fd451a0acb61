// Provides a connector under test with its context: a given transport, a real single-flight token
// cache, and a log that can be read back.

import type { Context, HttpRequest, HttpResult } from '../connector.ts';
import { createTokenCache } from '../token-cache.ts';

export interface LogLine {
  level: 'info' | 'warn' | 'error';
  message: string;
  details: { [name: string]: string | number };
}
export type Card = NonNullable<ReturnType<Context<unknown>['card']>>;

export interface TestContext<Config> extends Context<Config> {
  lines: LogLine[];
  /** Cards by handle; deleting one is what happens when another node holds it. */
  cards: Map<string, Card>;
}

export function createTestContext<Config>(
  config: Config,
  http: (request: HttpRequest) => Promise<HttpResult>,
): TestContext<Config> {
  const lines: LogLine[] = [];
  const cards = new Map<string, Card>();
  return {
    config,
    lines,
    cards,
    http,
    now: () => Date.now(),
    log: (level, message, details = {}) => void lines.push({ level, message, details }),
    card: (handle) => cards.get(handle) ?? null,
    token: createTokenCache(),
  };
}
