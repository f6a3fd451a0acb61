// Stands between the gateway and an SMS connector that was written elsewhere. What it throws, what
// it answers that is no answer, and what it never answers becomes an unknown outcome, a notice that
// comes again, or a session that has no room.

import { defined } from '@jokko/contract';
import {
  callEnded,
  smsBalanceProblem,
  smsCapabilityProblems,
  smsInboundProblem,
  smsReceiptProblem,
  smsReceivedProblem,
  standingBefore,
  type ConnectionTestResult,
  type SmsConnector,
  type SmsContext,
  type SmsEvents,
  type SmsReceipt,
  type SmsReceived,
} from '@jokko/connectors/kit';
import { valueWithin } from '../../platform/system/deadline.ts';
import { hiding, pureCall, redacting, secretsOf, textOf, type Report } from './guard-call.ts';
import { guardConfig, type ConfigGuard } from './guard-config.ts';
import { closedSession, guardSession } from './guard-session.ts';

type Context = Parameters<SmsConnector['open']>[0];
type Config = Context['config'];

/**
 * A connection test and a question about unproven receipts end by then, whatever the connector
 * does.
 */
const callMaxMs = 60_000;
const requestMaxMs = 60_000;

/** The connector as the gateway uses it. `report` writes into the log. */
export function guardSmsConnector(connector: SmsConnector, report: Report): SmsConnector {
  const config = guardConfig(connector, report, smsCapabilityProblems);
  const { receive, confirm, find, findById, connectionTest } = connector;
  const guard: Guard = { connector, report, configOf: config.configOf };
  return {
    name: connector.name,
    configForm: structuredClone(connector.configForm),
    ...defined({
      goLive: connector.goLive === undefined ? undefined : structuredClone(connector.goLive),
    }),
    capabilities: config.capabilitiesOf,
    checkConfig: config.checkConfig,
    open: (context, events) => open(guard, context, events, config.capabilitiesOf(context.config)),
    ...(receive === undefined
      ? {}
      : {
          receive: (own, notice) =>
            take(guard, () => receive({ ...own, config: config.configOf(own.config) }, notice)),
        }),
    ...(confirm === undefined
      ? {}
      : {
          confirm: (context, unproven) =>
            askedReceipts(guard, 'confirm', context, (own) => confirm(own, unproven)),
        }),
    ...(find === undefined
      ? {}
      : {
          find: (context, ourRefs) =>
            askedReceipts(guard, 'find', context, (own) => find(own, ourRefs)),
        }),
    ...(findById === undefined
      ? {}
      : {
          findById: (context, ids) =>
            askedReceipts(guard, 'findById', context, (own) => findById(own, ids)),
        }),
    ...guardBalance(guard),
    ...(connectionTest === undefined
      ? {}
      : {
          connectionTest: {
            target: (each) => connectionTest.target(config.configOf(each)),
            async call(context): Promise<ConnectionTestResult> {
              const told = await called(guard, 'connectionTest', context, (own) =>
                connectionTest.call(own),
              );
              const hide = hidingOf(guard, context);
              return typeof told?.ok === 'boolean' && typeof told.said === 'string'
                ? { ...told, said: hide(told.said) }
                : { ok: false, why: 'strange', said: 'the connection test gave no answer' };
            },
          },
        }),
  };
}

/** What the carrier was asked for; null where what was told is none. */
async function askedReceipts(
  guard: Guard,
  member: 'confirm' | 'find' | 'findById',
  context: Context,
  ask: (own: Context) => Promise<SmsReceipt[] | null>,
): Promise<SmsReceipt[] | null> {
  const told = await called(guard, member, context, ask);
  const problem = Array.isArray(told)
    ? told.map(smsReceiptProblem).find((each) => each !== null)
    : null;
  if (typeof problem === 'string')
    guard.report('error', `${guard.connector.name}: ${member} answered no receipt: ${problem}`);
  return Array.isArray(told) && problem === undefined ? told : null;
}

