// Turns what a bank says about a transfer into an outcome, or into a doubt where it proves nothing.

import { finalError, sandboxRow } from '@jokko/connectors/kit';
import type { OutcomeOfAll, ProviderError } from '@jokko/connectors/kit';
import type { BankFileConfig } from './config.ts';
import { reasonRow } from './reason-table.ts';
import type { BankOperation } from './reason-table.ts';
import { meaningOf } from './status-table.ts';
import { childrenOf, textAt } from '@jokko/connectors/kit/xml';
import type { XmlElement } from '@jokko/connectors/kit/xml';

/** A status with the bank's reasons for it. */
export interface Told {
  status: string;
  /** ISO codes, or the bank's own. */
  codes: string[];
  /** The bank's own words. */
  text: string;
}
export type Result = { outcome: OutcomeOfAll } | { doubt: string } | null;

const working: Result = { outcome: { kind: 'pending', stage: 'provider' } };
const done: Result = { outcome: { kind: 'succeeded' } };

/** The reasons that stand in an element; `wrapper` is where the schema puts them. */
export function readReasons(
  element: XmlElement,
  wrapper: 'StsRsnInf' | 'RtrInf',
): Pick<Told, 'codes' | 'text'> {
  const reasons = childrenOf(element, wrapper);
  return {
    codes: reasons.flatMap((each) => textAt(each, 'Rsn/Cd') ?? textAt(each, 'Rsn/Prtry') ?? []),
    text: reasons
      .flatMap((each) => childrenOf(each, 'AddtlInf').map(({ text }) => text))
      .join(' ')
      .slice(0, textMax),
  };
}

/** So much is kept of what a bank writes. */
const textMax = 200;

/** Null: the status says nothing about a transfer. */
export function resultOf(config: BankFileConfig, told: Told): Result {
  const meaning = meaningOf(told.status);
  switch (meaning) {
    case undefined:
      return { doubt: `status ${told.status.slice(0, 35)} is not in the table` };
    case 'partly':
      return null;
    case 'received':
    case 'working':
      return working;
    case 'debited':
      return config.successStatus === 'ACCC' ? working : done;
    case 'credited':
      return done;
    case 'refused':
    case 'canceled': {
      const error = errorOf(config, 'transfer', told);
      return 'doubt' in error ? error : { outcome: { kind: 'failed', error, executed: 'no' } };
    }
  }
}

/** The reason as an entry of our catalogue; a doubt where the bank has had the transfer before. */
export function errorOf(
  config: BankFileConfig,
  operation: BankOperation,
  { status, codes, text }: Told,
): ProviderError | { doubt: string } {
  const rows = codes.map((code) => [code, rowOf(config, operation, code)] as const);
  const provider = codes.length === 0 ? status : `${status} ${codes.join(' ')}`;
  if (rows.some(([, row]) => row === 'duplicate'))
    return {
      doubt: `${provider}: the bank has had this before, and the first one may be executed`,
    };
  // Without a reason, "narrative": the refusal itself is documented.
  const told = codes.length === 0 ? [rowOf(config, operation, 'NARR')] : rows.map(([, row]) => row);
  const row = told.find((each) => typeof each === 'object');
  const reason = codes.length === 0 ? undefined : provider;
  return finalError(row, { status, reason, message: text === '' ? undefined : text });
}

const sandboxReason = /^JOKKO([0-9]{3})$/;

function rowOf(config: BankFileConfig, operation: BankOperation, code: string) {
  const found = config.sandbox ? sandboxReason.exec(code) : null;
  return found === null ? reasonRow(operation, code) : (sandboxRow(Number(found[1])) ?? undefined);
}
