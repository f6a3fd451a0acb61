// Checks the shape of an SMS connector that was written elsewhere, and what it answers.

import { formProblems, shapeProblems, testProblems } from './check-connector.ts';
import { smsGoLiveProblems } from './go-live.ts';
import { smsBusyCauses, smsReceiptStates, smsRefusals, smsUnknownCauses } from './sms.ts';
import { isPartId } from './sms-part-id.ts';
import { asObject, type JsonObject } from './wire-json.ts';

const requiredFunctions = ['capabilities', 'checkConfig', 'open'] as const;
const optionalFunctions = ['receive', 'confirm', 'find', 'findById', 'balance'] as const;

/**
 * Whether what a package exports is meant as an SMS connector: it opens sessions, and prepares no
 * orders.
 */
export const looksLikeSmsConnector = (value: unknown): boolean => {
  const connector = asObject(value);
  return connector !== null && 'open' in connector && !('prepare' in connector);
};

/**
 * Everything that is wrong with it, as sentences; empty: it can be used. Calls none of its
 * functions.
 */
export function smsConnectorProblems(value: unknown): string[] {
  const { connector, problems } = shapeProblems(value, requiredFunctions, optionalFunctions);
  if (connector === null) return problems;
  if (connector['confirm'] !== undefined && connector['receive'] === undefined)
    problems.push('`confirm` needs `receive`, which tells what is unproven');
  return [
    ...problems,
    ...testProblems(connector),
    ...formProblems(connector['configForm']),
    ...smsGoLiveProblems(connector),
  ];
}

const bindsMax = 100;
const windowMax = 1_000;
const resendAfterMax = 86_400_000;
const partsMax = 999;

/** The same for what `capabilities` answered of a usable configuration. */
export function smsCapabilityProblems(value: unknown): string[] {
  const capabilities = asObject(value);
  if (capabilities === null) return ['capabilities: must be an object'];
  const problems: string[] = [];
  const refuse = (message: string) => problems.push(`capabilities: ${message}`);
  for (const member of ['splits', 'receipts'])
    if (typeof capabilities[member] !== 'boolean') refuse(`\`${member}\` must be true or false`);
  if (!isWholeTo(capabilities['binds'], bindsMax)) refuse(`\`binds\` must be 1 to ${bindsMax}`);
  if (!isWholeTo(capabilities['window'], windowMax)) refuse(`\`window\` must be 1 to ${windowMax}`);
  const rate = capabilities['ratePerSec'];
  if (rate !== null && !(typeof rate === 'number' && rate > 0))
    refuse('`ratePerSec` must be null, or more than 0');
  const resendAfterMs = capabilities['resendAfterMs'] ?? null;
  if (resendAfterMs !== null && !isWholeTo(resendAfterMs, resendAfterMax))
    refuse('`resendAfterMs` must be null, or milliseconds of at most a day');
  return problems;
}

const isWholeTo = (value: unknown, most: number): boolean =>
  Number.isInteger(value) && (value as number) >= 1 && (value as number) <= most;

const isText = (value: unknown): boolean =>
  typeof value === 'string' && value.length <= textMax && !value.includes('\0');
const textMax = 300;

/** What is wrong with the outcome of a part; null: nothing. */
export function smsOutcomeProblem(value: unknown): string | null {
  const outcome = asObject(value) ?? {};
  const { kind, cause, code, pauseMs } = outcome;
  if (kind === 'accepted' && ![undefined, true].includes(outcome['inferred'] as true))
    return '`inferred` must be true, or absent';
  if (
    kind === 'accepted' &&
    outcome['parts'] !== undefined &&
    !isWholeTo(outcome['parts'], partsMax)
  )
    return `\`parts\` must be 1 to ${partsMax}, or absent`;
  if (kind === 'accepted') return isId(outcome['id']) ? null : '`id` is no id';
  if (kind === 'not_sent') return isText(cause) ? null : '`cause` must be a text';
  if (kind === 'unknown') return oneOf('cause', cause, smsUnknownCauses);
  if (kind !== 'refused' && kind !== 'busy') return '`kind` is none';
  if (!isText(code)) return '`code` must be a text';
  if (kind === 'refused') return oneOf('reason', outcome['reason'], smsRefusals);
  if (!(typeof pauseMs === 'number' && pauseMs >= 0 && Number.isFinite(pauseMs)))
    return '`pauseMs` must be a number of milliseconds';
  return oneOf('cause', cause, smsBusyCauses);
}

