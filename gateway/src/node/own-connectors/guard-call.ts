// Bounds one call of a connector that was written elsewhere: it ends in time, whatever the
// connector does, and nothing leaves after its end.

import type { Connector, Context, HttpRequest, HttpResult } from '@jokko/connectors/kit';
import { environment } from '../../platform/environment.ts';
import { startDeadline } from '../../platform/system/deadline.ts';

export type AnyContext = Context<{ [field: string]: unknown }>;
export type Report = (
  level: 'info' | 'warn' | 'error',
  message: string,
  details?: { [name: string]: string | number },
) => void;

/** A pure function that takes longer holds up every other request of the node. */
const pureMaxMs = 50;
const textMaxChars = 500;

/** Thrown where a call has no answer that could stand for "nobody knows". */
export class ConnectorFault extends Error {}

/** A call may fetch a token and be refused once; its requests together get no longer than this. */
export const callMaxMs = (timeoutMs: number): number => 2 * timeoutMs + 1_000;

/**
 * Makes the call with a context of its own. Throws a ConnectorFault when it throws, or is not back
 * in time.
 */
export async function boundedCall<T>(
  { context, timeoutMs, what }: { context: AnyContext; timeoutMs: number; what: string },
  call: (own: AnyContext) => Promise<T>,
): Promise<T> {
  let hasEnded = false;
  const own = contextOf(context, timeoutMs, () => hasEnded);
  const { promise: late, reject } = Promise.withResolvers<never>();
  const maxMs = callMaxMs(timeoutMs);
  const deadline = startDeadline(maxMs, () =>
    reject(new ConnectorFault(`${what} did not return within ${maxMs} ms`)),
  );
  try {
    // In a turn of its own, so that what it throws at once is a rejection too.
    return await Promise.race([Promise.resolve().then(() => call(own)), late]);
  } catch (error) {
    if (error instanceof ConnectorFault) throw error;
    throw new ConnectorFault(`${what} threw ${textOf(error)}`);
  } finally {
    hasEnded = true;
    deadline.stop();
  }
}

/**
 * Its own configuration, unchangeable; requests that end with the call; log lines of bounded size
 * without its secrets.
 */
function contextOf(context: AnyContext, timeoutMs: number, hasEnded: () => boolean): AnyContext {
  const mayStillLeave = (request: HttpRequest) => (): boolean =>
    !hasEnded() && request.mayLeave?.() !== false;
  return {
    config: context.config,
    http(request): Promise<HttpResult> {
      if (hasEnded()) return Promise.resolve({ kind: 'not_sent', cause: 'the call has ended' });
      return context.http({
        ...request,
        timeoutMs: Math.min(Number(request.timeoutMs) || timeoutMs, timeoutMs),
        mayLeave: mayStillLeave(request),
      });
    },
    now: () => context.now(),
    log: (level, message, details) => context.log(level, message, details),
    card: (handle) => (hasEnded() ? null : context.card(handle)),
    token: (key, fetch, refused) => context.token(key, fetch, refused),
  };
}

/**
 * Calls a pure function. What it throws becomes a ConnectorFault; that it is slow is reported,
 * since it cannot be interrupted.
 */
export function pureCall<T>(what: string, report: Report, call: () => T): T {
  const from = environment.monotonic();
  try {
    return call();
  } catch (error) {
    throw new ConnectorFault(`${what} threw ${textOf(error)}`);
  } finally {
    const tookMs = environment.monotonic() - from;
    if (tookMs > pureMaxMs)
      report('warn', `${what} held up the node`, { tookMs: Math.round(tookMs), pureMaxMs });
  }
}

/** A text that may go into the log. Anything can be thrown, also what turns into no text. */
export function textOf(value: unknown): string {
  try {
    return String(value).slice(0, textMaxChars);
  } catch {
    return 'what is no text';
  }
}

/**
 * Values of the secret fields of a configuration, as far as they are long enough to be recognised.
 */
export function secretsOf(
  { configForm }: Pick<Connector, 'configForm'>,
  config: AnyContext['config'],
): string[] {
  return configForm
    .filter(({ type }) => type === 'secret')
    .map(({ name }) => config[name])
    .filter(
      (value): value is string => typeof value === 'string' && value.length >= secretMinChars,
    );
}
const secretMinChars = 4;

export const hiding =
  (secrets: readonly string[]) =>
  (text: string): string =>
    secrets.reduce((left, secret) => left.replaceAll(secret, '***'), text);

/** Writes down what a connector says, without its secrets and of bounded size. */
export function redacting(report: Report, secrets: readonly string[]): Report {
  const hide = hiding(secrets);
  const clean = (text: string): string => hide(text).slice(0, textMaxChars);
  return (level, message, details = {}) =>
    report(
      level,
      clean(String(message)),
      Object.fromEntries(
        Object.entries(details)
          .slice(0, detailsMax)
          .map(([name, value]) => [
            clean(name),
            typeof value === 'number' ? value : clean(String(value)),
          ]),
      ),
    );
}
const detailsMax = 20;
