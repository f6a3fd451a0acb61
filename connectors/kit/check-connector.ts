// Checks the shape of a connector that was written elsewhere, before anything is asked of it.

import { serviceKinds } from '@jokko/contract';
import type { Capabilities, ConfigField, Connector } from './connector.ts';
import { goLiveProblems, isInBothLanguages } from './go-live.ts';
import { asObject, type JsonObject } from './wire-json.ts';

const requiredFunctions = [
  'capabilities',
  'checkConfig',
  'validate',
  'prepare',
  'execute',
  'query',
  'receive',
] as const satisfies readonly (keyof Connector)[];
const optionalFunctions = [
  'prepareStep',
  'executeStep',
  'isParty',
  'cancel',
  'prepareRefund',
  'executeRefund',
  'queryRefund',
  'balance',
  'statement',
  'products',
  'verifyRecipient',
  'listBills',
  'quote',
  'inquiry',
  'health',
] as const satisfies readonly (keyof Connector)[];

const fieldTypes: readonly ConfigField['type'][] = [
  'text',
  'url',
  'secret',
  'number',
  'boolean',
  'choice',
];
/**
 * Everything that is wrong with it, as sentences; empty: it can be used. Calls none of its
 * functions.
 */
export function connectorProblems(value: unknown): string[] {
  const { connector, problems } = shapeProblems(value, requiredFunctions, optionalFunctions);
  if (connector === null) return problems;
  return [
    ...problems,
    ...testProblems(connector),
    ...formProblems(connector['configForm']),
    ...goLiveProblems(connector),
  ];
}

/** Returns the problems of its name and its functions, and of the object where it is one. */
export function shapeProblems(
  value: unknown,
  requiredFunctions: readonly string[],
  optionalFunctions: readonly string[],
): { connector: JsonObject | null; problems: string[] } {
  const connector = asObject(value);
  if (connector === null)
    return {
      connector,
      problems: ['no connector is exported: export it as `default` or as `connector`'],
    };
  const problems = nameProblems(connector);
  for (const member of requiredFunctions)
    if (typeof connector[member] !== 'function') problems.push(`\`${member}\` must be a function`);
  for (const member of optionalFunctions)
    if (!['function', 'undefined'].includes(typeof connector[member]))
      problems.push(`\`${member}\` must be a function, or absent`);
  return { connector, problems };
}

const nameProblems = ({ name }: JsonObject): string[] =>
  typeof name === 'string' && /^[a-z][a-z0-9-]{1,39}$/.test(name)
    ? []
    : ['`name` must be 2 to 40 small letters, digits and dashes, a letter first'];

export function testProblems({ connectionTest }: JsonObject): string[] {
  if (connectionTest === undefined) return [];
  const test = asObject(connectionTest);
  return typeof test?.['target'] === 'function' && typeof test['call'] === 'function'
    ? []
    : ['`connectionTest` must have the functions `target` and `call`, or be absent'];
}

export function formProblems(form: unknown): string[] {
  if (!Array.isArray(form)) return ['`configForm` must be a list of fields'];
  const problems: string[] = [];
  const names = new Set<unknown>();
  for (const [at, each] of form.entries()) {
    const field = asObject(each) ?? {};
    const { name, type, label, hint, required, choices, fallback } = field;
    const refuse = (message: string) =>
      problems.push(
        `configForm: ${typeof name === 'string' ? name : `field ${at + 1}`} ${message}`,
      );
    if (typeof name !== 'string' || !/^[A-Za-z][A-Za-z0-9]{0,39}$/.test(name))
      refuse('must have a `name` of letters and digits');
    if (names.has(name)) refuse('is there twice');
    names.add(name);
    if (!fieldTypes.includes(type as ConfigField['type']))
      refuse(`must have a \`type\`: ${fieldTypes.join(', ')}`);
    if (!isInBothLanguages(label)) refuse('must have a `label` in `fr` and `en`');
    if (hint !== undefined && !isInBothLanguages(hint))
      refuse('must have its `hint` in `fr` and `en`, or none');
    if (!['string', 'number', 'boolean', 'undefined'].includes(typeof fallback))
      refuse('must have a text, a number, true or false as `fallback`, or none');
    if (typeof required !== 'boolean') refuse('must say whether it is `required`');
    if (type === 'choice' && !(Array.isArray(choices) && choices.length > 0))
      refuse('is a choice without `choices`');
  }
  return problems;
}

