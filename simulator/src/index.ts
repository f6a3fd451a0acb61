// Entry point of the simulator: start one provider in this process, for tests and for `main.ts`.

import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { openBook } from './core/book.ts';
import { createClock } from './core/clock.ts';
import { createEngine } from './core/engine.ts';
import { createNotices } from './core/notices.ts';
import { createStore } from './core/store.ts';
import { lockFolder } from './lock.ts';
import { loadProtocols } from './own-protocols.ts';
import { openProtocols } from './protocols.ts';
import { createHandler, holdSocket } from './server.ts';
import { startShortMessages } from './sms/index.ts';
import { defaults } from './settings.ts';
import type { AddressInfo } from 'node:net';
import type { Book } from './core/book.ts';
import type { Clock } from './core/clock.ts';
import type { Line } from './core/operation.ts';
import type { Protocol, ProtocolDeps } from './protocol.ts';
import type { Settings } from './settings.ts';
import type { ShortMessages } from './sms/index.ts';

export interface Simulator {
  /** Base address, for example `http://127.0.0.1:41234`. */
  url: string;
  /** TCP port of the SMPP side. */
  smppPort: number;
  /** Stops listening, writes what is under way, frees the folder. */
  close(): Promise<void>;
}

const connectionIdleMs = 120_000;

/**
 * Starts a provider; every setting not given has its default (settings.ts). Throws when the folder
 * is in use or the port taken.
 */
export async function startSimulator(options: Partial<Settings> = {}): Promise<Simulator> {
  const settings: Settings = { ...defaults, ...options };
  const unlock = lockFolder(settings.dataDir);
  try {
    return await startLocked(settings, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

async function startLocked(settings: Settings, unlock: () => void): Promise<Simulator> {
  let url = '';
  const clockFile = join(settings.dataDir, 'clock.json');
  const clock = createClock(readOffset(clockFile));
  const notices = createNotices(clock);
  const store = createStore();
  const book = openBook(join(settings.dataDir, 'book.jsonl'));
  const protocols = new Map<string, Protocol>();
  const engine = createEngine({
    book,
    clock,
    store,
    answer: settings.answer,
    delayMs: settings.delayMs,
    async announce(announcement) {
      const notice = protocols.get(announcement.operation.protocol)?.notice(announcement);
      if (notice) await notices.send(notice);
    },
  });
  const deps: ProtocolDeps = {
    engine,
    store,
    book,
    clock,
    notices,
    settings,
    hold: (exchange) => holdSocket(clock, settings.holdMs, exchange),
    pageBase: () => settings.publicUrl ?? url,
    nowMs: clock.nowMs,
  };
  const further = await loadProtocols(settings.protocols);
  const opened = [...openProtocols(deps), ...further.map((open) => open(deps))];
  for (const protocol of opened) protocols.set(protocol.name, protocol);
  book.replay((text, offset) => engine.load(JSON.parse(text) as Line, offset));
  const saveClock = (): void => saveOffset(clockFile, clock.offsetMs());
  const sms = await startShortMessages({ settings, clock, notices });
  const handler = createHandler({ protocols, book, clock, engine, store, saveClock, sms });
  const server = createServer({ keepAliveTimeout: connectionIdleMs }, handler);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(settings.port, settings.host, resolve);
    });
  } catch (error) {
    await sms.close();
    throw error;
  }
  url = addressOf(server.address() as AddressInfo);
  engine.resume();
  return {
    url,
    smppPort: sms.control.smpp.port,
    close: () => closeAll({ server, clock, notices, book, sms, unlock }),
  };
}

async function closeAll(parts: {
  server: ReturnType<typeof createServer>;
  clock: Clock;
  notices: { close(): void };
  book: Book;
  sms: ShortMessages;
  unlock: () => void;
}): Promise<void> {
  const { server, clock, notices, book, sms, unlock } = parts;
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  clock.close();
  server.closeAllConnections();
  await closed;
  notices.close();
  await sms.close();
  await book.close();
  unlock();
}

function addressOf(address: AddressInfo): string {
  return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`;
}

function readOffset(path: string): number {
  try {
    const value = JSON.parse(readFileSync(path, 'utf8')) as { offsetMs?: unknown };
    return typeof value.offsetMs === 'number' ? value.offsetMs : 0;
  } catch {
    return 0;
  }
}

function saveOffset(path: string, offsetMs: number): void {
  writeFileSync(`${path}.new`, JSON.stringify({ offsetMs }));
  renameSync(`${path}.new`, path);
}
