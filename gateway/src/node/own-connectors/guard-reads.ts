// Bounds the reads of a connector that was written elsewhere. They move no money: one that fails is
// refused or thrown, as the gateway expects it of each.

import {
  errorIds,
  providerErrorProblem,
  refusalRow,
  type Connector,
  type ConnectionTestResult,
  type ProviderError,
} from '@jokko/connectors/kit';
import { boundedCall, ConnectorFault, textOf, type AnyContext } from './guard-call.ts';
import type { Guard } from './guard-type.ts';

/** A day of a busy provider, and the catalogue of an aggregator. */
const rowsMax = 1_000_000;

export function guardReads(guard: Guard): Partial<Connector> {
  const { connector } = guard;
  return {
    ...guardLists(guard),
    ...guardRows(guard),
    ...(connector.balance === undefined
      ? {}
      : {
          balance: (context) =>
            bounded(guard, 'balance', context, (own) => connector.balance!(own), isBalances),
        }),
    ...(connector.verifyRecipient === undefined
      ? {}
      : {
          verifyRecipient: (context, intent) =>
            bounded(
              guard,
              'verifyRecipient',
              context,
              (own) => connector.verifyRecipient!(own, intent),
              ({ exists }) => ['yes', 'no', 'unknown'].includes(exists),
            ),
        }),
    ...(connector.health === undefined
      ? {}
      : {
          health: (context) =>
            bounded(
              guard,
              'health',
              context,
              (own) => connector.health!(own),
              (told) => ['up', 'degraded', 'down'].includes(told),
            ).catch(() => 'down' as const),
        }),
    ...guardConnectionTest(guard),
  };
}

/**
 * A refusal of these is an answer, and a fault is one: the developer is told that the provider
 * cannot be asked.
 */
function guardLists(guard: Guard): Partial<Connector> {
  const { connector } = guard;
  const { listBills, quote, inquiry } = connector;
  return {
    ...(listBills === undefined
      ? {}
      : {
          listBills: (context, codeService, accountNumber) =>
            answered(
              guard,
              'listBills',
              context,
              (own) => connector.listBills!(own, codeService, accountNumber),
              (told) => 'bills' in told && told.bills.every(isBill),
            ),
        }),
    ...(quote === undefined
      ? {}
      : {
          quote: (context, order) =>
            answered(
              guard,
              'quote',
              context,
              (own) => connector.quote!(own, order),
              (told) => 'quote' in told && typeof told.quote === 'object',
            ),
        }),
    ...(inquiry === undefined
      ? {}
      : {
          inquiry: (context, codeService, referenceNumber) =>
            answered(
              guard,
              'inquiry',
              context,
              (own) => connector.inquiry!(own, codeService, referenceNumber),
              (told) => 'record' in told && typeof told.record === 'object',
            ),
        }),
  };
}

const isBill = (bill: { amount: unknown; billReference: unknown; infos: unknown }): boolean =>
  typeof bill.amount === 'bigint' &&
  bill.amount > 0n &&
  typeof bill.billReference === 'string' &&
  Array.isArray(bill.infos);

const isBalances = (told: { currency: unknown; available: unknown }[]): boolean =>
  Array.isArray(told) &&
  told.every(
    ({ currency, available }) => typeof currency === 'string' && typeof available === 'bigint',
  );

async function bounded<T>(
  { connector, contextOf, capabilitiesOf }: Guard,
  member: string,
  context: AnyContext,
  call: (own: AnyContext) => Promise<T>,
  isWell: (told: T) => boolean,
): Promise<T> {
  const what = `${connector.name}: ${member}`;
  const { timeoutMs } = capabilitiesOf(context.config).limits;
  const told = await boundedCall({ context: contextOf(context), timeoutMs, what }, async (own) =>
    structuredClone(await call(own)),
  );
  if (!isSound(told, isWell)) throw new ConnectorFault(`${what} answered nonsense`);
  return told;
}

/** A check that stumbles over the shape has found it wrong. */
function isSound<T>(told: T, isWell: (told: T) => boolean): boolean {
  try {
    return isWell(told);
  } catch {
    return false;
  }
}

async function answered<T extends object>(
  guard: Guard,
  member: string,
  context: AnyContext,
  call: (own: AnyContext) => Promise<T | { error: ProviderError }>,
  isWell: (told: T) => boolean,
): Promise<T | { error: ProviderError }> {
  try {
    return await bounded(guard, member, context, call, (told) =>
      'error' in told ? providerErrorProblem(told.error) === null : isWell(told),
    );
  } catch (error) {
    context.log('error', textOf((error as Error).message));
    const provider = 'connector fault';
    return { error: { ...refusalRow(errorIds.operatorDown, 'sameAttempt', 'down'), provider } };
  }
}

function guardRows(guard: Guard): Partial<Connector> {
  const { connector } = guard;
  return {
    ...(connector.statement === undefined
      ? {}
      : {
          statement: (context, day) =>
            boundedRows(guard, 'statement', context, (own) => connector.statement!(own, day)),
        }),
    ...(connector.products === undefined
      ? {}
      : {
          products: (context) =>
            boundedRows(guard, 'products', context, (own) => connector.products!(own)),
        }),
  };
}

/** Row by row, each within the time of a call. */
async function* boundedRows<Row, Told>(
  { connector, contextOf, capabilitiesOf }: Guard,
  member: string,
  context: AnyContext,
  call: (own: AnyContext) => AsyncIterable<Row, Told>,
): AsyncGenerator<Row, Told> {
  const what = `${connector.name}: ${member}`;
  const { timeoutMs } = capabilitiesOf(context.config).limits;
  const own = contextOf(context);
  const rows = call(own)[Symbol.asyncIterator]();
  for (let count = 0; ; count += 1) {
    const next = await boundedCall({ context: own, timeoutMs, what }, () => rows.next());
    if (next.done === true) return structuredClone(next.value);
    if (count === rowsMax) throw new ConnectorFault(`${what} has more than ${rowsMax} rows`);
    yield structuredClone(next.value);
  }
}

function guardConnectionTest(guard: Guard): Partial<Connector> {
  const { connectionTest } = guard.connector;
  if (connectionTest === undefined) return {};
  return {
    connectionTest: {
      target: (config) => connectionTest.target(guard.configOf(config)),
      async call(context): Promise<ConnectionTestResult> {
        try {
          return await bounded(
            guard,
            'connectionTest',
            context,
            (own) => connectionTest.call(own),
            ({ ok, said }) => typeof ok === 'boolean' && typeof said === 'string',
          );
        } catch (error) {
          return { ok: false, why: 'strange', said: textOf((error as Error).message) };
        }
      },
    },
  };
}
