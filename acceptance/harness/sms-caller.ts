// Calls every endpoint of the SMS interface with an application of its own account, and checks
// every answer against the contract.

import assert from 'node:assert/strict';
import { createAccount } from './account.ts';
import type { AccountOptions } from './account.ts';
import { sendRequest } from './client.ts';
import type { Answer } from './client.ts';
import { smsAnswerProblems } from './contract-check.ts';
import type { Installation } from './installation.ts';
import { createSmsApp } from './sms.ts';
import type { SmsApp } from './sms.ts';

export interface SmsCaller extends SmsApp {
  accountId: number;
  apiKey: string;
  /**
   * POST send-sms; `app_key`, sender and text are there unless given; undefined members are left
   * out.
   */
  send(body: Record<string, unknown>, headers?: Record<string, string>): Promise<Answer>;
  /** Any POST; an object is sent as compact JSON with the app's key, text as it is. */
  post(path: string, body: object | string, headers?: Record<string, string>): Promise<Answer>;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
}

type CalledInstallation = Pick<Installation, 'baseUrl' | 'cli'>;

/**
 * On an account of its own, whose language is English unless given. `app`: words for `sms-app set`.
 */
export async function createSmsCaller(
  place: CalledInstallation,
  options: AccountOptions & { app?: readonly string[] } = {},
): Promise<SmsCaller> {
  const { app = [], ...account } = options;
  return addSmsCaller(place, await createAccount(place, { language: 'en', ...account }), app);
}

/** With a further app of an account. */
export async function addSmsCaller(
  place: CalledInstallation,
  { accountId, apiKey }: { accountId: number; apiKey: string },
  set: readonly string[] = [],
): Promise<SmsCaller> {
  const app = await createSmsApp(place, accountId, set);
  const judged = async (
    method: 'GET' | 'POST',
    path: string,
    request: Parameters<typeof sendRequest>[1],
  ): Promise<Answer> => {
    const answer = await sendRequest(`${place.baseUrl}${path}`, { method, ...request });
    assert.deepEqual(
      smsAnswerProblems(method, path, answer),
      [],
      `${method} ${path} keeps the contract: ${answer.text.slice(0, 600)}`,
    );
    return answer;
  };
  const post: SmsCaller['post'] = (path, body, headers = {}) => {
    const text = typeof body === 'string' ? body : JSON.stringify({ app_key: app.appKey, ...body });
    return judged('POST', path, {
      body: text,
      headers: { 'content-type': 'application/json', ...headers },
    });
  };
  return {
    accountId,
    apiKey,
    ...app,
    post,
    send: (body, headers) =>
      post('/api/send-sms', { sender: 'JOKKO', content: 'Hello', ...body }, headers),
    get: (path, headers = {}) =>
      judged('GET', path, { headers: { 'app-key': app.appKey, ...headers } }),
  };
}
