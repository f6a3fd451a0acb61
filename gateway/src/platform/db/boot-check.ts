// Checks at the start that the database is safe to use: settings that would lose acknowledged
// money, an installation of another mode, a server that is too old. Rehearsal and live mode refuse
// these; the sandbox warns.

import { settingsOf } from './connection-settings.ts';
import type { Session, Statement } from './database.ts';
import type { Mode } from './mode.ts';

export interface Finding {
  /** `refuse`: do not start. */
  level: 'refuse' | 'warn';
  message: string;
}

const oldestVersion = 15;
/**
 * A node that died in the middle of an exchange must not lose its lease before that exchange has
 * certainly ended (F18).
 */
const leaseMarginMs = 15_000;

const selectSettings: Statement = {
  name: 'select_server_settings',
  text: `select name, setting from pg_settings where name in ('server_version_num', 'fsync',
    'full_page_writes', 'synchronous_commit',
           'data_checksums', 'wal_level', 'archive_mode', 'synchronous_standby_names',
             'default_transaction_isolation')`,
};
const selectOwnSettings: Statement = {
  name: 'select_own_settings',
  text: 'select name, setting from pg_settings where name = any($1)',
};
const selectRights: Statement = {
  name: 'select_rights',
  text: `select rolsuper as superuser from pg_roles where rolname = current_user`,
};
/**
 * Ten-thousandths: 100,000 units. With real money one user alone refunds less than that, unless two
 * have said otherwise; `jokko refund-limit` shows it.
 */
const refundLimitOfRealMoney = 1_000_000_000n;
const insertInstallation: Statement = {
  name: 'insert_installation',
  text: 'insert into installation (mode, id_key, refund_limit) values ($1, $2, $3) on conflict do nothing',
};
const selectInstallation: Statement = {
  name: 'select_installation_mode',
  text: 'select mode from installation',
};

/**
 * Writes the mode into a new database; an installation keeps its mode for good. `idKey` is used
 * when the row is new. Answers why we must not work on it, or null.
 */
export async function claimInstallation(
  session: Session,
  mode: Mode,
  idKey: Buffer,
): Promise<string | null> {
  const refundLimit = mode === 'sandbox' ? null : refundLimitOfRealMoney;
  await session.query(insertInstallation, [mode, idKey, refundLimit]);
  const [row] = await session.query<{ mode: Mode }>(selectInstallation);
  if (row?.mode === mode) return null;
  return `this database belongs to a ${row?.mode ?? 'broken'} installation and JOKKO_MODE is ${mode}; an installation never changes its mode`;
}

/** Looks at the server's settings (reliability 4.16). */
export async function checkServer(session: Session, mode: Mode): Promise<Finding[]> {
  const rows = await session.query<{ name: string; setting: string }>(selectSettings);
  const [rights] = await session.query<{ superuser: boolean }>(selectRights);
  const settings = new Map(rows.map((row) => [row.name, row.setting]));
  const demanded = settingsOf('statement', majorVersion(settings));
  const own = await session.query<{ name: string; setting: string }>(selectOwnSettings, [
    [...demanded.keys()],
  ]);
  return [
    ...judgeSettings(settings, { mode, superuser: rights?.superuser === true }),
    ...judgeConnection(demanded, new Map(own.map((row) => [row.name, row.setting])), mode),
  ];
}

const majorVersion = (settings: ReadonlyMap<string, string>): number =>
  Math.floor(Number(settings.get('server_version_num') ?? 0) / 10_000);

/**
 * Whether a connection of ours has the settings it was given: a pooler may hand out connections
 * that do not.
 */
export function judgeConnection(
  demanded: ReadonlyMap<string, string>,
  present: ReadonlyMap<string, string>,
  mode: Mode,
): Finding[] {
  // Sockets of the same machine have no TCP settings.
  const lost = [...demanded].filter(
    ([name, value]) => !name.startsWith('tcp_') && present.get(name) !== value,
  );
  return lost.slice(0, 1).map(([name, value]) => ({
    level: mode === 'sandbox' ? 'warn' : 'refuse',
    message: `a connection to PostgreSQL has ${name} = ${present.get(name) ?? 'unknown'} although it was set to ${value}: a pooler between must keep a session's settings`,
  }));
}

/** Pure, so that every verdict can be tried without a server that is set up badly. */
export function judgeSettings(
  settings: ReadonlyMap<string, string>,
  { mode, superuser }: { mode: Mode; superuser: boolean },
): Finding[] {
  const findings: Finding[] = [];
  const grave = mode === 'sandbox' ? 'warn' : 'refuse';
  const demand = (name: string, allowed: string[], why: string): void => {
    const setting = settings.get(name) ?? 'unknown';
    if (!allowed.includes(setting))
      findings.push({ level: grave, message: `PostgreSQL runs with ${name} = ${setting}: ${why}` });
  };
  const version = majorVersion(settings);
  if (version < oldestVersion)
    findings.push({
      level: 'refuse',
      message: `PostgreSQL ${version} is too old, ${oldestVersion} or newer is needed`,
    });
  demand('fsync', ['on'], 'a power cut would lose or break acknowledged transactions');
  demand('full_page_writes', ['on'], 'a power cut could break pages for good');
  demand(
    'synchronous_commit',
    ['on', 'remote_apply'],
    'a crash would lose acknowledged transactions',
  );
  demand(
    'default_transaction_isolation',
    ['read committed'],
    'the statements are written for read committed',
  );
  if (settings.get('data_checksums') !== 'on')
    findings.push({
      level: 'warn',
      message: 'PostgreSQL runs without data checksums: damage on disk stays unseen',
    });
  if (mode !== 'sandbox') findings.push(...judgeAvailability(settings, superuser));
  return findings;
}

function judgeAvailability(settings: ReadonlyMap<string, string>, superuser: boolean): Finding[] {
  const findings: Finding[] = [];
  const copied =
    settings.get('archive_mode') !== 'off' || settings.get('synchronous_standby_names') !== '';
  if (settings.get('wal_level') === 'minimal' || !copied) {
    findings.push({
      level: 'warn',
      message:
        'PostgreSQL has neither archive nor synchronous standby: the loss of its disk loses everything',
    });
  }
  if (superuser)
    findings.push({
      level: 'warn',
      message: 'the role in DATABASE_URL is a superuser: give Jokko a role of its own',
    });
  return findings;
}

/** `timeouts`: how long each kind of exchange may take, by name. */
export function checkLease(
  leaseMs: number,
  timeouts: { [exchange: string]: number },
  mode: Mode,
): Finding[] {
  const level = mode === 'sandbox' ? 'warn' : 'refuse';
  return Object.entries(timeouts)
    .filter(([, timeoutMs]) => leaseMs < timeoutMs + leaseMarginMs)
    .map(([exchange, timeoutMs]) => ({
      level,
      message: `JOKKO_LEASE_MS is ${leaseMs}, but ${exchange} may take ${timeoutMs} ms: at least ${timeoutMs + leaseMarginMs} is needed`,
    }));
}
