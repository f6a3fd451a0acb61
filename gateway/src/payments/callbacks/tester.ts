// Sends sample callbacks to a receiver through the same transport as real ones: a genuine one, and
// once that is accepted two that a receiver must refuse. All are made up; nothing is stored.

import { randomBytes } from 'node:crypto';
import type { Catalogue, Service } from '../catalogue/index.ts';
import type { CallbackAccount } from './callback.ts';
import { composeSample, sendSample, type SignedSample } from './sample.ts';
import type { Exchange, SendDeps } from './send.ts';
import type { CallbackToSign } from './sign.ts';

/** Each sample is another transaction, lest a receiver takes one for a repeat of the one before. */
const sampleIds = { genuine: '1000000000000', body: '1000000000001', age: '1000000000002' };
const sampleExternalId = 'TEST-EXTERNAL-ID';
/** Signatures are good for five minutes. */
const staleMs = 600_000;
/** What the forger makes of the amount. */
const forgedAmount = 1_000_000;

/** `body`: that the signature covers it; `age`: that the signature is not old. */
type Check = 'body' | 'age';

export interface Checked {
  check: Check;
  /** The forgery was answered, and not with 200. Null: there was no answer. */
  made: boolean | null;
  httpStatus: number | null;
}

export interface TestedReceiver {
  webhookId: string;
  body: string;
  /** The exchange of the genuine one. */
  exchange: Exchange;
  /** Null: the genuine one was not accepted, so that refusing the others would prove nothing. */
  checks: readonly Checked[] | null;
}

interface Tested {
  accountId: number;
  language: CallbackAccount['language'];
  url: string;
  service: Service;
  apiKey: string | null;
}

export interface Tester {
  /**
   * `apiKey`: a whole key of the account, for `sha256Hash`; null where none can be opened, the hash
   * is empty then. Throws only when pins or secrets cannot be read.
   */
  test(given: Tested): Promise<TestedReceiver>;
  /** The signature headers of a callback now (rule C5). */
  sign(callback: CallbackToSign): Promise<{ [name: string]: string }>;
  /**
   * Posts exactly these headers and bytes. What comes of it says nothing of the receiver's health.
   */
  post(sample: SignedSample): Promise<Exchange>;
}

type TesterDeps = Omit<SendDeps, 'sign'> & {
  sign(callback: CallbackToSign): Promise<{ [name: string]: string }>;
  catalogue(): Catalogue;
};

/** `url` has been judged before (`callbackAddressProblem`). */
export function createTester(deps: TesterDeps): Tester {
  return {
    async test(given) {
      const genuine = sampleOf(deps.catalogue(), given, sampleIds.genuine);
      const exchange = await send(deps, given.url, genuine, genuine.body);
      const { operationId, body } = genuine;
      const checks = exchange.errorClass === null ? await forge(deps, given) : null;
      return { webhookId: `cb_${operationId}`, body, exchange, checks };
    },
    sign: deps.sign,
    post: (sample) => sendSample({ ...deps, saw: () => undefined }, sample),
  };
}

async function forge(deps: TesterDeps, given: Tested): Promise<Checked[]> {
  // A refusal is what is hoped for: it says nothing of the receiver's health.
  const unseen = { ...deps, saw: () => undefined };
  const changed = sampleOf(deps.catalogue(), given, sampleIds.body);
  const old = { ...sampleOf(deps.catalogue(), given, sampleIds.age), signedAgoMs: staleMs };
  return [
    checked('body', await send(unseen, given.url, changed, forgedOf(changed.body))),
    checked('age', await send(unseen, given.url, old, old.body)),
  ];
}

function checked(check: Check, { httpStatus }: Exchange): Checked {
  return { check, made: httpStatus === null ? null : httpStatus !== 200, httpStatus };
}

/** The hash, which covers the two identifiers alone, is still right. */
function forgedOf(body: string): string {
  const { transaction, ...rest } = JSON.parse(body) as { transaction: object };
  return JSON.stringify({ ...rest, transaction: { ...transaction, amount: forgedAmount } });
}

/** Signs the sample, and sends `body` with that signature. */
async function send(
  deps: TesterDeps,
  url: string,
  sample: CallbackToSign,
  body: string,
): Promise<Exchange> {
  const { accountId } = sample;
  return sendSample(deps, { accountId, url, headers: await deps.sign(sample), body });
}

const sampleOf = (catalogue: Catalogue, given: Tested, id: string): CallbackToSign => ({
  accountId: given.accountId,
  operationId: `test_${randomBytes(6).toString('hex')}`,
  second: false,
  body: composeSample(catalogue, {
    ...given,
    transactionId: id,
    externalId: sampleExternalId,
  }),
});
