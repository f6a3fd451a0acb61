// Entry point to everything about short messages: one SMSC with its book, reached by SMPP and by HTTP
// in the forms of several carriers.

import { join } from 'node:path';
import { openBook } from '../core/book.ts';
import { startSmpp } from '../smpp/server.ts';
import { openCarriers } from '../sms-carrier/carriers.ts';
import { createReferences } from '../sms-carrier/references.ts';
import { createWebhook } from '../sms-carrier/webhook.ts';
import { pushForm } from '../sms-http/notice.ts';
import { createSmsc } from './smsc.ts';
import { createTurn } from './turn.ts';
import type { Clock } from '../core/clock.ts';
import type { Notices } from '../core/notices.ts';
import type { Settings } from '../settings.ts';
import type { SmppServer } from '../smpp/server.ts';
import type { Carrier } from '../sms-carrier/carrier.ts';
import type { CarrierDeps } from '../sms-carrier/deps.ts';
import type { SmsHttpDeps } from '../sms-http/routes.ts';
import type { Line } from './journal.ts';
import type { SmsControlDeps } from './control.ts';
import type { Smsc } from './smsc-type.ts';

export interface ShortMessages {
  http: SmsHttpDeps;
  carriers: readonly Carrier[];
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
  const http = openHttp({ smsc, notices, settings, clock });
  const carriers = openCarriers({ smsc, notices, clock });
  book.replay((text) => {
    const line = JSON.parse(text) as Line;
    smsc.load(line);
    http.references.load(line);
    // Lines of older books name no account: there was but one.
    if (line.event === 'webhook' && (line.account ?? 'http') === 'http')
      http.webhook.loadAddress(line.webhook ?? '');
    for (const carrier of carriers) carrier.load(line);
  });
  const { smppPort: port, host, smppSystemId: systemId, smppPassword: password } = settings;
  const smpp: SmppServer = await startSmpp({ smsc, port, host, systemId, password }).catch(
    async (error: unknown) => {
      await book.close();
      throw error;
    },
  );
  smsc.outlets.smpp = {
    deliver: (account, delivery) => smpp.accounts.of(account).deliver(delivery),
  };
  const overHttp: CarrierDeps[] = [http, ...carriers];
  for (const { protocol, webhook } of overHttp) smsc.outlets[protocol] = webhook;
  smsc.resume();
  return {
    http,
    carriers,
    control: { smsc, book, smpp, overHttp, systemId },
    async close() {
      await smpp.close();
      await turn.close();
      await book.close();
    },
  };
}

function openHttp(deps: {
  smsc: Smsc;
  notices: Notices;
  settings: Settings;
  clock: Clock;
}): SmsHttpDeps {
  const { smsc, notices, settings, clock } = deps;
  const protocol = 'http';
  const references = createReferences(protocol, 'reference');
  const form = pushForm(settings.noticeSecret, clock.nowMs);
  const webhook = createWebhook({ smsc, notices, references, protocol, form });
  const { apiKey } = settings;
  return { protocol, smsc, references, webhook, optOuts: null, failed: new Map(), apiKey };
}
