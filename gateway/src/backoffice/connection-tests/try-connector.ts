// Tests a connector as it is configured: its own check, the way to the provider step by step, and
// the provider's most harmless call. No money, no message, no transaction.

import type {
  HttpRequest,
  HttpResult,
  ConnectionTest,
  ConnectionTestResult,
  FilePlace,
  FileProtocol,
} from '@jokko/connectors/kit';
import type { FileTransport } from '../../platform/file-transport/index.ts';
import {
  checkConnectorConfig,
  passingContext,
  type Configurable,
  type Configured,
  type ValueSources,
} from '../../platform/documents/index.ts';
import { reach } from '../../platform/outbound/reach.ts';
import type { Trust } from '../../platform/outbound/tls.ts';
import { environment } from '../../platform/environment.ts';
import { valueWithin } from '../../platform/system/deadline.ts';

/** `provider`: the harmless call. */
export type ConnectionTestStepName =
  'configuration' | 'name' | 'connection' | 'encryption' | 'provider';
export interface ConnectionTestStep {
  step: ConnectionTestStepName;
  ok: boolean;
  /** For people, without secrets: an address, a balance, the code of an error. */
  detail: string;
  /** Why the provider's answer is none; null for other steps and when it is well. */
  why: Exclude<ConnectionTestResult, { ok: true }>['why'] | null;
  tookMs: number;
}

export interface ConnectionTestDeps extends Trust {
  connectors: { readonly [name: string]: Configurable };
  sources: ValueSources;
  call(request: HttpRequest): Promise<HttpResult>;
  /** Reaches the place where a route exchanges files. Throws when it cannot. */
  openPlace(place: FilePlace): Promise<FileTransport>;
}

const reachTimeoutMs = 10_000;
const callTimeoutMs = 15_000;

/** What every connector's connection test takes, whatever protocol it speaks. */
type AnyConnectionTest = ConnectionTest<object, object>;
type AnyFiles = Pick<FileProtocol<object>, 'place'>;

const detailMax = 300;

/** Every step up to the first that fails. Never throws for a provider's misbehaviour. */
export async function testConnector(
  deps: ConnectionTestDeps,
  entry: Configured,
): Promise<ConnectionTestStep[]> {
  const { problems, connector, config } = checkConnectorConfig(
    entry,
    deps.connectors,
    deps.sources,
  );
  const reported = problems
    .map(({ path, message }) => `${path.replace(/^config\//, '')}: ${message}`)
    .join('; ');
  const steps: ConnectionTestStep[] = [
    { step: 'configuration', ok: problems.length === 0, detail: reported, why: null, tookMs: 0 },
  ];
  const connectionTest = (connector as { connectionTest?: AnyConnectionTest } | null)
    ?.connectionTest;
  if (problems.length > 0) return steps;
  const files = (connector as { files?: AnyFiles } | null)?.files;
  if (files !== undefined) return [...steps, await visit(deps, files.place(config))];
  if (connectionTest === undefined) return steps;
  const reached = await reach(connectionTest.target(config), deps, reachTimeoutMs);
  steps.push(...reached.map((step) => ({ ...step, why: null })));
  if (reached.every(({ ok }) => ok)) steps.push(await callProvider(deps, connectionTest, config));
  return steps;
}

/** At a provider of files its place is reached and its folder read; nothing is put there. */
async function visit(deps: ConnectionTestDeps, place: FilePlace): Promise<ConnectionTestStep> {
  const from = environment.monotonic();
  const listing = async (): Promise<ConnectionTestResult> => {
    const transport = await deps.openPlace(place);
    try {
      return { ok: true, said: `${(await transport.list()).length} files wait to be read` };
    } finally {
      await transport.close();
    }
  };
  const listed = listing().catch((error: unknown): ConnectionTestResult => ({
    ok: false,
    why: 'no answer',
    said: String(error),
  }));
  const result = await valueWithin(listed, callTimeoutMs, noAnswer);
  return {
    step: 'provider',
    ok: result.ok,
    detail: result.said.slice(0, detailMax),
    why: result.ok ? null : result.why,
    tookMs: Math.round(environment.monotonic() - from),
  };
}

async function callProvider(
  deps: ConnectionTestDeps,
  connectionTest: AnyConnectionTest,
  config: object,
): Promise<ConnectionTestStep> {
  const from = environment.monotonic();
  const context = passingContext(config, (request) =>
    deps.call({ ...request, timeoutMs: Math.min(request.timeoutMs, callTimeoutMs) }),
  );
  const result = await valueWithin(connectionTest.call(context), callTimeoutMs, noAnswer);
  return {
    step: 'provider',
    ok: result.ok,
    detail: result.said,
    why: result.ok ? null : result.why,
    tookMs: Math.round(environment.monotonic() - from),
  };
}

const noAnswer: ConnectionTestResult = { ok: false, why: 'no answer', said: 'timeout' };
