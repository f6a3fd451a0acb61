// Who changed something that we keep a copy of? Listens to notifications, for ever: a lost connection is made anew.

import pg from 'pg';

const reconnectMs = 500;

export interface Listener {
  close(): Promise<void>;
}

/** Calls `onNotice` for each notification, and once after every (re)connection (channel null), since notices may have been missed. */
export function listen(url: string, channels: string[], onNotice: (channel: string | null, payload: string) => void): Listener {
  let closed = false;
  let client: pg.Client | null = null;
  const connect = async (): Promise<void> => {
    if (closed) return;
    const next = new pg.Client({ connectionString: url, keepAlive: true, application_name: 'jokko listener' });
    client = next;
    let again = false;
    const retry = () => {
      if (again || closed) return;
      again = true;
      setTimeout(() => void connect(), reconnectMs);
    };
    next.on('error', retry);
    next.on('end', retry);
    next.on('notification', ({ channel, payload = '' }) => onNotice(channel, payload));
    try {
      await next.connect();
      for (const channel of channels) await next.query(`listen ${channel}`);
      onNotice(null, '');
    } catch {
      retry();
      await next.end().catch(() => {});
    }
  };
  void connect();
  return {
    async close() {
      closed = true;
      await client?.end().catch(() => {});
    },
  };
}
