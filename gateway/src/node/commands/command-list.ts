// Lists the first words of all commands. The code of a noun's commands is loaded when one of them
// is asked for, so that a command starts without the others' code.

import type { Noun } from '../../cli/command.ts';

export const nouns: readonly Noun[] = [
  {
    name: 'serve',
    summary: 'Run a node.',
    load: () => import('./cli-serve.ts'),
  },
  {
    name: 'migrate',
    summary: 'Upgrade the database schema.',
    load: () => import('./cli-migrate.ts'),
  },
  {
    name: 'account',
    summary: 'Manage developer accounts.',
    load: loadAccountCommands,
  },
  {
    name: 'cell',
    summary: 'Manage further databases that hold accounts.',
    load: () => import('./cli-cell.ts'),
  },
  {
    name: 'key',
    summary: 'Manage API keys.',
    load: () => import('../../payments/accounts/cli-key.ts'),
  },
  {
    name: 'hmac',
    summary: 'Manage the HMAC secrets that sign requests and callbacks.',
    load: () => import('../../payments/accounts/cli-hmac.ts'),
  },
  {
    name: 'webhook-secret',
    summary: 'Manage the webhook secrets that sign callbacks.',
    load: () => import('../../payments/accounts/cli-webhook-secret.ts'),
  },
  {
    name: 'callback',
    summary: 'Inspect, resend and abandon callbacks.',
    load: () => import('../../payments/callbacks/cli-callback.ts'),
  },
  {
    name: 'pin',
    summary: 'Manage the TLS keys that callback receivers must present.',
    load: () => import('../../payments/pins/cli-pin.ts'),
  },
  {
    name: 'request',
    summary: 'Inspect rejected requests.',
    load: () => import('../../payments/request-log/cli-request.ts'),
  },
  {
    name: 'certificate',
    summary: 'Verify certificates of integration tests, also those of another installation.',
    load: () => import('../../payments/integration-tests/cli-certificate.ts'),
  },
  {
    name: 'privacy',
    summary: "Export or remove one person's data.",
    load: () => import('../../backoffice/privacy/cli-privacy.ts'),
  },
  {
    name: 'blacklist',
    summary: 'Manage callers that are blocked from status queries.',
    load: () => import('../../payments/status-limits/cli-blacklist.ts'),
  },
  {
    name: 'catalogue',
    summary: 'Export and import services, prices, rules and routes.',
    load: () => import('../../payments/catalogue/cli-catalogue.ts'),
  },
  {
    name: 'route',
    summary: 'Enable and disable provider routes, and inspect their breakers.',
    load: loadRouteCommands,
  },
  {
    name: 'bank-files',
    summary: 'Inspect the files that banks exchange with the gateway.',
    load: () => import('../../payments/provider-files/cli-bank-files.ts'),
  },
  {
    name: 'connector',
    summary: 'Test connections to providers, and write connectors of your own.',
    load: loadConnectorCommands,
  },
  {
    name: 'golive',
    summary: 'Say what a route or SMS connection lacks to go live.',
    load: () => import('../../backoffice/golive/cli-golive.ts'),
  },
  {
    name: 'settlement',
    summary: 'Manage settlements to bank accounts and wallets.',
    load: () => import('../../backoffice/settlements/cli-settlement.ts'),
  },
  {
    name: 'refund-limit',
    summary: 'Show or set the amount above which a refund needs a second user.',
    load: () => import('../../backoffice/refunds/cli-refund-limit.ts'),
  },
  {
    name: 'reconciliation',
    summary: "Compare providers' statements with the ledger.",
    load: () => import('../../backoffice/reconciliation/cli-reconciliation.ts'),
  },
  {
    name: 'provider',
    summary: 'List the statements that are fetched from providers, and fetch one again.',
    load: () => import('../../backoffice/provider-reports/cli-provider.ts'),
  },
  {
    name: 'case',
    summary: 'Inspect operations whose outcome two users must decide.',
    load: () => import('../../backoffice/cases/cli-case.ts'),
  },
  {
    name: 'sms',
    summary: 'Manage SMS routing, carrier connections and ported numbers.',
    load: loadSmsCommands,
  },
  {
    name: 'sms-app',
    summary: 'Manage SMS applications and their opt-outs.',
    load: () => import('../../messaging/applications/cli-sms-app.ts'),
  },
  {
    name: 'operator',
    summary: "Manage the operator's portal users.",
    load: () => import('../../backoffice/users/cli-operator.ts'),
  },
  {
    name: 'alerts',
    summary: 'List what is wrong now, and who looks after it.',
    load: () => import('../../backoffice/alerts/cli-alerts.ts'),
  },
  {
    name: 'audit',
    summary: 'Read and verify the audit log.',
    load: () => import('../../platform/audit/cli-audit.ts'),
  },
  {
    name: 'secrets',
    summary: 'Manage the encryption of stored secrets.',
    load: () => import('./cli-secrets.ts'),
  },
  {
    name: 'backup',
    summary: 'Back up the installation while it runs.',
    load: () => import('./cli-backup.ts'),
  },
  {
    name: 'archive',
    summary: 'Move the history of old operations to compressed files.',
    load: () => import('./cli-archive.ts'),
  },
  {
    name: 'recover',
    summary: 'Put a restored or rolled-back database right.',
    load: () => import('./cli-recover.ts'),
  },
  {
    name: 'clock',
    summary: 'Move the clock of a sandbox.',
    load: () => import('./cli-clock.ts'),
  },
  {
    name: 'doctor',
    summary: 'Check every invariant of the live database.',
    load: () => import('./cli-doctor.ts'),
  },
  {
    name: 'health',
    summary:
      'Show the state of routes, receivers, floats, nodes, tasks, database and carrier connections.',
    load: () => import('../../platform/health/cli-health.ts'),
  },
  { name: 'bench', summary: 'Run the benchmarks.', load: () => import('./cli-bench.ts') },
];

/** Members are users, who know accounts; accounts know nothing of users. */
async function loadAccountCommands() {
  const [accounts, { inviteMember }] = await Promise.all([
    import('../../payments/accounts/cli-account.ts'),
    import('../../backoffice/users/cli-account-invite.ts'),
  ]);
  return { commands: [...accounts.commands, inviteMember] };
}

/** Trying a route out is the back office's; writing a connector needs no database. */
async function loadConnectorCommands() {
  const [tests, own] = await Promise.all([
    import('../../backoffice/connection-tests/cli-connector.ts'),
    import('../own-connectors/cli-own-connectors.ts'),
  ]);
  return { commands: [...tests.commands, ...own.commands] };
}

/** A switch opens an incident; breakers know nothing of those. */
async function loadRouteCommands() {
  const [routes, breakers, simulation] = await Promise.all([
    import('../../backoffice/incidents/cli-route.ts'),
    import('../../payments/breakers/cli-breaker.ts'),
    import('../../payments/breakers/cli-simulate.ts'),
  ]);
  return { commands: [...routes.commands, ...breakers.commands, ...simulation.commands] };
}

/**
 * What waits on a carrier connection is known to the delivery, which knows the routing and not the
 * other way round.
 */
async function loadSmsCommands() {
  const [routing, connections, minimum] = await Promise.all([
    import('../../messaging/routing/cli-sms.ts'),
    import('../../messaging/delivery/cli-sms-link.ts'),
    import('../../backoffice/alerts/cli-sms-minimum.ts'),
  ]);
  const link = {
    name: 'link',
    summary: 'Inspect carrier connections, and set what their balances may fall to.',
    commands: [...connections.commands, ...minimum.commands],
  };
  return { commands: [...routing.commands, link] };
}
