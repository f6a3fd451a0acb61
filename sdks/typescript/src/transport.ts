// Sends a request until it is answered: the very same bytes at each attempt, so that an operation
// whose answer was lost is repeated under its id and executed once.

import { makeSignatureHeaders } from '../../../contract/src/signing/index.ts';
import { InvalidCall, OutcomeUnknown } from './errors.ts';
import type { Settings } from './options.ts';

export interface Request {
  method: 'GET' | 'POST';
  path: string;
  body?: object;
  headers?: { [name: string]: string };
  /** Id of the order, which an exception names. */
  id?: string;
  /** What is not repeated after a lost answer: the API has no id for it. */
  isOnce?: true;
  /** Whether an answer that is a success can be one to this request; else it is none. */
  fits?: (body: { [member: string]: unknown }) => boolean;
}

/** Any answer that is a JSON object and no error of the server. */
export interface Answer {
  body: Members;
  headers: Headers;
}

const version = '0.2.0';
const delayMaxMs = 8_000;
const retryAfterMaxSeconds = 10;
const internalCode = 5000;
const tooManyCode = 4029;

/** Answers the last refusal where all attempts were refused. Throws OutcomeUnknown. */
export async function send(settings: Settings, request: Request): Promise<Answer> {
  const { retries, firstDelayMs } = settings;
  const body = request.body === undefined ? undefined : written(request.body);
  /** Why the last attempt that may have been executed has no answer. */
  let lost: string | null = null;
  for (let attempt = 1; ; attempt++) {
    const isLast = attempt > retries;
    const unknown = (reason: string): OutcomeUnknown =>
      new OutcomeUnknown({ id: request.id ?? null, attempts: attempt, reason });
    const result = await attemptOnce(settings, request, body);
    if ('answer' in result) {
      const delayMs = repeatDelayMs(result.answer, firstDelayMs, attempt);
      if (isLast || delayMs === null) {
        if (lost !== null && isBlind(result.answer, request)) throw unknown(lost);
        return result.answer;
      }
      await sleep(delayMs);
    } else {
      const { reason, isFinal, wasSent } = result;
      if (wasSent) lost = reason;
      if (isLast || isFinal || (request.isOnce === true && wasSent)) throw unknown(lost ?? reason);
      await sleep(delayOf(firstDelayMs, attempt));
    }
  }
}

/** A circle or a BigInt has no JSON. */
function written(body: object): string {
  try {
    return JSON.stringify(body);
  } catch (error) {
    throw new InvalidCall(`The call cannot be written as JSON: ${(error as Error).message}.`);
  }
}

/**
 * Whether a refusal does not tell what became of an earlier attempt: it may have been decided
 * before the gateway looked for the id, or because the earlier attempt was executed, as that of a
 * refund.
 */
const isBlind = ({ body }: Answer, request: Request): boolean =>
  !isSuccess(body, request) &&
  (request.path === refundPath || !tellingCodes.includes(body['code']));
/** The stored payment has failed; the id has another operation. */
const tellingCodes: readonly unknown[] = [4000, 4009];

export const refundPath = '/api-services/transaction/refund-cancel';
const servicesPath = '/api-services/services';
const smsCodes: readonly unknown[] = [201, 400];
const codes: readonly unknown[] = [2000, 4000, 4001, 4003, 4004, 4009, 4022, 4029, 5000];

function isSuccess({ code, success, statutTreatment }: Members, { path }: Request): boolean {
  if (path === refundPath && (statutTreatment === 'SUCCESS' || statutTreatment === 'PENDING'))
    return true;
  if (path === servicesPath) return success === true;
  return code === 2000 || code === 201;
}

type Members = { [member: string]: unknown };

const isSms = ({ path }: Pick<Request, 'path'>): boolean => path.startsWith('/api/');

const delayOf = (firstDelayMs: number, attempt: number): number =>
  Math.min(firstDelayMs * 2 ** (attempt - 1), delayMaxMs);

/** Null: the answer stands. */
function repeatDelayMs(
  { body, headers }: Answer,
  firstDelayMs: number,
  attempt: number,
): number | null {
  if (body['code'] === internalCode) return delayOf(firstDelayMs, attempt);
  if (body['code'] !== tooManyCode) return null;
  const seconds = retryAfterOf(headers);
  return seconds !== null && seconds <= retryAfterMaxSeconds ? seconds * 1_000 : null;
}

export function retryAfterOf(headers: Headers): number | null {
  const text = headers.get('retry-after') ?? '';
  return /^[0-9]{1,9}$/.test(text) ? Number(text) : null;
}