const choices: { readonly [member in keyof Capabilities]?: readonly string[] } = {
  idempotency: ['replay-key', 'unique-ref-conflict', 'unique-ref-search', 'none'],
  replay: ['same-bytes', 'same-ref-after-404', 'never'],
  refund: ['none', 'full', 'partial'],
};
const flags = ['cancelPending', 'balance', 'listBills', 'quote', 'inquiry'] as const;
export const resolutionSteps = [
  'query',
  'replaySameBytes',
  'waitNotification',
  'timeoutReversal',
  'manual',
] as const;
const timeoutMaxMs = 60_000;
const concurrencyMax = 10_000;

/** The same for what `capabilities` answered of a usable configuration. */
export function capabilityProblems(value: unknown, connector: Connector): string[] {
  const capabilities = asObject(value);
  if (capabilities === null) return ['capabilities: must be an object'];
  const problems: string[] = [];
  const refuse = (message: string) => problems.push(`capabilities: ${message}`);
  const kinds = serviceKinds.map(({ name }) => name);
  if (!isListOf(capabilities['operations'], kinds) || capabilities['operations'].length === 0)
    refuse(`\`operations\` must be a list of ${kinds.join(', ')}`);
  for (const [member, words] of Object.entries(choices))
    if (!words.includes(capabilities[member] as string))
      refuse(`\`${member}\` must be one of ${words.join(', ')}`);
  for (const member of flags)
    if (typeof capabilities[member] !== 'boolean') refuse(`\`${member}\` must be true or false`);
  if (!isListOf(capabilities['queryBy'], ['ours', 'theirs'])) refuse('`queryBy` must be a list');
  if (!isListOf(capabilities['tells'], ['amount', 'currency', 'party']))
    refuse('`tells` must be a list of amount, currency, party');
  if (!isNotification(capabilities['notification'])) refuse('`notification` is incomplete');
  if (!isResolution(capabilities['resolution'])) refuse('`resolution` is incomplete');
  if (!areLimits(capabilities['limits']))
    refuse(
      `\`limits\` need \`concurrency\` of 1 to ${concurrencyMax} and \`timeoutMs\` of 100 to ${timeoutMaxMs}`,
    );
  return [...problems, ...promiseProblems(capabilities, connector)];
}

/** What is promised and not there. */
function promiseProblems(
  { refund, ...capabilities }: { readonly [member: string]: unknown },
  connector: Connector,
): string[] {
  const needs: [boolean, keyof Connector][] = [
    [refund !== 'none', 'prepareRefund'],
    [refund !== 'none', 'executeRefund'],
    [capabilities['cancelPending'] === true, 'cancel'],
    [capabilities['balance'] === true, 'balance'],
    [capabilities['listBills'] === true, 'listBills'],
    [capabilities['quote'] === true, 'quote'],
    [capabilities['inquiry'] === true, 'inquiry'],
  ];
  return needs
    .filter(([promised, member]) => promised && connector[member] === undefined)
    .map(([, member]) => `capabilities: promise what needs the function \`${member}\``);
}

const isListOf = (value: unknown, words: readonly string[]): value is string[] =>
  Array.isArray(value) && value.every((each) => words.includes(each as string));

function isNotification(value: unknown): boolean {
  const notification = asObject(value);
  return (
    ['none', 'push'].includes(notification?.['mode'] as string) &&
    ['hmac', 'rsa', 'secret-path', 'none'].includes(notification?.['auth'] as string) &&
    typeof notification?.['bookable'] === 'boolean'
  );
}

const isWhole = (value: unknown, least: number, most: number): boolean =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= most;

/** Whether a value is the way out of an unknown outcome. */
export function isResolution(value: unknown): boolean {
  const resolution = asObject(value);
  return (
    isListOf(resolution?.['steps'], resolutionSteps) &&
    ['notBeforeMs', 'quiescenceMs', 'giveUpAfterMs'].every((member) =>
      isWhole(resolution?.[member], 0, Number.MAX_SAFE_INTEGER),
    )
  );
}

function areLimits(value: unknown): boolean {
  const limits = asObject(value);
  const rate = limits?.['ratePerSec'];
  return (
    isWhole(limits?.['concurrency'], 1, concurrencyMax) &&
    isWhole(limits?.['timeoutMs'], 100, timeoutMaxMs) &&
    (rate === undefined || (typeof rate === 'number' && rate > 0))
  );
}