/** What is no balance is none that could be read. */
function guardBalance(guard: Guard): Pick<SmsConnector, 'balance'> {
  const { connector, report } = guard;
  const { balance } = connector;
  if (balance === undefined) return {};
  return {
    async balance(context) {
      const told = await called(guard, 'balance', context, (own) => balance(own));
      const problem = told === null ? null : smsBalanceProblem(told);
      const hide = hidingOf(guard, context);
      if (told !== null && problem === null)
        return told.ok ? told : { ...told, said: hide(told.said) };
      if (problem !== null) report('error', `${connector.name}: balance: ${problem}`);
      return { ok: false, why: 'strange', said: 'the connector told no balance' };
    },
  };
}

interface Guard extends Pick<ConfigGuard<unknown>, 'configOf'> {
  connector: SmsConnector;
  report: Report;
}

/** Takes the secrets of a connection out of what people read. */
const hidingOf = ({ connector }: Guard, { config }: Context) =>
  hiding(secretsOf(connector, config));

/** `hasEnded`: nothing leaves any more. */
function contextOf(
  { connector, configOf }: Guard,
  context: Context,
  hasEnded: () => boolean,
): Context {
  return {
    ...context,
    config: configOf(context.config),
    log: redacting(
      (level, message, details) => context.log(level, `${connector.name}: ${message}`, details),
      secretsOf(connector, context.config),
    ),
    http: standingBefore(context.http, async (request) =>
      hasEnded()
        ? { kind: 'not_sent', cause: callEnded }
        : context.http({
            ...request,
            timeoutMs: Math.min(Number(request.timeoutMs) || requestMaxMs, requestMaxMs),
            mayLeave: () => !hasEnded() && request.mayLeave?.() !== false,
          }),
    ),
  };
}

/** Null when it throws, or is not back in time. */
async function called<T>(
  guard: Guard,
  member: string,
  context: Context,
  call: (own: Context) => Promise<T>,
): Promise<T | null> {
  let hasEnded = false;
  const own = contextOf(guard, context, () => hasEnded);
  const work = Promise.resolve()
    .then(async () => structuredClone(await call(own)))
    .catch((error: unknown) => {
      own.log('error', `${member} threw ${textOf(error)}`);
      return null;
    });
  const told = await valueWithin<T | null>(work, callMaxMs, null);
  hasEnded = true;
  return told;
}

/** A notice that the connector cannot take is not acknowledged, so that it comes again. */
function take({ connector, report }: Guard, receive: () => SmsReceived): SmsReceived {
  try {
    const received = pureCall(`${connector.name}: receive`, report, () =>
      structuredClone(receive()),
    );
    const problem = smsReceivedProblem(received);
    if (problem === null) return received;
    report('error', `${connector.name}: receive answered no receipt: ${problem}`);
  } catch (error) {
    report('error', textOf((error as Error).message));
  }
  return { reply: { status: 500 }, receipts: [], inbound: [] };
}

function open(guard: Guard, context: Context, events: SmsEvents, limits: { window: number }) {
  const { connector } = guard;
  let isClosed = false;
  const own: SmsContext<Config> = contextOf(guard, context, () => isClosed);
  const report: Report = (level, message) => own.log(level, message);
  try {
    const session = pureCall('open', report, () => connector.open(own, checkedEvents(events)));
    return guardSession(session, {
      window: limits.window,
      report,
      hide: hidingOf(guard, context),
      onClosed: () => void (isClosed = true),
    });
  } catch (error) {
    report('error', textOf((error as Error).message));
    return closedSession('the connector opened no session');
  }
}

/** What is none is rejected, so that the connector does not acknowledge it. */
function checkedEvents(events: SmsEvents): SmsEvents {
  const checked =
    <Each>(problemOf: (value: unknown) => string | null, store: (each: Each) => Promise<void>) =>
    async (each: Each): Promise<void> => {
      const problem = problemOf(each);
      if (problem !== null) throw new Error(problem);
      await store(structuredClone(each));
    };
  return {
    receipt: checked(smsReceiptProblem, events.receipt),
    inbound: checked(smsInboundProblem, events.inbound),
    late: (ourRef, id) => events.late(String(ourRef), String(id)),
    changed: () => events.changed(),
  };
}
