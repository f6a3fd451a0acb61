// Entry point to everything about short messages: one SMSC with its book, reached by SMPP and by HTTP.

import { join } from 'node:path';
import { openBook } from '../core/book.ts';
import { startSmpp } from '../smpp/server.ts';
import { createReferences } from '../sms-http/references.ts';
import { createWebhook } from '../sms-http/webhook.ts';
import { createSmsc } from './smsc.ts';
import { createTurn } from './turn.ts';
import type { Clock } from '../core/clock.ts';
import type { Notices } from '../core/notices.ts';
import type { Settings } from '../settings.ts';
import type { SmppServer } from '../smpp/server.ts';
import type { SmsHttpDeps } from '../sms-http/deps.ts';
import type { Webhook } from '../sms-http/webhook.ts';
import type { Outlet } from './message.ts';
import type { Line } from './journal.ts';
import type { SmsControlDeps } from './control.ts';

export interface ShortMessages {
  http: SmsHttpDeps;
  control: SmsControlDeps;
  close(): Promise<void>;
}

/** Rejects when the SMPP port is taken. */
export async function startShortMessages(deps: {
  settings: Settings;
  clock: Clock;
  notices: Notices;
}): Promise<ShortMessages> {
  const { settings, clock, notices } = deps;
  const book = openBook(join(settings.dataDir, 'sms.jsonl'), 'kill');
  const turn = createTurn(book);
  const smsc = createSmsc({ clock, turn, delayMs: settings.delayMs });
  const references = createReferences();
  const webhook = createWebhook({ smsc, notices, references, secret: settings.noticeSecret });
  book.replay((text) => {
    const line = JSON.parse(text) as Line;
    smsc.load(line);
    references.load(line);
    if (line.event === 'webhook') webhook.loadAddress(line.webhook ?? '');
  });
  const { smppPort: port, host, smppSystemId: systemId, smppPassword: password } = settings;
  const smpp: SmppServer = await startSmpp({ smsc, port, host, systemId, password }).catch(
    async (error: unknown) => {
      await book.close();
      throw error;
    },
  );
  const outlets: { smpp: Outlet; http: Webhook } = {
    smpp: { deliver: (account, delivery) => smpp.accounts.of(account).deliver(delivery) },
    http: webhook,
  };
  smsc.outlets = outlets;
  smsc.resume();
  return {
    http: { smsc, references, webhook, apiKey: settings.apiKey },
    control: { smsc, book, smpp, webhook, systemId },
    async close() {
      await smpp.close();
      await turn.close();
      await book.close();
    },
  };
}
