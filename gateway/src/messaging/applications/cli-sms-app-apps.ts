// Presents SMS applications, and says why a command cannot be carried out on one.

import type { ChangedApp, ListedApp } from './index.ts';
import { Refusal } from '../../cli/errors.ts';
import { readAppName } from '../../payments/accounts/cli-key-names.ts';
import { argument } from '../../cli/parameters.ts';
import { table } from '../../cli/table.ts';

export const appArgument = argument(
  'APP',
  'The application, such as js_test_7; see `jokko sms-app list`.',
  readAppName,
);

export function presentApp(app: ListedApp) {
  return {
    appId: app.appId,
    name: app.name,
    state: app.revoked_at === null ? 'active' : 'revoked',
    lastFour: app.last_four,
    transliterate: app.transliterate,
    partsMax: app.parts_max,
    validityMinutes: app.validity_minutes,
    duplicateWindowSeconds: app.duplicate_window_seconds,
    quiet: app.quiet,
    inboundUrl: app.inbound_url,
    reportUrl: app.report_url,
    createdAt: app.created_at,
    revokedAt: app.revoked_at,
    oldKeyUntil: app.old_key_until,
  };
}

export const tableOfApps = (apps: ReturnType<typeof presentApp>[]): string =>
  table(
    apps,
    {
      app: ({ appId }) => appId,
      'last four': ({ lastFour }) => `…${lastFour}`,
      state: ({ state }) => state,
      name: ({ name }) => name,
      transliterate: ({ transliterate }) => (transliterate ? 'on' : 'off'),
      'parts max': ({ partsMax }) => partsMax,
      validity: ({ validityMinutes }) => `${validityMinutes} min`,
      'duplicate window': ({ duplicateWindowSeconds }) =>
        duplicateWindowSeconds === null ? '' : `${duplicateWindowSeconds} s`,
      quiet: ({ quiet }) => quiet,
      'inbound url': ({ inboundUrl }) => inboundUrl,
      'report url': ({ reportUrl }) => reportUrl,
      'old key until': ({ oldKeyUntil }) => oldKeyUntil,
    },
    'No SMS applications.',
  );

/** The application of a change; throws why there is none. */
export function requireApp(changed: ChangedApp): ListedApp {
  if (changed.ok) return changed.app;
  throw refusalOf(changed.refusal);
}

export const refusalOf = (refusal: 'unknown app' | 'revoked'): Refusal =>
  new Refusal(
    refusal === 'revoked' ? 'this SMS application is revoked' : 'there is no such SMS application',
  );
