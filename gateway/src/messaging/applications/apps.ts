// Creates, changes and revokes the SMS apps of an account and renews their keys. Each change is
// one transaction that notifies all nodes.

import { loadMode, type Mode } from '../../platform/db/mode.ts';
import type { Database, Session } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { recordAudit, type Who } from '../../platform/audit/index.ts';
import { keyIdText, loadAccount, makeApiKey, touch } from '../../payments/accounts/index.ts';
import { contextOf, type Secrets } from '../../platform/secrets/index.ts';
import {
  loadApp,
  loadApps,
  loadSealedAppKey,
  loadShownAppKey,
  storeApp,
  storeAppSettings,
  storeKey,
  storeRevocation,
  takeAppId,
  type KeptKey,
  type SmsAppRow,
  type SmsAppSettings,
} from './app-store.ts';

export type CreatedApp =
  { ok: true; appId: string; appKey: string } | { ok: false; refusal: 'unknown account' };
export type RotatedApp =
  { ok: true; appId: string; appKey: string } | { ok: false; refusal: 'unknown app' | 'revoked' };
export type ChangedApp =
  { ok: true; app: ListedApp } | { ok: false; refusal: 'unknown app' | 'revoked' };
/** `appId` as it is shown (`js_test_7`): the beginning of the app's key. */
export type ListedApp = SmsAppRow & { appId: string };

/** Who makes a change, and of which account the app has to be; absent: of any. */
export interface AppChanger {
  who: Who;
  accountId?: number;
}
const commandLine: AppChanger = { who: { kind: 'command' } };

/**
 * Gives the account an app of its own key and settings. The key is returned once, here; in a
 * sandbox it is stored sealed as well.
 */
export function createApp(
  database: Database,
  secrets: Secrets,
  accountId: number,
  name: string,
  { who }: AppChanger = commandLine,
): Promise<CreatedApp> {
  return inTransaction(database, async (session): Promise<CreatedApp> => {
    if (!(await touch(session, accountId))) return { ok: false, refusal: 'unknown account' };
    const id = await takeAppId(session);
    const { appKey, appId, kept } = await makeKey(session, secrets, id);
    await storeApp(session, { id, accountId, name, key: kept });
    await recordAudit(session, {
      who,
      action: 'sms-app.create',
      accountId,
      subject: `sms-app/${appId}`,
      new: { name },
    });
    return { ok: true, appId, appKey };
  });
}

/**
 * Gives the app a new key. The one it had goes on for `overlapMs`, 0 ends it at once; one from an
 * earlier rotation ends in any case.
 */
export function rotateApp(
  database: Database,
  secrets: Secrets,
  id: number,
  overlapMs: number,
  by: AppChanger = commandLine,
): Promise<RotatedApp> {
  return changeApp(database, id, by, async (session, accountId) => {
    const { appKey, appId, kept } = await makeKey(session, secrets, id);
    await storeKey(session, id, overlapMs, kept);
    await recordAudit(session, {
      who: by.who,
      action: 'sms-app.roll',
      accountId,
      subject: `sms-app/${appId}`,
      new: { overlapMs },
    });
    return { ok: true, appId, appKey };
  });
}

/** Ends the app at once. What it has accepted is still sent. */
export function revokeApp(
  database: Database,
  id: number,
  by: AppChanger = commandLine,
): Promise<ChangedApp> {
  return changeApp(database, id, by, async (session, accountId) => {
    await storeRevocation(session, id);
    const app = listed(await loadMode(session), (await loadApp(session, id))!);
    await recordAudit(session, {
      who: by.who,
      action: 'sms-app.revoke',
      accountId,
      subject: `sms-app/${app.appId}`,
    });
    return { ok: true, app };
  });
}

/**
 * Changes what `settings` names and answers the app as it is then. Takes effect for what is
 * accepted from now on.
 */
export function setApp(
  database: Database,
  id: number,
  settings: SmsAppSettings,
  by: AppChanger = commandLine,
): Promise<ChangedApp> {
  return changeApp(database, id, by, async (session, accountId) => {
    await storeAppSettings(session, id, settings);
    const app = listed(await loadMode(session), (await loadApp(session, id))!);
    await recordAudit(session, {
      who: by.who,
      action: 'sms-app.change',
      accountId,
      subject: `sms-app/${app.appId}`,
      new: settings,
    });
    return { ok: true, app };
  });
}

/** All apps of an account, revoked ones included; null when there is no such account. */
export async function listApps(session: Session, accountId: number): Promise<ListedApp[] | null> {
  if ((await loadAccount(session, accountId)) === null) return null;
  const mode = await loadMode(session);
  return (await loadApps(session, accountId)).map((row) => listed(mode, row));
}

/**
 * The key of the account's first app where it can be shown again (sandbox); null where it cannot.
 */
export async function showAppKey(
  session: Session,
  secrets: Secrets,
  accountId: number,
): Promise<string | null> {
  const shown = await loadShownAppKey(session, accountId);
  return shown === null
    ? null
    : secrets.unseal(shown.sealed, contextOf('sms_app', 'key_sealed', shown.id));
}

/**
 * The key of an app that is not revoked where it can be shown again (sandbox); null where it
 * cannot.
 */
export async function showKeyOfApp(
  session: Session,
  secrets: Secrets,
  id: number,
): Promise<{ appId: string; appKey: string } | null> {
  const sealed = await loadSealedAppKey(session, id);
  if (sealed === null) return null;
  return {
    appId: keyIdText(await loadMode(session), id, 'js'),
    appKey: secrets.unseal(sealed, contextOf('sms_app', 'key_sealed', id)),
  };
}

/** The app's settings as they are; null when there is no such app. Revoked ones count. */
export async function findApp(session: Session, id: number): Promise<ListedApp | null> {
  const app = await loadApp(session, id);
  return app === null ? null : listed(await loadMode(session), app);
}

function changeApp<Result>(
  database: Database,
  id: number,
  by: AppChanger,
  change: (session: Session, accountId: number) => Promise<Result>,
): Promise<Result | { ok: false; refusal: 'unknown app' | 'revoked' }> {
  return inTransaction(database, async (session) => {
    const accountId = (await loadApp(session, id))?.account_id;
    const isMine = by.accountId === undefined || by.accountId === accountId;
    if (accountId === undefined || !isMine || !(await touch(session, accountId)))
      return { ok: false, refusal: 'unknown app' };
    // Read again: it may have been revoked before the account was locked.
    return (await loadApp(session, id))!.revoked_at === null
      ? change(session, accountId)
      : { ok: false, refusal: 'revoked' };
  });
}

async function makeKey(
  session: Session,
  secrets: Secrets,
  id: number,
): Promise<{ appKey: string; appId: string; kept: KeptKey }> {
  const mode = await loadMode(session);
  const appKey = makeApiKey(mode, id, 'js');
  const sealed =
    mode === 'sandbox' ? secrets.seal(appKey, contextOf('sms_app', 'key_sealed', id)) : null;
  return {
    appKey,
    appId: keyIdText(mode, id, 'js'),
    kept: { hash: secrets.hashKey(appKey), lastFour: appKey.slice(-4), sealed },
  };
}

function listed(mode: Mode, row: SmsAppRow): ListedApp {
  return { ...row, appId: keyIdText(mode, row.id, 'js') };
}
