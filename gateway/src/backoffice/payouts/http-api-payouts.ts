// POST payouts: makes a batch of payouts.

import { createHash } from 'node:crypto';
import {
  cardNumberFaults,
  checkPayoutLine,
  checkPayouts,
  codes,
  givenMembers,
  payoutBodyMaxBytes,
  payoutDataCharactersMax,
  payoutLinesMax,
  payoutsEndpoint,
  payoutWrongMax,
  texts,
  type FieldFault,
  type PayoutLineRequest,
  type WrongLine,
} from '@jokko/contract';
import type { Database } from '../../platform/db/database.ts';
import { createScatteredIds, drawId } from '../../platform/db/scattered-ids.ts';
import { inTurns } from '../../platform/in-turns.ts';
import { envelopeForm, refusal } from '../../platform/http/http-refusal.ts';
import { callbackAddressFault } from '../../payments/callbacks/index.ts';
import { reportedPartOf, type Account } from '../../payments/accounts/index.ts';
import type { Call, PaymentsEndpoint } from '../../payments/api/http-endpoint.ts';
import { success } from '../../payments/api/http-answer.ts';
import { implementUnchecked } from '../../payments/api/http-implement.ts';
import { invalidFields } from '../../payments/api/http-refusal.ts';
import type { Catalogue } from '../../payments/catalogue/index.ts';
import type { QuoteDeps } from '../../payments/operations/index.ts';
import type { Who } from '../../platform/audit/index.ts';
import { listLines, makePayouts, presentBatch, wrongLinesOf, type GivenLine } from './index.ts';

export interface ApiPayoutDeps {
  database: Database;
  initiate: QuoteDeps;
  catalogue(): Catalogue;
  cardNumbersRefused: boolean;
}

/** Lines whose form is looked at without letting other work go on. */
const linesAtOnce = 250;

/** Answers that tell wrong lines name the first of them in `errors`, too. */
const errorsMax = 100;

export const whoCalls = ({ apiKey, address }: Pick<Call, 'apiKey' | 'address'>): Who => ({
  kind: 'nobody',
  address,
  agent: `API ${reportedPartOf(apiKey)}`,
});

export function implementPayouts(deps: ApiPayoutDeps): PaymentsEndpoint {
  const callbackIds = createScatteredIds('operation');
  const nextId = () => drawId(callbackIds, deps.database);
  return implementUnchecked(payoutsEndpoint, {
    refusalForm: envelopeForm,
    load: 'change',
    longList: { maxBytes: payoutBodyMaxBytes, member: 'lines' },
    async handle(call) {
      const { account, access, body } = call;
      const say = texts[account.language];
      const faults = headFaults(body, account, deps);
      if (faults.length > 0) return { refused: invalidFields(faults, account.language) };
      const head = body as { id: string; name: string; callbackUrl?: string; skipWrong?: boolean };
      const read = await readLines(body['lines'] as unknown[], account, deps);
      if (read.wrong.length > 0 && head.skipWrong !== true)
        return wrongLines(read.wrong, read.given.length + read.wrongLines, account);
      if (read.given.length === 0) return wrongLines(read.wrong, read.wrongLines, account);
      const context = {
        quote: deps.initiate,
        account,
        catalogue: deps.catalogue(),
        countries: null,
        keyServices: access.services,
      };
      const made = await makePayouts({ database: deps.database, nextId }, context, {
        who: whoCalls(call),
        keyId: access.id,
        externalId: head.id,
        name: head.name,
        callbackUrl: head.callbackUrl || null,
        skipWrong: head.skipWrong === true,
        lines: read.given,
        hash: hashOf(head, read.hash),
      });
      const inWords = { catalogue: context.catalogue, language: account.language };
      if (!made.ok) {
        if (made.refusal === 'conflict')
          return { refused: refusal(codes.conflict, say.payoutConflict({ id: head.id })) };
        if (made.refusal === 'suspended')
          return { refused: refusal(codes.notActivated, say.accountSuspended()) };
        const wrong = wrongLinesOf(made.wrong, payoutWrongMax, inWords);
        return wrongLines(wrong, read.given.length + read.wrongLines, account, made.wrong.length);
      }
      const skipped = await listLines(deps.database, made.batch.id, {
        show: 'wrong',
        after: 0,
        limit: payoutWrongMax,
      });
      const wrong = [...read.wrong, ...wrongLinesOf(skipped, payoutWrongMax, inWords)];
      const data = { ...presentBatch(made.batch), wrong: wrong.slice(0, payoutWrongMax) };
      return success(say.success(), data);
    },
  });
}

