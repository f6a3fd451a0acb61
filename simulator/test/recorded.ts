// Sends a request as a provider's own client wrote it, its Host included, to a simulator's address.

import { request } from 'node:http';
import type { Answer, Body } from './provider.ts';

export interface Recorded {
  method: string;
  /** As the client knows it: below the provider's host. */
  path: string;
  headers: { [name: string]: string };
  body?: string;
}

/** `base`: where the simulator stands for that host. */
export function sendRecorded(base: string, { method, path, headers, body }: Recorded) {
  return new Promise<Answer>((resolve, reject) => {
    const call = request(base + path, { method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) as Body }),
      );
    });
    call.on('error', reject).end(body);
  });
}
