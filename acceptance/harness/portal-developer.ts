// A developer who has just registered in the portal, and calls its routes as its pages do.

import assert from 'node:assert/strict';
import { createClient } from './client.ts';
import type { Client } from './client.ts';
import type { Json } from './json.ts';

export interface PortalDeveloper {
  /** With the key that the portal shows on its home page. */
  client: Client;
  read(path: string): Promise<Json>;
  /** The answer of a change, or its refusal below `error`. */
  post(path: string, body: object): Promise<Json>;
}

export async function registerDeveloper(
  { baseUrl }: { baseUrl: string },
  email: string,
): Promise<PortalDeveloper> {
  const json = { origin: baseUrl, 'content-type': 'application/json' };
  const person = { email, name: 'Awa', company: 'Boutique', language: 'fr' };
  const registered = await fetch(`${baseUrl}/portal/api/register`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ ...person, password: 'la-teranga-sous-la-pluie' }),
  });
  const cookie = registered.headers.get('set-cookie')!.split(';')[0]!;
  const read = async (path: string): Promise<Json> => {
    const answer = await fetch(`${baseUrl}/portal/api/${path}`, { headers: { cookie } });
    assert.equal(answer.status, 200);
    return answer.json();
  };
  const { apiKey } = await read('home/first-call');
  return {
    client: createClient(baseUrl, apiKey),
    read,
    async post(path, body) {
      const sent = { method: 'POST', headers: { ...json, cookie }, body: JSON.stringify(body) };
      return (await fetch(`${baseUrl}/portal/api/${path}`, sent)).json();
    },
  };
}
