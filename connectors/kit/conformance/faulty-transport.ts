// A network that fails as networks and providers do, by chance from a seed: what is lost, before
// the provider acted or after; 5xx; nonsense; and the answer to somebody else's call.

import type { HttpRequest, HttpResult } from '../connector.ts';

export type Http = (request: HttpRequest) => Promise<HttpResult>;

/** How many of a hundred calls meet each fault. */
const rates = {
  notSent: 2,
  lostBefore: 4,
  lostAfter: 6,
  unavailableBefore: 3,
  unavailableAfter: 3,
  nonsense: 3,
  tokenRefused: 2,
  anothers: 2,
};
type Fault = keyof typeof rates;

/** No empty answer: some protocols say success by one. */
const nonsense: HttpResult[] = [
  answerOf(200, '<html>Welcome to the portal</html>'),
  answerOf(200, '{"status":'),
  answerOf(200, '{}'),
  answerOf(201, '[]'),
  answerOf(200, 'null'),
];

/** `refused`: the provider's answer to a token that is no longer good; absent: it has no tokens. */
export function createFaultyHttp(
  real: Http,
  random: () => number,
  refused: HttpResult | undefined,
): Http {
  /**
   * The last answer to each kind of call: what a mixed-up provider would give to the next caller.
   */
  const earlier = new Map<string, HttpResult>();
  return async (request) => {
    const key = `${request.method} ${pathOf(request).replaceAll(/[0-9a-f-]{8,}|[0-9]+/gi, '*')}`;
    const previous = earlier.get(key);
    const fault = chooseFault(random);
    switch (fault) {
      case 'notSent':
        return { kind: 'not_sent', cause: 'no route to host' };
      case 'lostBefore':
        return { kind: 'lost', cause: 'timeout' };
      case 'unavailableBefore':
        return answerOf(503, 'Service Unavailable');
      case 'tokenRefused':
        if (refused === undefined || isTokenCall(request)) break;
        return refused;
      default:
        break;
    }
    const answer = await real(request);
    if (answer.kind !== 'answer') return answer;
    // Only an answer that says what it is about can be told from our own.
    if (/amount/i.test(answer.body.toString())) earlier.set(key, answer);
    switch (fault) {
      case 'lostAfter':
        return { kind: 'lost', cause: 'connection' };
      case 'unavailableAfter':
        return answerOf(502, '<html>Bad gateway</html>');
      case 'nonsense':
        return nonsense[Math.floor(random() * nonsense.length)]!;
      case 'anothers':
        return isTokenCall(request) ? answer : (previous ?? answer);
      default:
        return answer;
    }
  };
}

function chooseFault(random: () => number): Fault | null {
  let lot = random() * 100;
  for (const [fault, rate] of Object.entries(rates)) {
    lot -= rate;
    if (lot < 0) return fault as Fault;
  }
  return null;
}

const pathOf = ({ url }: HttpRequest): string => new URL(url).pathname;
const isTokenCall = (request: HttpRequest): boolean => /token|oauth/i.test(pathOf(request));

function answerOf(status: number, body: string): HttpResult {
  return { kind: 'answer', status, headers: {}, body: Buffer.from(body) };
}
