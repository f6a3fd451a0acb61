// Listens for notifications of changes to cached data. Runs until stopped: a lost connection is
// reopened.

import type pg from 'pg';
import { streamOf } from './client-stream.ts';
import { connectClient } from './connect.ts';
import { environment } from '../environment.ts';
import { within } from './within.ts';

const reconnectMs = 500;
/** A connection gone silent brings neither notices nor an error, so it is asked. */
const probeEveryMs = 5_000;
const answerMs = 3_000;

export interface Listener {
  close(): Promise<void>;
}

/**
 * Calls `onNotice` for each notification, and once after every (re)connection (channel null), since
 * notices may have been missed.
 */
export function listen(
  url: string,
  channels: string[],
  onNotice: (channel: string | null, payload: string) => void,
): Listener {
  let closed = false;
  let client: pg.Client | null = null;
  const follow = async (): Promise<void> => {
    client = await connectClient(url, { purpose: 'listen', name: 'jokko listener' });
    // Closed while it connected: nobody would end it any more.
    if (closed) return client.end();
    client.on('notification', ({ channel, payload = '' }) => onNotice(channel, payload));
    await untilEnded(client, channels, () => onNotice(null, ''));
  };
  const run = async (): Promise<void> => {
    while (!closed) {
      await follow().catch(() => {});
      if (!closed) await environment.sleep(reconnectMs);
    }
  };
  void run();
  return {
    async close() {
      closed = true;
      await client?.end().catch(() => {});
    },
  };
}

/** Rejects when the connection ends, or no longer answers. */
async function untilEnded(
  client: pg.Client,
  channels: string[],
  onListening: () => void,
): Promise<never> {
  const ended = new AbortController();
  client.on('end', () => ended.abort());
  try {
    for (const channel of channels) await within(answerMs, client.query(`listen ${channel}`));
    onListening();
    for (;;) {
      await environment.sleep(probeEveryMs, { signal: ended.signal });
      await within(answerMs, client.query('select 1'));
    }
  } finally {
    streamOf(client).destroy();
  }
}
