// Stands between the gateway and a connector that was written elsewhere. What it throws, what it
// answers that is no answer, and what it never answers becomes what the gateway knows how to
// handle: an unknown outcome, a refusal before anything is sent, a notice that is sent again.

import { defined } from '@jokko/contract';
import {
  capabilityProblems,
  errorIds,
  outcomeProblem,
  providerErrorProblem,
  receiptProblem,
  refusalRow,
  type Connector,
  type Intent,
  type Notice,
  type Outcome,
  type Prepared,
  type ProviderError,
  type QueryOutcome,
  type Receipt,
  type Refs,
} from '@jokko/connectors/kit';
import {
  boundedCall,
  ConnectorFault,
  pureCall,
  redacting,
  secretsOf,
  textOf,
  type AnyContext,
  type Report,
} from './guard-call.ts';
import { guardConfig } from './guard-config.ts';
import { guardReads } from './guard-reads.ts';
import type { Guard } from './guard-type.ts';
import { preparedProblem } from './prepared.ts';

type Config = AnyContext['config'];

/** The reference of a request that is made to see whether it can be, and not stored. */
const noRef = '00000000-0000-4000-8000-000000000000';
const outcomeKinds = ['pending', 'succeeded', 'failed', 'not_sent', 'unknown'] as const;
const queryKinds = [...outcomeKinds, 'absent', 'reversed'] as const;

/** The connector as the gateway uses it. `report` writes into the log. */
export function guardConnector(connector: Connector, report: Report): Connector {
  const guard = openGuard(connector, report);
  const { configOf, capabilitiesOf } = guard;
  const pure = <T>(member: string, call: () => T): T =>
    pureCall(`${connector.name}: ${member}`, report, call);
  return {
    name: connector.name,
    configForm: structuredClone(connector.configForm),
    ...defined({
      goLive: connector.goLive === undefined ? undefined : structuredClone(connector.goLive),
    }),
    capabilities: capabilitiesOf,
    checkConfig: guard.checkConfig,
    validate: (config, intent) => validate(guard, config, intent),
    prepare: (config, intent, ourRef) =>
      checkedPrepared(
        connector,
        pure('prepare', () => connector.prepare(configOf(config), intent, ourRef)),
        ourRef,
      ),
    receive: (config, notice) => receive(guard, config, notice),
    ...guardSteps(guard),
    ...guardSends(guard),
    ...guardReads(guard),
    ...(connector.isParty === undefined
      ? {}
      : {
          // A party that cannot be compared is nobody of ours: the result becomes a case.
          isParty(intent: Intent, party: string): boolean {
            try {
              return pure('isParty', () => connector.isParty!(intent, party)) === true;
            } catch (error) {
              report('error', textOf((error as Error).message));
              return false;
            }
          },
        }),
  };
}

function openGuard(connector: Connector, report: Report): Guard {
  const guarded = guardConfig(connector, report, (told) => capabilityProblems(told, connector));
  return {
    connector,
    report,
    ...guarded,
    contextOf: (context) => ({
      ...context,
      config: guarded.configOf(context.config),
      log: redacting(
        (level, message, details) => context.log(level, `${connector.name}: ${message}`, details),
        secretsOf(connector, context.config),
      ),
    }),
  };
}

/** What the connector itself gets wrong is refused here, before there is an operation. */
function validate(guard: Guard, config: Config, intent: Intent): ProviderError | null {
  const { connector, report, configOf } = guard;
  try {
    return pureCall(`${connector.name}: validate`, report, () => {
      const refusal: unknown = connector.validate(configOf(config), intent) ?? null;
      if (refusal === null) {
        checkedPrepared(connector, connector.prepare(configOf(config), intent, noRef), noRef);
        return null;
      }
      const problem = providerErrorProblem(refusal);
      if (problem !== null) throw new ConnectorFault(problem);
      return refusal as ProviderError;
    });
  } catch (error) {
    const message = textOf((error as Error).message);
    report('error', message);
    return {
      ...refusalRow(errorIds.operatorDown, 'otherRoute', 'config'),
      provider: 'connector fault',
      message,
    };
  }
}

function checkedPrepared(connector: Connector, prepared: Prepared, ourRef: string): Prepared {
  const problem = preparedProblem(prepared, ourRef);
  if (problem !== null) throw new ConnectorFault(`${connector.name}: a stored request ${problem}`);
  return structuredClone(prepared);
}