type Attempt = { answer: Answer } | { reason: string; isFinal: boolean; wasSent: boolean };

async function attemptOnce(
  settings: Settings,
  request: Request,
  body: string | undefined,
): Promise<Attempt> {
  const { method, path, headers } = request;
  try {
    const response = await fetch(settings.url + path, {
      method,
      headers: { ...(await headersOf(settings, request, body)), ...headers },
      redirect: 'manual',
      signal: AbortSignal.timeout(settings.timeoutMs),
      ...(body === undefined ? {} : { body }),
    });
    return await readAnswer(response, request);
  } catch (error) {
    const reason = reasonOf(error, settings.timeoutMs);
    return { reason, isFinal: false, wasSent: !notConnected.includes(codeOf(error)) };
  }
}

async function headersOf(
  { key, hmacSecret }: Settings,
  request: Request,
  body: string | undefined,
): Promise<{ [name: string]: string }> {
  const { method } = request;
  return {
    accept: 'application/json',
    'user-agent': `jokko-js/${version} ${runtime}`,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    // The SMS API has a key of its own, in the body.
    ...(isSms(request) ? {} : { secretkey: key }),
    ...(hmacSecret === undefined || isSms(request)
      ? {}
      : await makeSignatureHeaders({ method, body: body ?? '', secret: hmacSecret })),
  };
}

async function readAnswer(response: Response, request: Request): Promise<Attempt> {
  const { status, headers } = response;
  const location = headers.get('location');
  if (status >= 300 && status < 400 && location !== null) {
    await response.body?.cancel();
    const reason = `HTTP ${status} to ${location}: give that address as url`;
    return { reason, isFinal: true, wasSent: true };
  }
  const text = await readText(response);
  const body = text === null ? null : parseObject(text);
  if (body !== null && isOwn(body, status, request)) return { answer: { body, headers } };
  const problem = text === null ? 'too long' : body === null ? 'without JSON' : 'not the gateway’s';
  return { reason: `HTTP ${status}, ${problem}`, isFinal: false, wasSent: true };
}

/** Far above any answer. */
const answerBytesMax = 16_777_216;

/** Null: it is too long, and was not read to its end. */
async function readText({ body }: Response): Promise<string | null> {
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  for await (const bytes of (body ?? []) as AsyncIterable<Uint8Array>) {
    length += bytes.length;
    if (length > answerBytesMax) return null;
    text += decoder.decode(bytes, { stream: true });
  }
  return text + decoder.decode();
}

/** What a proxy answers in place of the gateway does not tell whether the request was executed. */
function isOwn(body: Members, status: number, request: Request): boolean {
  const { code, services, statutTreatment } = body;
  if (status >= 300 && status !== 400 && code !== 5000) return false;
  if (request.path === refundPath && typeof statutTreatment === 'string') return true;
  const known = isSms(request) ? smsCodes : codes;
  const isList = request.path === servicesPath && Array.isArray(services);
  if (!isList && !known.includes(code)) return false;
  return !isSuccess(body, request) || (request.fits?.(body) ?? true);
}

function parseObject(text: string): { [member: string]: unknown } | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as { [member: string]: unknown })
      : null;
  } catch {
    return null;
  }
}

/** Codes of Node for connections that were not made. */
const notConnected: readonly unknown[] = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
];

const codeOf = (error: unknown): string | undefined =>
  (Object((error as Error).cause) as { code?: string }).code;

/** Node names the cause of a failed fetch one level below. */
function reasonOf(error: unknown, timeoutMs: number): string {
  const { name, message, cause } = error as Error;
  if (name === 'TimeoutError') return `no answer within ${timeoutMs} ms`;
  const { message: below } = Object(cause) as { message?: string };
  return [below ?? message, codeOf(error)]
    .filter((part) => part !== undefined && part !== '')
    .join(', ');
}

export const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));

/** Name and version of what runs this, such as `node/24.1.0`. */
const runtime = runtimeOf(globalThis);

function runtimeOf(scope: object): string {
  const { Deno, process, navigator } = scope as {
    Deno?: { version: { deno: string } };
    process?: { versions?: { bun?: string; node?: string } };
    navigator?: { userAgent?: string };
  };
  if (Deno !== undefined) return `deno/${Deno.version.deno}`;
  const { bun, node } = process?.versions ?? {};
  if (bun !== undefined) return `bun/${bun}`;
  return node === undefined ? (navigator?.userAgent ?? 'unknown/0') : `node/${node}`;
}
