// Calls the portal from tests: a real server on a real database. Each browser keeps its cookie and
// shows its origin, as browsers do.

import type { Mode } from '../../../platform/db/mode.ts';
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import type { PortalError, PortalErrorCode } from '@jokko/contract/portal';
import { databaseFault } from '../../../platform/db/database-away.ts';
import {
  startTestPostgres,
  type TestDatabase,
  type TestPostgres,
} from '../../doctor/testing/postgres.ts';
import { testCatalogue } from '../../../payments/catalogue/testing.ts';
import { createRealtimeChanges } from '../../../backoffice/realtime/index.ts';
import type { UsersDeps } from '../../../backoffice/users/index.ts';
import { loadSecrets, makeSecretKey } from '../../../platform/secrets/index.ts';
import { environment } from '../../../platform/environment.ts';
import { openLog } from '../../../platform/log.ts';
import { createAddressGuard } from '../../../platform/outbound/guard.ts';
import { testApprovalRequestKinds } from './approval-request-kinds.ts';
import { registerPortal, type PortalDeps } from '../http-index.ts';
import { testNetwork } from './network.ts';
import { openTestSms } from './sms.ts';
import { testDocuments } from './documents.ts';
import { testPayouts } from './payouts.ts';
import { testWorking } from './working.ts';
import { createInboxAddresses } from '../../../payments/test-inbox/index.ts';
import { createAcceptedCounter } from '../../../payments/request-log/accepted-counts.ts';
import type { StreamEnds } from '../../../platform/http/event-stream.ts';
import { secureAnswers } from '../../../platform/http/secure-answers.ts';

/** For every read; far longer than any stall of a machine that runs tests. */
const deadlineMs = 100_000;
/** The password of everybody in tests. */
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
const nobody = () => Promise.reject(new Error('nobody is called here'));
/** Nobody is called, and no request of the payments interface comes. */
const idle: Pick<PortalDeps, 'receivers' | 'inboxes' | 'phones' | 'acceptedRequests'> = {
  acceptedRequests: createAcceptedCounter(environment.now),
  receivers: {
    guard: createAddressGuard({ loopbackAllowed: true, networks: [], ownHosts: [] }),
    probe: () => Promise.resolve({ ok: false, errorClass: 'dns_error' }),
    tester: { test: nobody, sign: nobody, post: nobody },
  },
  inboxes: createInboxAddresses(Buffer.alloc(16)),
  phones: null,
};

const transactionWork = ({
  askProvider = () => Promise.resolve('notSent'),
  cancelParked = () => Promise.resolve('unknown'),
}: PortalOptions): Pick<PortalDeps, 'reverse' | 'cancelParked' | 'askProvider'> => ({
  reverse: () => Promise.resolve({ type: 'unknown' }),
  cancelParked,
  askProvider,
});

const paceOf = ({ changesEveryMs: every }: PortalOptions) =>
  every === undefined ? undefined : { accountsMs: every, metricsMs: every };

interface PortalOptions {
  files?: string;
  /** A sandbox unless given. */
  mode?: Mode;
  registration?: boolean;
  /** 0 unless given: approvals of new members count at once. */
  newMemberHours?: number;
  publicStatus?: boolean;
  mails?: boolean;
  /** Nobody is reached unless given. */
  senders?: PortalDeps['senders'];
  /** All is in order unless given. */
  stopped?: PortalDeps['stopped'];
  deadlineMs?: number;
  /** Nothing was sent unless given. */
  askProvider?: PortalDeps['askProvider'];
  /** There are none unless given. */
  cancelParked?: PortalDeps['cancelParked'];
  /** Between two looks for what open pages are told; as in the product unless given. */
  changesEveryMs?: number;
  /** Whether what a caller forwards is believed, as of a listed proxy. */
  behindProxy?: boolean;
  /** The shared one unless given; it is closed with the portal. */
  postgres?: TestPostgres;
}