/** A notice that the connector cannot take is not acknowledged, so that it comes again. */
function receive(guard: Guard, config: Config, notice: Notice): Receipt {
  const { connector, report, configOf } = guard;
  try {
    const receipt = pureCall(`${connector.name}: receive`, report, () =>
      structuredClone(connector.receive(configOf(config), notice)),
    );
    const problem = receiptProblem(receipt);
    if (problem === null) return receipt;
    report('error', `${connector.name}: receive answered no receipt: ${problem}`);
  } catch (error) {
    report('error', textOf((error as Error).message));
  }
  return { reply: { status: 500 }, events: [] };
}

/** Everything that answers with an outcome. */
function guardSends(guard: Guard): Pick<Connector, 'execute' | 'query'> & Partial<Connector> {
  const { connector } = guard;
  const { cancel, executeRefund, queryRefund } = connector;
  const sent = (member: string, context: AnyContext, refs: Refs, call: Call<Outcome>) =>
    outcomeOf(guard, { member, context, refs, kinds: outcomeKinds }, call) as Promise<Outcome>;
  const asked = (member: string, context: AnyContext, refs: Refs, call: Call<QueryOutcome>) =>
    outcomeOf(guard, { member, context, refs, kinds: queryKinds }, call);
  return {
    execute: (context, intent, prepared, how) =>
      sent('execute', context, prepared.refs, (own) =>
        connector.execute(own, intent, prepared, how),
      ),
    query: (context, intent, refs) =>
      asked('query', context, refs, (own) => connector.query(own, intent, refs)),
    ...(cancel === undefined
      ? {}
      : {
          cancel: (context, intent, refs) =>
            asked('cancel', context, refs, (own) => connector.cancel!(own, intent, refs)),
        }),
    ...(executeRefund === undefined
      ? {}
      : {
          executeRefund: (context, intent, prepared, how) =>
            sent('executeRefund', context, prepared.refs, (own) =>
              connector.executeRefund!(own, intent, prepared, how),
            ),
        }),
    ...(queryRefund === undefined
      ? {}
      : {
          queryRefund: (context, intent, refs) =>
            asked('queryRefund', context, refs, (own) => connector.queryRefund!(own, intent, refs)),
        }),
    ...(connector.executeStep === undefined
      ? {}
      : {
          executeStep: (context, intent, prepared, input) =>
            sent('executeStep', context, prepared.refs, (own) =>
              connector.executeStep!(own, intent, prepared, input),
            ),
        }),
  };
}

/** The further stored requests. */
function guardSteps({ connector, report, configOf }: Guard): Partial<Connector> {
  const checked = (member: string, ourRef: string, call: () => Prepared | ProviderError) => {
    const told = pureCall(`${connector.name}: ${member}`, report, call);
    return 'retryable' in told && providerErrorProblem(told) === null
      ? told
      : checkedPrepared(connector, told as Prepared, ourRef);
  };
  return {
    ...(connector.prepareRefund === undefined
      ? {}
      : {
          prepareRefund: (config, intent, original, ourRef) =>
            checkedPrepared(
              connector,
              pureCall(`${connector.name}: prepareRefund`, report, () =>
                connector.prepareRefund!(configOf(config), intent, original, ourRef),
              ),
              ourRef,
            ),
        }),
    ...(connector.prepareStep === undefined
      ? {}
      : {
          prepareStep: (config, intent, refs, ourRef, input) =>
            checked('prepareStep', ourRef, () =>
              connector.prepareStep!(configOf(config), intent, refs, ourRef, input),
            ),
        }),
  };
}

type Call<T> = (own: AnyContext) => Promise<T>;

/** Its outcome, if it is one; else nobody knows, and the connector's own way out is taken. */
async function outcomeOf(
  guard: Guard,
  asked: {
    member: string;
    context: AnyContext;
    refs: Refs;
    kinds: readonly QueryOutcome['kind'][];
  },
  call: Call<QueryOutcome>,
): Promise<QueryOutcome> {
  const { connector, capabilitiesOf, contextOf } = guard;
  const { member, context, refs, kinds } = asked;
  const { limits, resolution } = capabilitiesOf(context.config);
  const what = `${connector.name}: ${member}`;
  try {
    const own = contextOf(context);
    const bounds = { context: own, timeoutMs: limits.timeoutMs, what };
    const outcome = await boundedCall(bounds, async (held) => structuredClone(await call(held)));
    const problem = outcomeProblem(outcome, refs.ours, kinds);
    if (problem === null) return outcome;
    context.log('error', `${what} answered no outcome: ${problem}`, { ref: refs.ours });
  } catch (error) {
    context.log('error', textOf((error as Error).message), { ref: refs.ours });
  }
  return { kind: 'unknown', refs, cause: 'ambiguous', resolve: resolution };
}
