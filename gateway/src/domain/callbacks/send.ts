// What does one delivery attempt do? One POST with a deadline for everything; only HTTP 200 is success (rule C4).

import type { Agent } from 'undici';
import { deadlineOf, errorCode, readBounded } from '../../outbound/http-client.ts';
import { classOfErrorCode, classOfStatus, type ErrorClass } from './error-class.ts';

/** The interface gives the receiver 15 s in all: name, connection, TLS, head and body. */
export const callbackTimeoutMs = 15_000;
/** More of an answer is never read. */
const answerMaxBytes = 16_384;

export interface Sent {
  httpStatus: number | null;
  /** Null when delivered. */
  errorClass: ErrorClass | null;
  durationMs: number;
}

/** Sends the frozen body. Never throws. */
export async function sendCallback(agent: Agent, url: string, body: string, timeoutMs = callbackTimeoutMs): Promise<Sent> {
  const startedAt = performance.now();
  const deadline = deadlineOf(timeoutMs);
  const spentMs = () => Math.round(performance.now() - startedAt);
  try {
    const target = new URL(url);
    const response = await agent.request({
      origin: target.origin,
      path: target.pathname + target.search,
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'Jokko' },
      body,
      signal: deadline.signal,
    });
    await readBounded(response.body, answerMaxBytes);
    return { httpStatus: response.statusCode, errorClass: classOfStatus(response.statusCode), durationMs: spentMs() };
  } catch (error) {
    const errorClass = deadline.signal.aborted ? 'timeout' : classOfErrorCode(errorCode(error));
    return { httpStatus: null, errorClass, durationMs: spentMs() };
  } finally {
    deadline.clear();
  }
}