function headFaults(
  body: Call['body'],
  account: Account,
  { initiate: { guard, sandbox } }: ApiPayoutDeps,
): FieldFault[] {
  const { lines, callbackUrl } = body;
  const faults = [...checkPayouts(body)];
  if (lines === undefined) faults.push({ field: 'lines', problem: 'missing' });
  else if (!Array.isArray(lines)) faults.push({ field: 'lines', problem: 'notAllowed' });
  else if (lines.length === 0) faults.push({ field: 'lines', problem: 'empty' });
  else if (lines.length > payoutLinesMax) faults.push({ field: 'lines', problem: 'tooLong' });
  if (faults.length > 0 || typeof callbackUrl !== 'string' || callbackUrl === '') return faults;
  const policy = { guard, httpAllowed: sandbox || account.allowHttpCallbacks };
  const fault = callbackAddressFault('callbackUrl', callbackUrl, policy);
  return fault === null ? [] : [fault];
}

interface ReadLines {
  given: GivenLine[];
  /** The lines that are not in form. */
  wrong: WrongLine[];
  wrongLines: number;
  /** SHA-256 of what the lines say, in whatever order their members stand. */
  hash: Buffer;
}

/** Others have their turn while the lines are looked at. */
async function readLines(
  lines: readonly unknown[],
  { language }: Account,
  { cardNumbersRefused }: ApiPayoutDeps,
): Promise<ReadLines> {
  const read: Omit<ReadLines, 'hash'> = { given: [], wrong: [], wrongLines: 0 };
  const hash = createHash('sha256');
  await inTurns(lines, linesAtOnce, (line, index) => {
    const number = index + 1;
    const body = isObject(line) ? givenMembers(line) : {};
    const faults = isObject(line) ? faultsOfLine(body, cardNumbersRefused) : [notObject];
    hash.update(JSON.stringify(isObject(line) ? said(body) : line) ?? '');
    if (faults.length === 0) read.given.push(givenOf(body as PayoutLineRequest, number));
    else {
      read.wrongLines += 1;
      if (read.wrong.length < payoutWrongMax) read.wrong.push(...inWords(faults, number, language));
    }
  });
  return { ...read, hash: hash.digest() };
}

const notObject: FieldFault = { field: 'line', problem: 'notObject' };
const isObject = (value: unknown): value is { [member: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const said = ({ phone, amount, ...line }: { [member: string]: unknown }) => [
  ...[phone, String(amount), line['codeService'], line['externalTransactionId']],
  ...[line['name'], line['data']],
];

function faultsOfLine(
  body: { [member: string]: unknown },
  cardNumbersRefused: boolean,
): readonly FieldFault[] {
  const faults = checkPayoutLine(body);
  if (faults.length > 0) return faults;
  if (body['data'] !== undefined && JSON.stringify(body['data']).length > payoutDataCharactersMax)
    return [{ field: 'data', problem: 'tooLong' }];
  return cardNumbersRefused ? cardNumberFaults(body) : [];
}

const inWords = (
  faults: readonly FieldFault[],
  line: number,
  language: Account['language'],
): WrongLine[] =>
  faults.map(({ field, problem }) => ({
    line,
    field,
    message: texts[language].field(field, problem),
  }));

const givenOf = (line: PayoutLineRequest, number: number): GivenLine => ({
  fileLine: number,
  isExact: true,
  data: line.data ?? null,
  extraCells: false,
  isCutPhone: false,
  currency: null,
  phone: line.phone,
  amount: String(line.amount),
  service: line.codeService,
  externalId: line.externalTransactionId,
  name: line.name ?? '',
  note: '',
});

const hashOf = (
  {
    name,
    callbackUrl = '',
    skipWrong = false,
  }: {
    name: string;
    callbackUrl?: string;
    skipWrong?: boolean;
  },
  lines: Buffer,
): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([name, callbackUrl, skipWrong]))
    .update(lines)
    .digest();

function wrongLines(
  wrong: readonly WrongLine[],
  lines: number,
  { language }: Account,
  count = new Set(wrong.map(({ line }) => line)).size,
) {
  const errors = wrong
    .slice(0, errorsMax)
    .map(({ line, field, message }) => ({ field: `lines.${line}.${field}`, message }));
  return {
    refused: {
      code: codes.invalid,
      msg: texts[language].payoutLinesWrong({ wrong: count, lines }),
      data: { wrong: wrong.slice(0, payoutWrongMax) },
      errors,
    },
  };
}