export async function startPortal(options: PortalOptions = {}) {
  const postgres = options.postgres ?? (await startTestPostgres());
  const db = await postgres.database();
  await db.sql(`insert into catalogue (document) values ('{"services":[],"routes":[]}')`);
  const { mode = 'sandbox' } = options;
  await db.sql(`update installation set mode = '${mode}'`);
  const secrets = await loadSecrets(db.database, { current: makeSecretKey(), old: [] });
  const users: UsersDeps = {
    database: db.database.withDeadline(options.deadlineMs ?? deadlineMs),
    secrets,
  };
  const changes = createRealtimeChanges(db.database, db.url, () => {}, paceOf(options));
  const documents = testDocuments(secrets);
  const { load, network } = testNetwork(users);
  const sms = openTestSms(db.database, secrets);
  const { app, served } = createApp(options.behindProxy === true, {
    ...users,
    working: testWorking(db.database),
    approvalRequestKinds: testApprovalRequestKinds(documents.forPortal.documents),
    changes,
    databaseFault,
    now: environment.now,
    catalogue: testCatalogue,
    mode,
    stopped: options.stopped ?? (() => null),
    publicUrl: null,
    mails: options.mails === true,
    senders: options.senders ?? {},
    newMemberHours: options.newMemberHours ?? 0,
    publicStatus: options.publicStatus === true,
    log: openLog('silent', 'test'),
    ...network,
    ...documents.forPortal,
    ...idle,
    ...transactionWork(options),
    payouts: testPayouts(users),
    registration: options.registration === false ? null : { ...start, withKey: mode === 'sandbox' },
    files: options.files ?? '/nowhere',
    sms,
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;

  const browser = (token: string | null = null): Browser => browserAt(origin, token);
  return {
    load,
    register: (email: string) => register(db, browser(), email),
    origin,
    served,
    users,
    db,
    browser,
    async close() {
      for (const each of [app, changes, sms, documents, db, postgres]) await each.close();
    },
  };
}
export type Portal = Awaited<ReturnType<typeof startPortal>>;

/** `served`: each route, as the table of routes names them. */
function createApp(trustProxy: boolean, deps: PortalDeps) {
  const app = Fastify({ forceCloseConnections: true, trustProxy });
  const served: string[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) served.push(`${each} ${url}`);
  });
  secureAnswers(app, null);
  const ends: StreamEnds = [];
  const sendPage = registerPortal(app, deps, ends);
  app.addHook('preClose', (done) => {
    for (const end of ends) end();
    done();
  });
  app.setNotFoundHandler((request, reply) =>
    sendPage(request, reply) ? reply : reply.code(404).send('none'),
  );
  return { app, served };
}

/** A developer who has just registered, with an account of their own. */
async function register(
  db: TestDatabase,
  registered: Browser,
  email: string,
): Promise<{ browser: Browser; email: string }> {
  await db.sql('delete from login_attempt');
  const { status } = await registered.post('register', {
    email,
    password,
    name: 'Awa',
    company: 'Boutique',
    language: 'fr',
  });
  assert.equal(status, 200);
  return { browser: registered, email };
}

/** A browser that keeps its cookie. */
function browserAt(origin: string, token: string | null): Browser {
  const self: Browser = {
    token,
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, body = {}, headers) => send('POST', path, body, headers),
  };
  async function send(
    method: string,
    path: string,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const cookie = self.token === null ? {} : { cookie: `jokko=${self.token}` };
    const posted = method === 'POST' ? { origin, 'content-type': 'application/json' } : {};
    const response = await fetch(`${origin}/portal/api/${path}`, {
      method,
      headers: { ...cookie, ...posted, ...headers },
      ...(method === 'POST'
        ? {
            body:
              typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
          }
        : {}),
    });
    const set = /^jokko=([^;]*)/.exec(response.headers.get('set-cookie') ?? '')?.[1];
    if (set !== undefined) self.token = set === '' ? null : set;
    if (response.headers.get('content-type')?.startsWith('text/event-stream') === true) {
      await response.body!.cancel();
      return { status: response.status, headers: response.headers, json: null, code: null };
    }
    const text = await response.text();
    const json = (text.startsWith('{') ? JSON.parse(text) : null) as Partial<PortalError> | null;
    return {
      status: response.status,
      headers: response.headers,
      json,
      code: json?.error?.code ?? null,
    };
  }
  return self;
}
