// What does a connector get to work with in tests? A context on a given transport, with a real single-flight token cache and a
// log that can be read back.

import type { Context, HttpRequest, HttpResult } from '../connector.ts';
import { createTokenCache } from '../token-cache.ts';

export interface LogLine {
  level: 'info' | 'warn' | 'error';
  message: string;
  facts: { [name: string]: string | number };
}
export type Card = NonNullable<ReturnType<Context<unknown>['card']>>;

export interface TestContext<Config> extends Context<Config> {
  lines: LogLine[];
  /** Cards by handle; deleting one is what happens when another node holds it. */
  cards: Map<string, Card>;
}

export function createTestContext<Config>(config: Config, http: (request: HttpRequest) => Promise<HttpResult>): TestContext<Config> {
  const lines: LogLine[] = [];
  const cards = new Map<string, Card>();
  return {
    config,
    lines,
    cards,
    http,
    now: () => Date.now(),
    log: (level, message, facts = {}) => void lines.push({ level, message, facts }),
    card: (handle) => cards.get(handle) ?? null,
    token: createTokenCache(),
  };
}
