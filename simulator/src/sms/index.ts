// Entry point to everything about short messages: one SMSC with its book, reached by SMPP and by
// HTTP in the forms of several carriers.

import { join } from 'node:path';
import { openBook } from '../core/book.ts';
import { startSmpp } from '../smpp/server.ts';
import { openCarriers } from '../sms-carrier/carriers.ts';
import { messageOfLine } from './journal.ts';
import { findLines } from './reconcile.ts';
import { createSmsc } from './smsc.ts';
import { createTurn } from './turn.ts';
import type { Clock } from '../core/clock.ts';
import type { Notices } from '../core/notices.ts';
import type { Settings } from '../settings.ts';
import type { SmppServer } from '../smpp/server.ts';
import type { Carrier } from '../sms-carrier/carrier.ts';
import type { Line } from './journal.ts';
import type { Message } from './message.ts';
import type { SmsControlDeps } from './control.ts';

export interface ShortMessages {
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
  const carriers = openCarriers({ smsc, notices, clock });
  book.replay((text) => {
    const line = JSON.parse(text) as Line;
    smsc.load(line);
    for (const carrier of carriers) carrier.load(line);
  });
  const { smppPort: port, host, smppSystemId: systemId, smppPassword: password } = settings;
  const findMessage = async (id: string): Promise<Message | undefined> => {
    await turn.settled();
    const [line] = await findLines(book, { event: 'accepted', id });
    return line === undefined ? undefined : messageOfLine(line);
  };
  const open = { smsc, port, host, systemId, password, findMessage };
  const smpp: SmppServer = await startSmpp(open).catch(async (error: unknown) => {
    await book.close();
    throw error;
  });
  smsc.outlets.smpp = {
    deliver: (account, delivery) => smpp.accounts.of(account).deliver(delivery),
  };
  for (const { protocol, webhook } of carriers) smsc.outlets[protocol] = webhook;
  smsc.resume();
  return {
    carriers,
    control: { smsc, book, smpp, overHttp: carriers, systemId },
    async close() {
      await smpp.close();
      await turn.close();
      await book.close();
    },
  };
}
