// Runs a node: starts what it needs (database, schema, sandbox) and the gateway, prints where it
// listens, and on SIGTERM finishes what it has begun before it exits.

import { openLog } from '../../platform/log.ts';
import { doneWithin } from '../../platform/system/done-within.ts';
import { untilStopped } from '../../platform/system/signals.ts';
import { requireConfig } from './command-context.ts';
import { StartAgain } from '../../cli/errors.ts';
import { beginRun, endRun, freshRunFollows, keepForNextRun } from '../start/fresh-run.ts';
import { removedSettings } from '../config/config.ts';
import { isOneOfSeveral } from '../start/one-of-several.ts';
import { startNode, type StartedNode } from '../start/start-node.ts';
import { logFormOf } from '../start/log-form.ts';
import type { Output } from '../../cli/output.ts';
import { portalLink } from '../start/portal-link.ts';
import { welcome } from './cli-serve-welcome.ts';
import { environment } from '../../platform/environment.ts';

/**
 * A node that does not serve yet has nothing to finish. Long enough to end what it started; where
 * it hangs, that is ended after its death.
 */
const abandonMaxMs = 5_000;
const failedEndMs = 2_000;

/** Never returns: the process exits when it is stopped. */
export async function runNode(output: Output): Promise<number> {
  const config = requireConfig();
  const log = openLog(config.logLevel, config.nodeId, logFormOf(config));
  if (!isOneOfSeveral()) for (const sentence of removedSettings()) log.warn(sentence);
  process.on('unhandledRejection', (reason) => {
    // Unknown state is not served from: everything acknowledged is in the database, and another
    // start takes it over.
    log.fatal(
      { error: reason instanceof Error ? reason.stack : String(reason) },
      'unhandled rejection',
    );
    process.exit(1);
  });
  // Listens from the beginning: a node that is stopped while it starts must take down what it
  // brought up.
  const stopped = untilStopped(log);
  const abandon = new AbortController();
  const pauseMs = beginRun(config.supervised);
  const starting = environment
    .sleep(pauseMs, { signal: abandon.signal })
    .then(() => startNode(config, log, abandon.signal));
  const reported = starting.then((node) => {
    keepForNextRun({ PORT: new URL(node.listening).port || String(config.port) });
    report(node, output);
  });
  reported.catch((error: unknown) => {
    endSoon();
    if (!(error instanceof StartAgain) || !freshRunFollows()) return;
    log.warn(error.message);
    endRun(error.exitCode);
  });
  const stoppedFirst = await Promise.race([reported.then(() => false), stopped.then(() => true)]);
  if (stoppedFirst) {
    abandon.abort();
    await doneWithin(abandonMaxMs, endStarted(starting));
  } else {
    await stopped;
    await (await starting).stop();
  }
  // Whatever still holds the event loop has nothing left to do.
  process.exit(0);
}

/**
 * A start that failed midway may leave what holds the event loop; whoever supervises the node waits
 * for its end.
 */
function endSoon(): void {
  environment.startTimer(() => process.exit(process.exitCode ?? 1), failedEndMs).unref();
}

/** A start that was abandoned fails; one that was nearly done succeeds all the same. */
async function endStarted(starting: Promise<StartedNode>): Promise<void> {
  const node = await starting.catch(() => null);
  await node?.stop();
}

/** Says where a node listens, and what of its first start is said once. */
export function report(
  { config, listening, account, firstOperator }: Omit<StartedNode, 'stop'>,
  output: Output,
): void {
  const baseUrl = config.publicUrl ?? listening;
  const portal = {
    portalUrl: `${baseUrl}/`,
    firstOperatorLink:
      firstOperator === null ? null : portalLink(baseUrl, 'first-operator', firstOperator),
  };
  const value = {
    baseUrl,
    docsUrl: `${baseUrl}/docs`,
    ...portal,
    listening,
    mode: config.mode,
    simulatorUrl: config.simulatorUrl,
    ...account,
  };
  output.result(value, () => welcome({ baseUrl, ...portal, mode: config.mode, account }));
}
