// What the code of a carrier works with: its settings, and calls that show our credentials.

import { defined } from '@jokko/contract';
import type { HttpRequest, HttpResult } from '../connector.ts';
import { originOf } from '../http-origin.ts';
import type { SmsContext, SmsPart } from '../sms.ts';
import { createTokenCache } from '../token-cache.ts';
import { callWithToken, type TokenSource } from '../token-call.ts';
import { quoted } from './quoted.ts';

/** What every call of a carrier has. */
export interface CallSettings {
  /** Before each path, without a slash at its end. */
  baseUrl: string;
  headers: { readonly [name: string]: string };
  timeoutMs: number;
  /** The tokens of a carrier that gives access tokens for a while, which are shown as Bearer. */
  tokens?: TokenSource;
}

export interface CarrierContext<Settings> extends Pick<SmsContext<unknown>, 'noticeUrl' | 'log'> {
  /** Its name. */
  connector: string;
  settings: Settings;
  account: Account;
  get(path: string, query?: FormFields): Promise<HttpResult>;
  postJson(path: string, body: object): Promise<HttpResult>;
  postForm(path: string, fields: FormFields): Promise<HttpResult>;
  /**
   * A carrier's words and codes, for people and the log: without our credentials and the texts of
   * these parts, which it may repeat.
   */
  quote(words: string, parts: readonly SmsPart[]): string;
}

/** Those that are undefined are not written. */
type FormFields = { readonly [name: string]: string | undefined };

const written = (fields: FormFields): string =>
  new URLSearchParams(
    Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined),
  ).toString();

/** What all connections and sessions of one account at a carrier share in this process. */
export interface Account {
  token: ReturnType<typeof createTokenCache>;
  /** Access tokens that were shown, the last few. */
  shown: Set<string>;
}

const shownMax = 8;

function noteShown({ shown }: Account, token: string): void {
  shown.delete(token);
  shown.add(token);
  for (const oldest of shown) {
    if (shown.size <= shownMax) break;
    shown.delete(oldest);
  }
}

/** What a header shows of our credentials, without the word for its kind. */
const credentialIn = (headers: HttpRequest['headers']): string =>
  (headers?.['Authorization'] ?? '').replace(/^\S+ /, '');

const accounts = new WeakMap<SmsContext<unknown>['http'], Map<string, Account>>();

function accountOf(
  { http }: Pick<SmsContext<unknown>, 'http'>,
  { baseUrl, headers, tokens }: CallSettings,
): Account {
  const ofNode = accounts.get(originOf(http)) ?? new Map<string, Account>();
  accounts.set(originOf(http), ofNode);
  const credentials = JSON.stringify([baseUrl, headers, tokens?.request]);
  const account = ofNode.get(credentials) ?? { token: createTokenCache(), shown: new Set() };
  ofNode.set(credentials, account);
  return account;
}

interface Own<Settings> {
  connector: string;
  settings: Settings;
  /** The secrets of the configuration. */
  secrets: readonly string[];
}

export function carrierContext<Settings extends CallSettings>(
  context: SmsContext<unknown>,
  { connector, settings, secrets }: Own<Settings>,
): CarrierContext<Settings> {
  const { baseUrl, headers, timeoutMs, tokens } = settings;
  const account = accountOf(context, settings);
  function call(request: Pick<HttpRequest, 'method' | 'url' | 'headers' | 'body'>) {
    const requestOf = (shown: { [name: string]: string }): HttpRequest => ({
      ...request,
      url: baseUrl + request.url,
      headers: { ...shown, ...headers, ...request.headers },
      timeoutMs,
    });
    if (tokens === undefined) return context.http(requestOf({}));
    const { http, log } = context;
    return callWithToken({ http, log, token: account.token }, tokens, (token) => {
      noteShown(account, token);
      return requestOf({ Authorization: `Bearer ${token}` });
    });
  }
  const post = (url: string, type: string, body: string) =>
    call({ method: 'POST', url, headers: { 'Content-Type': type }, body });
  return {
    connector,
    settings,
    account,
    ...defined({ noticeUrl: context.noticeUrl }),
    log: context.log,
    get: (path, query) =>
      call({ method: 'GET', url: query === undefined ? path : `${path}?${written(query)}` }),
    postJson: (path, body) => post(path, 'application/json', JSON.stringify(body)),
    postForm: (path, fields) => post(path, 'application/x-www-form-urlencoded', written(fields)),
    quote: (words, parts) =>
      quoted(words, [
        ...[headers, tokens?.request.headers].map(credentialIn),
        ...account.shown,
        ...secrets,
        ...parts.map(({ text }) => text),
      ]),
  };
}
