// Asserts what an order is answered.

import assert from 'node:assert/strict';
import type { Answer, Client } from './client.ts';

export const fieldsOf = ({ json }: Answer): string[] =>
  (json.errors ?? []).map(({ field }: { field: string }) => field);

/** Refused by form: 4022, the field named, nothing stored. */
export async function assertNeeded(
  client: Client,
  body: Record<string, unknown>,
  field: string,
  what: string,
): Promise<void> {
  const answer = await client.operation(body);
  assert.deepEqual([answer.json.code, answer.json.error], [4022, true], `${what}: ${answer.text}`);
  assert.ok(fieldsOf(answer).includes(field), `${what}: ${answer.text}`);
  assert.equal(
    (await client.status(String(body['externalTransactionId']))).json.code,
    4004,
    'nothing is stored',
  );
}

export async function assertAccepted(
  client: Client,
  body: string | Buffer,
  what: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answer = await client.post('/api-services/operation', body, headers);
  assert.equal(answer.json.code, 2000, `${what}: ${answer.text.slice(0, 300)}`);
  return answer;
}
