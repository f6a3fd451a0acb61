// Calls the gateway for the tools.

import { reasonOf } from '../stream.ts';
import { Mistake, readKey, type McpCommand } from '../options.ts';
import { masked } from './mask.ts';
import { Refusal, type Api, type Json } from './tool.ts';

const timeoutMs = 60_000;
const done = 2000;
/** Keys name their installation: jk_test_…, jk_rehearsal_…, jk_live_…. */
const testPrefix = 'jk_test_';

export function createApi({ url, key: given, secret }: McpCommand): Api {
  const key = (): string => readKey(given);
  const isOfSandbox = (): boolean => key().startsWith(testPrefix);

  async function ask(path: string, init: RequestInit): Promise<Response> {
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      return await fetch(`${url}${path}`, { ...init, signal, redirect: 'error' });
    } catch (error) {
      throw new Mistake(`${url}: ${reasonOf(error)}`);
    }
  }

  return {
    url,
    webhookSecret: secret,
    get key() {
      return key();
    },
    requireTestKey(tool) {
      if (!isOfSandbox())
        throw new Mistake(
          `${tool} is only for a sandbox: give a key that begins with ${testPrefix}. With a live key the reading tools work.`,
        );
    },
    async call(path, body) {
      const headers = { Secretkey: key(), accept: 'application/json' };
      const response = await ask(path, {
        headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      });
      const answer = await readAnswer(url, response);
      const shown = isOfSandbox() ? answer : masked(answer);
      // Lists of services and errors have no code.
      if (answer['code'] !== done && answer['success'] !== true)
        throw new Refusal(JSON.stringify(shown));
      return shown;
    },
    async page(path, accept) {
      const response = await ask(path, { headers: { accept } });
      const text = await response.text();
      return response.ok ? text : null;
    },
  };
}

async function readAnswer(url: string, response: Response): Promise<Json> {
  const answer: unknown = await response.json().catch(() => null);
  if (typeof answer !== 'object' || answer === null)
    throw new Mistake(`${url} is no Jokko gateway (HTTP ${response.status}).`);
  return answer as Json;
}