const isId = (id: unknown): boolean => typeof id === 'string' && isPartId(id);

const oneOf = (member: string, value: unknown, words: readonly string[]): string | null =>
  words.includes(value as string) ? null : `\`${member}\` must be one of ${words.join(', ')}`;

const isTextOr = (value: unknown, other: null | undefined): boolean =>
  value === other || isText(value);

/** The same for a receipt. */
export function smsReceiptProblem(value: unknown): string | null {
  const receipt = asObject(value) ?? {};
  const { id, alternatives, errorCode, msisdn, ourRef, orMessage } = receipt;
  if (!isId(id)) return '`id` is no id';
  if (!Array.isArray(alternatives) || !alternatives.every(isText))
    return '`alternatives` must be a list of ids';
  if (!isTextOr(errorCode, null)) return '`errorCode` must be a text, or null';
  if (msisdn !== null && !/^\d{1,15}$/.test(String(msisdn)))
    return '`msisdn` must be digits, or null';
  if (!isTextOr(ourRef, undefined)) return '`ourRef` must be a text, or absent';
  const message = orMessage === undefined ? null : smsInboundProblem(orMessage);
  if (message !== null) return `\`orMessage\`: ${message}`;
  return oneOf('state', receipt['state'], smsReceiptStates);
}

const isStorable = (value: unknown): boolean =>
  typeof value === 'bigint' && BigInt.asIntN(64, value) === value;

/** The same for a balance, or for why there is none. */
export function smsBalanceProblem(value: unknown): string | null {
  const told = asObject(value) ?? {};
  if (told['ok'] === true) {
    const isCurrency = typeof told['currency'] === 'string' && /^[A-Z]{3}$/.test(told['currency']);
    if (!isCurrency) return '`currency` must be three capitals';
    return isStorable(told['available']) ? null : '`available` must be a bigint of 64 bits';
  }
  if (told['ok'] !== false) return '`ok` must be true or false';
  if (!isText(told['said'])) return '`said` must be a text';
  return oneOf('why', told['why'], ['no answer', 'unknown us', 'strange']);
}

const inboundTextMax = 10_000;

/** The same for a message from a phone. */
export function smsInboundProblem(value: unknown): string | null {
  const { from, to, text, dedupeKey, concatenation }: JsonObject = asObject(value) ?? {};
  if (!isText(from) || !isText(to)) return '`from` and `to` must be texts';
  if (typeof text !== 'string' || text.length > inboundTextMax) return '`text` must be a text';
  if (concatenation !== undefined && !isConcatenation(concatenation))
    return '`concatenation` must be whole numbers: `reference`, `total`, `number`';
  return isTextOr(dedupeKey, null) ? null : '`dedupeKey` must be a text, or null';
}

/** The largest number of two bytes, as the longest on any wire. */
const concatenationMax = 65_535;

function isConcatenation(value: unknown): boolean {
  const { reference, total, number } = asObject(value) ?? {};
  return [reference, total, number].every(
    (each) => each === 0 || isWholeTo(each, concatenationMax),
  );
}

/** The same for what `receive` made of a notice. */
export function smsReceivedProblem(value: unknown): string | null {
  const received = asObject(value) ?? {};
  const status = asObject(received['reply'])?.['status'];
  if (!Number.isInteger(status) || (status as number) < 200 || (status as number) > 599)
    return '`reply.status` must be an HTTP status';
  return (
    listProblem('receipts', received['receipts'], smsReceiptProblem) ??
    listProblem('unproven', received['unproven'] ?? [], smsReceiptProblem) ??
    listProblem('inbound', received['inbound'], smsInboundProblem)
  );
}

const listMax = 10_000;

function listProblem(
  member: string,
  value: unknown,
  problemOf: (each: unknown) => string | null,
): string | null {
  if (!Array.isArray(value) || value.length > listMax) return `\`${member}\` must be a list`;
  const problem = value.map(problemOf).find((each) => each !== null);
  return problem === undefined ? null : `${member}: ${problem}`;
}
