// What is sent to a receiver, step by step: composed and signed as callbacks are, then changed as
// somebody changes it who has no secret.

import { createHash, randomBytes } from 'node:crypto';
import {
  defined,
  signatureHeader,
  webhookHeaders,
  type IntegrationScenario,
} from '@jokko/contract';
import { composeSample, type CallbackToSign } from '../callbacks/index.ts';
import type { Catalogue, Service } from '../catalogue/index.ts';
import type { IntegrationTest } from './integration-test.ts';

/** `answered`: anything but silence and an error of the server. `any`: the next step judges. */
export type Expected = 'accepted' | 'refused' | 'answered' | 'any';

export interface Delivery {
  headers: { [name: string]: string };
  body: string;
}

type Ended = NonNullable<Parameters<typeof composeSample>[1]['ended']>;

export interface Step {
  scenario: IntegrationScenario;
  expected: Expected;
  /** Sent so many times at once. */
  times?: number;
  /** The same callback as that of the step before. */
  again?: true;
  ended?: Ended;
  data?: { [member: string]: unknown };
  signedAgoMs?: number;
  /** Before it is signed. */
  write?: (body: string) => string;
  /** After it was signed. */
  forge?: (delivery: Delivery) => Delivery;
}

const lateMs = 20_000;
const staleMs = 600_000;
const largeBytes = 65_536;
const forgedAmount = 1_000_000;
const failedErrorId = 26;

interface Body {
  transaction: object;
}

const withMembers = (body: string, members: object, ofTransaction: object): string => {
  const { transaction, ...rest } = JSON.parse(body) as Body;
  return JSON.stringify({ ...rest, ...members, transaction: { ...transaction, ...ofTransaction } });
};

/** As somebody signs who does not have the secret. */
function signedByAStranger({ headers, body }: Delivery): Delivery {
  const key = randomBytes(32);
  const wrong = createHash('sha256').update(key).update(body);
  const digest = wrong.digest();
  return {
    headers: {
      ...headers,
      [webhookHeaders.signature]: `v1,${digest.toString('base64')}`,
      ...defined({
        [signatureHeader]: signatureHeader in headers ? digest.toString('hex') : undefined,
      }),
    },
    body: withMembers(body, { sha256Hash: digest.toString('hex') }, {}),
  };
}

const asAnother = ({ headers, body }: Delivery): Delivery => ({
  headers: { ...headers, [webhookHeaders.id]: `${headers[webhookHeaders.id]}_again` },
  body,
});

/** Filled up to exactly so many bytes. */
function filled(body: string): string {
  const empty = withMembers(body, {}, { data: { note: '' } });
  const note = 'x'.repeat(largeBytes - Buffer.byteLength(empty));
  return withMembers(body, {}, { data: { note } });
}

const steps: readonly Step[] = [
  { scenario: 'genuine', expected: 'accepted' },
  {
    scenario: 'genuine',
    expected: 'accepted',
    ended: { as: 'FAILED', errorId: failedErrorId },
  },
  { scenario: 'twice', expected: 'accepted', times: 2 },
  { scenario: 'late', expected: 'accepted', signedAgoMs: lateMs },
  { scenario: 'forgedHash', expected: 'refused', forge: signedByAStranger },
  {
    scenario: 'changedAmount',
    expected: 'refused',
    forge: ({ headers, body }) => ({
      headers,
      body: withMembers(body, {}, { amount: forgedAmount }),
    }),
  },
  { scenario: 'oldTimestamp', expected: 'refused', signedAgoMs: staleMs },
  { scenario: 'replayedId', expected: 'refused', forge: asAnother },
  {
    scenario: 'unknownMembers',
    expected: 'accepted',
    write: (body) => withMembers(body, { novelty: { a: [1, null] } }, { novelty: true }),
  },
  {
    scenario: 'utf8',
    expected: 'accepted',
    data: { name: 'Ndèye Ñaan', note: '₣ 1 000 — 漢字 😀 \u2028 "\\/' },
  },
  { scenario: 'large', expected: 'accepted', write: filled },
  { scenario: 'retried', expected: 'any' },
  { scenario: 'retried', expected: 'accepted', again: true },
  { scenario: 'unknownOrder', expected: 'answered' },
  {
    scenario: 'refund',
    expected: 'accepted',
    ended: { as: 'REFUNDED', errorId: null, reason: 'test' },
  },
];

/** That a forgery is refused proves nothing where the genuine one is, too. */
export function stepsOf({ scenarios }: Pick<IntegrationTest, 'scenarios'>): readonly Step[] {
  if (scenarios === null) return steps;
  const chosen = new Set(scenarios);
  const forged = steps.some((step) => step.expected === 'refused' && chosen.has(step.scenario));
  return steps.filter(({ scenario }) => chosen.has(scenario) || (forged && scenario === 'genuine'));
}

export interface ComposeDeps {
  catalogue(): Catalogue;
  sign(callback: CallbackToSign): Promise<{ [name: string]: string }>;
}

/** Transactions of tests, which no real one is. */
const firstTransactionId = 1_000_000_000_000n;
const stepsMax = 100n;

/**
 * The callbacks of the step that is due; null: all were sent. `apiKey` null: their hash is empty.
 */
export async function composeStep(
  { catalogue, sign }: ComposeDeps,
  test: IntegrationTest,
  { language, apiKey }: { language: 'fr' | 'en'; apiKey: string | null },
): Promise<Delivery[] | null> {
  const place = test.exchanges.length;
  const step = stepsOf(test)[place];
  const service = step === undefined ? undefined : collection(catalogue());
  if (step === undefined || service === undefined) return null;
  const { accountId, receiver: url, id } = test;
  const number = step.again === true ? place - 1 : place;
  const { signedAgoMs, ended, data } = step;
  const composed = composeSample(catalogue(), {
    accountId,
    language,
    url,
    service,
    apiKey,
    transactionId: String(firstTransactionId + BigInt(id) * stepsMax + BigInt(number)),
    externalId: externalIdOf(test, step, number),
    ...defined({ ended, data }),
  });
  const body = step.write?.(composed) ?? composed;
  const operationId = `test_${id}_${number}`;
  const callback = { accountId, operationId, second: ended?.as === 'REFUNDED', body };
  const headers = await sign(signedAgoMs === undefined ? callback : { ...callback, signedAgoMs });
  const signed = { headers: { 'content-type': 'application/json', ...headers }, body };
  const delivery = step.forge?.(signed) ?? signed;
  return Array.from({ length: step.times ?? 1 }, () => delivery);
}

const externalIdOf = (test: IntegrationTest, { scenario }: Step, number: number): string =>
  scenario === 'unknownOrder' || test.orderId === null
    ? `JOKKO-TEST-${test.id}-${number}`
    : test.orderId;

/** A payer pays in most programs. */
const collection = ({ services }: Catalogue): Service | undefined =>
  services.find(({ direction }) => direction === 'CREDIT') ?? services[0];
