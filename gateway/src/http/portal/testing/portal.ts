// How does a test talk to the portal? A real server on a real database; each browser keeps its cookie and shows its origin, as browsers do.

import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import type { PortalError, PortalErrorCode } from '@jokko/contract/portal';
import { databaseFault } from '../../../db/database-away.ts';
import { startTestPostgres } from '../../../doctor/testing/postgres.ts';
import { testCatalogue } from '../../../domain/catalogue/testing.ts';
import { createLiveChanges } from '../../../domain/live/index.ts';
import type { PeopleDeps } from '../../../domain/people/index.ts';
import { loadSecrets, makeSecretKey } from '../../../domain/secrets/index.ts';
import { openLog } from '../../../log.ts';
import { createAddressGuard } from '../../../outbound/guard.ts';
import { testWishKinds } from './wish-kinds.ts';
import { registerPortal, type PortalDeps } from '../index.ts';
import { testNetwork } from './network.ts';
import { openTestSms } from './sms.ts';
import { testDocuments } from './documents.ts';
import { testPayouts } from './payouts.ts';
import { testWorking } from './working.ts';

/** Of everybody in tests. */
export const password = 'la-teranga-sous-la-pluie';

export interface Answer {
  status: number;
  headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into it as they like
  json: any;
  code: PortalErrorCode | null;
}

export interface Browser {
  token: string | null;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
}

const start = { currency: 'XOF', activate: 'all', fundMinor: 0n } as const;
const noReceivers: PortalDeps['receivers'] = {
  guard: createAddressGuard({ loopbackAllowed: true, networks: [], ownHosts: [] }),
  probe: () => Promise.resolve({ ok: false, errorClass: 'dns_error' }),
  tester: { test: () => Promise.reject(new Error('nobody is called here')) },
};

const nobodyUndoes: PortalDeps['undo'] = () => Promise.resolve({ type: 'unknown' });

export async function startPortal(options: { files?: string; registration?: boolean; publicStatus?: boolean; deadlineMs?: number } = {}) {
  const postgres = await startTestPostgres();
  const db = await postgres.database();
  await db.sql(`insert into catalogue (document) values ('{"services":[],"routes":[]}')`);
  const secrets = await loadSecrets(db.database, { current: makeSecretKey(), old: [] });
  const people: PeopleDeps = { database: db.database.withDeadline(options.deadlineMs ?? 5_000), secrets };
  const changes = createLiveChanges(db.database, db.url, () => {});
  const documents = testDocuments(secrets);
  const { load, network } = testNetwork(people);
  const sms = openTestSms(db.database, secrets);
  const app = Fastify({ forceCloseConnections: true });
  const sendPage = registerPortal(app, {
    ...{
      people,
      working: testWorking(db.database),
      wishKinds: testWishKinds(documents.documents),
      changes,
      databaseFault,
      catalogue: testCatalogue,
      mode: 'sandbox',
      publicUrl: null,
      publicStatus: options.publicStatus === true,
      log: openLog('silent', 'test'),
    },
    ...network,
    ...{ documents: documents.documents, trials: documents.trials, receivers: noReceivers, undo: nobodyUndoes },
    payouts: testPayouts(people),
    registration: options.registration === false ? null : start,
    files: options.files ?? '/nowhere',
    sms,
  });
  app.setNotFoundHandler((request, reply) => (sendPage(request, reply) ? reply : reply.code(404).send('none')));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;

  const browser = (token: string | null = null): Browser => browserAt(origin, token);
  /** A developer who has just registered, with an account of their own. */
  async function register(email: string): Promise<{ browser: Browser; email: string }> {
    await db.sql('delete from guess');
    const registered = browser();
    const { status } = await registered.post('register', { email, password, name: 'Awa', company: 'Boutique', language: 'fr' });
    assert.equal(status, 200);
    return { browser: registered, email };
  }
  return {
    postgres,
    load,
    register,
    origin,
    people,
    db,
    browser,
    async close() {
      await app.close();
      await changes.close();
      await sms.close();
      await documents.close();
      await db.close();
      await postgres.close();
    },
  };
}
export type Portal = Awaited<ReturnType<typeof startPortal>>;

/** A browser that keeps its cookie. */
function browserAt(origin: string, token: string | null): Browser {
  const self: Browser = {
    token,
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, body = {}, headers) => send('POST', path, body, headers),
  };
  async function send(method: string, path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const cookie = self.token === null ? {} : { cookie: `jokko=${self.token}` };
    const posted = method === 'POST' ? { origin, 'content-type': 'application/json' } : {};
    const response = await fetch(`${origin}/portal/api/${path}`, {
      method,
      headers: { ...cookie, ...posted, ...headers },
      ...(method === 'POST' ? { body: typeof body === 'string' ? body : JSON.stringify(body) } : {}),
    });
    const set = /^jokko=([^;]*)/.exec(response.headers.get('set-cookie') ?? '')?.[1];
    if (set !== undefined) self.token = set === '' ? null : set;
    if (response.headers.get('content-type')?.startsWith('text/event-stream') === true) {
      await response.body!.cancel();
      return { status: response.status, headers: response.headers, json: null, code: null };
    }
    const text = await response.text();
    const json = (text.startsWith('{') ? JSON.parse(text) : null) as Partial<PortalError> | null;
    return { status: response.status, headers: response.headers, json, code: json?.error?.code ?? null };
  }
  return self;
}
