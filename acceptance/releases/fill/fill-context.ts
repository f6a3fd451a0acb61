// Opens the installation that is filled for a release: with fixed keys, a mail server and a
// receiver of callbacks, two merchants and their people, and two operators.

import assert from 'node:assert/strict';
import {
  startMailServer,
  type TestMailServer,
} from '../../../gateway/src/platform/mail/testing.ts';
import { meet, well, type User } from '../../crash/back-office/person.ts';
import { openStoredRows, type StoredRows } from '../../harness/database.ts';
import {
  createAccount,
  createClient,
  sendRequest,
  startInstallation,
  startReceiver,
  until,
  type Account,
  type Client,
  type Installation,
  type Json,
  type Receiver,
} from '../../harness/index.ts';

/** It opens nothing but the secrets of the dumps. */
export const secretKey = Buffer.alloc(32, 'of the dumps of releases').toString('base64');

export interface FillContext {
  installation: Installation;
  rows: StoredRows;
  receiver: Receiver;
  mail: TestMailServer;
  /** A merchant who does everything, and one whose requests are signed. */
  shop: Account;
  client: Client;
  signing: Account;
  owner: User;
  /** The second of the merchant's users who may approve. */
  treasurer: User;
  admin: User;
  finance: User;
  destinationId: number;
  /** Says how long a part took, and in which one it failed. */
  step(name: string, work: () => Promise<unknown>): Promise<void>;
  /** Moves the clock, and signs the users in again where their sessions are over. */
  pass(seconds: number): Promise<void>;
  control(path: string, body: object): Promise<Json>;
  /** Both operators: one asked for `id`, the other approves it. */
  approve(id: number): Promise<void>;
  untilRow(what: string, sql: string, values?: readonly unknown[]): Promise<void>;
  close(): Promise<void>;
}

const daySeconds = 86_400;
const withinMs = 180_000;

export async function openFillContext(): Promise<FillContext> {
  const [receiver, mail] = await Promise.all([startReceiver(), startMailServer()]);
  const installation = await startInstallation({
    ownDatabase: true,
    env: {
      JOKKO_SECRET_KEY: secretKey,
      JOKKO_SMTP_URL: mail.url,
      JOKKO_MAIL_FROM: 'Jokko <no-reply@example.sn>',
      LOG_LEVEL: 'warn',
      SIM_DELAY_MS: '200',
      JOKKO_PUBLIC_STATUS: 'on',
      JOKKO_LOOK_UP_REFUSALS: '15',
    },
  });
  const rows = openStoredRows(installation);
  const people = await invite(installation);
  const { shop, owner, treasurer, admin, finance } = people;
  const destinationId = await addDestination(owner, treasurer);
  const place: FillContext = {
    installation,
    rows,
    receiver,
    mail,
    ...people,
    client: createClient(installation.baseUrl, shop.apiKey),
    destinationId,
    async step(name, work) {
      const startedAt = performance.now();
      try {
        await work();
      } catch (error) {
        throw new Error(`filling a release: ${name}`, { cause: error });
      }
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
      process.stderr.write(`${name} ${seconds} s\n`);
    },
    async pass(seconds) {
      await installation.cli(['clock', 'advance', String(seconds)]);
      await Promise.all([owner, treasurer, admin, finance].map((user) => user.signIn()));
    },
    async control(path, body) {
      const { json } = await sendRequest(`${installation.simulatorUrl}/control/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return json as Json;
    },
    async approve(id) {
      const { state } = well(
        await finance.insist('operator/approval-requests/approve', { id, note: 'vu' }),
      );
      assert.equal(state, 'done', `approval request ${id}`);
    },
    async untilRow(what, sql, values = []) {
      const look = async (): Promise<boolean> => (await rows.read(sql, values)).length > 0;
      await until(what, look, { timeoutMs: withinMs, everyMs: 100 });
    },
    async close() {
      await rows.close();
      await installation.stop();
      await Promise.all([receiver.close(), mail.close()]);
    },
  };
  await place.pass(daySeconds);
  return place;
}

type People = Pick<FillContext, 'shop' | 'signing' | 'owner' | 'treasurer' | 'admin' | 'finance'>;

async function invite(installation: Installation): Promise<People> {
  const { cli, baseUrl, nodes } = installation;
  const [shop, signing] = await Promise.all([
    createAccount(installation, { name: 'Boutique Teranga', fund: 5_000_000, language: 'fr' }),
    createAccount(installation, { name: 'Marché Signé', fund: 100_000, language: 'en' }),
  ]);
  const deps = { nodes: () => [baseUrl], random: () => 0 };
  const admin = await meet(deps, 'admin', nodes[0].details.firstOperatorLink!);
  const account = String(shop.accountId);
  const roles = ['owner', 'finance'] as const;
  const [owner, treasurer] = await Promise.all(
    roles.map(async (role) => {
      const email = `${role}@example.sn`;
      const { link } = await cli<{ link: string }>([
        'account',
        'invite',
        account,
        email,
        '--role',
        role,
      ]);
      return meet(deps, role, link);
    }),
  );
  const { link } = await cli<{ link: string }>([
    'operator',
    'invite',
    'cashier@example.sn',
    '--role',
    'finance',
  ]);
  const finance = await meet(deps, 'cashier', link);
  return { shop, signing, owner: owner!, treasurer: treasurer!, admin, finance };
}

async function addDestination(owner: User, treasurer: User): Promise<number> {
  const bank = {
    kind: 'bank',
    holder: 'Boutique Teranga',
    institution: 'CBAO Dakar',
    country: 'SN',
    number: 'SN010 01520 000485000030 35',
  };
  const { id } = well(await owner.insist('settlements/destinations', bank));
  well(await treasurer.insist('settlements/destinations/confirm', { id }));
  return id as number;
}
