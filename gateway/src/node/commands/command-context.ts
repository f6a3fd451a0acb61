// Opens what a command works on: configuration, database and secrets, and the way to providers and
// receivers. What only some commands need is loaded when they ask for it, so that the others start
// fast.

import type { CommandContext, ConfiguredContext, ContextOpener } from '../../cli/context.ts';
import { ConfigurationError } from '../../cli/errors.ts';
import type { Output } from '../../cli/output.ts';
import type { ConnectionTestDeps } from '../../backoffice/connection-tests/index.ts';
import type { OperatorDocument } from '../../platform/documents/index.ts';
import type { ConnectionSettings } from '../../messaging/routing/index.ts';
import type { CarrierState, FloatLeft, TroubledService } from '../../platform/health/index.ts';
import type { Log } from '../../platform/log.ts';
import { environment } from '../../platform/environment.ts';
import { openCells } from './command-cells.ts';
import { readConfig, type Config } from '../config/config.ts';

const probeTimeoutMs = 10_000;

/** The configuration, or an error that lists every fault by name. */
export function requireConfig(): Config {
  const read = readConfig();
  if (read.ok) return read.config;
  const faults = read.faults.map(({ name, message }) => `  ${name} ${message}`);
  throw new ConfigurationError(['the configuration is invalid:', ...faults].join('\n'));
}

/** A command knows what is configured, and nothing of what runs. */
async function dialSettings(config: Config) {
  const [{ dialSettingsOf }, { ownServicesOf }, { knownServices }, { watchOwnPeople }] =
    await Promise.all([
      import('../start/receivers.ts'),
      import('../start/own-services.ts'),
      import('../../platform/outbound/own-services.ts'),
      import('../../platform/http/guards/own-people.ts'),
    ]);
  return dialSettingsOf(config, {
    publicUrl: config.publicUrl,
    services: knownServices(ownServicesOf(config, config.databaseUrl)),
    people: watchOwnPeople(config),
  });
}

function configuredContext(config: Config, { progress }: Output): ConfiguredContext {
  return {
    mode: config.mode,
    publicUrl: config.publicUrl,
    progress,
    async connectors() {
      const [{ listConnectors }, { openLog }] = await Promise.all([
        import('../start/connectors.ts'),
        import('../../platform/log.ts'),
      ]);
      return listConnectors(config, openLog('warn', config.nodeId));
    },
    async callbackAddressProblem(url, { httpAllowed }) {
      const [settings, callbacks] = await Promise.all([
        dialSettings(config),
        import('../../payments/callbacks/index.ts'),
      ]);
      return callbacks.callbackAddressProblem(url, { guard: settings.guard, httpAllowed });
    },
    async probe(url) {
      const [settings, { probeReceiver }] = await Promise.all([
        dialSettings(config),
        import('../../platform/outbound/probe.ts'),
      ]);
      return probeReceiver(settings, url, probeTimeoutMs);
    },
  };
}

async function openContext(
  output: Output,
): Promise<{ context: CommandContext; close(): Promise<void> }> {
  const config = requireConfig();
  const [{ openInstallation }, { openLog }] = await Promise.all([
    import('../start/installation.ts'),
    import('../../platform/log.ts'),
  ]);
  // A command's own output is enough, unless more is asked for.
  const log = openLog(config.logLevel === 'info' ? 'warn' : config.logLevel, config.nodeId);
  const installation = await openInstallation(config, log, 'command');
  const { database, secrets, migrations } = installation;
  const cells = openCells(config, installation, output.progress);
  const context: CommandContext = {
    ...configuredContext(config, output),
    database,
    secrets,
    migrations,
    who: { kind: 'command' },
    async inCell(cell) {
      const place = await cells.open(cell);
      return { ...context, ...place, noteAudit: auditIn(place.database) };
    },
    ...cells.commands,
    async routeSettings() {
      const { connectors, simulator } = await loadConnectors();
      const loaded = await connectors.withOwnConnectors(config, log);
      return connectors.routeSettings(simulator.withExpectedSimulator(loaded), secrets);
    },
    async connectionSettings() {
      const { connectors, simulator } = await loadConnectors();
      const loaded = await connectors.withOwnConnectors(config, log);
      return connectors.connectionSettings(simulator.withExpectedSimulator(loaded), secrets);
    },
    async expiringSecrets() {
      const { expiringSecrets, loadCatalogue } = await import('../../payments/catalogue/index.ts');
      const settings = await context.routeSettings();
      const catalogue = await loadCatalogue(database, settings);
      return expiringSecrets(catalogue, settings.connectors, environment.now());
    },
    troubledServices: () => troubledServicesOf(database),
    floatsLeft: () => floatsLeftOf(database),
    carrierStates: async () => carrierStatesOf(database, await context.connectionSettings()),
    withConnectors: (name, work) => withConnectors({ config, secrets, log }, name, work),
    async noticeUrl(route) {
      const { noticeUrlOf } = await import('../start/notice-url.ts');
      return noticeUrlOf(database, config.publicUrl, route);
    },
    async smsNoticeUrl(connection) {
      const { smsNoticeUrlOf } = await import('../start/notice-url.ts');
      return smsNoticeUrlOf(database, config.publicUrl, connection);
    },
    noteAudit: auditIn(database),
    async portalLink(page, token) {
      const { portalLink, portalUrl } = await import('../start/portal-link.ts');
      return portalLink(await portalUrl(database, config), page, token);
    },
  };
  return { context, close: () => cells.close(installation.close) };
}

const auditIn =
  (database: CommandContext['database']): CommandContext['noteAudit'] =>
  async (entry) => {
    const { noteAudit } = await import('../../platform/audit/index.ts');
    await noteAudit(database, { ...entry, who: { kind: 'command' } });
  };

async function troubledServicesOf(
  database: CommandContext['database'],
): Promise<TroubledService[]> {
  const { readHealth, reasonText } = await import('../../payments/route-health/index.ts');
  return (await readHealth(database)).flatMap(({ subject, state, since, reasons, figures }) =>
    state === 'healthy'
      ? []
      : [
          {
            ...subject,
            state,
            since,
            reasons: reasons.map((reason) => reasonText(reason, figures, 'en')),
          },
        ],
  );
}

async function floatsLeftOf(database: CommandContext['database']): Promise<FloatLeft[]> {
  const { createForecastReader } = await import('../../payments/ledger/index.ts');
  return (await createForecastReader(database)()).map(({ route, currency, amount, forecast }) => ({
    route,
    currency,
    amount,
    lasts: forecast === null ? null : { hours: forecast.hoursLeft },
  }));
}

async function carrierStatesOf(
  database: CommandContext['database'],
  settings: ConnectionSettings,
): Promise<CarrierState[]> {
  const [{ loadRouting }, { loadCarrierStates }] = await Promise.all([
    import('../../messaging/routing/index.ts'),
    import('../../messaging/delivery/index.ts'),
  ]);
  return loadCarrierStates(database, await loadRouting(database, settings));
}

async function loadConnectors() {
  const [connectors, simulator] = await Promise.all([
    import('../start/connectors.ts'),
    import('../simulator/process.ts'),
  ]);
  return { connectors, simulator };
}

async function withConnectors<T>(
  { config, secrets, log }: { config: Config; secrets: CommandContext['secrets']; log: Log },
  name: Parameters<CommandContext['withConnectors']>[0],
  work: (document: OperatorDocument, deps: ConnectionTestDeps) => Promise<T>,
): Promise<T> {
  const [{ connectors, simulator }, { createOutbound }, { openPlace }, { trustOf }] =
    await Promise.all([
      loadConnectors(),
      import('../../platform/outbound/http-client.ts'),
      import('../../platform/file-transport/index.ts'),
      import('../start/receivers.ts'),
    ]);
  const loaded = await connectors.withOwnConnectors(config, log);
  const documents = connectors.operatorDocuments(simulator.withExpectedSimulator(loaded), secrets);
  const document = documents[name];
  const trust = trustOf(config);
  const outbound = createOutbound({ connections: 1, ...trust });
  try {
    return await work(document, {
      connectors: document.connectors,
      sources: document.sources,
      ...trust,
      call: outbound.call,
      openPlace: (place) => openPlace(place, config.bankFilesDir),
    });
  } finally {
    await outbound.close();
  }
}

export const contextOpener: ContextOpener = {
  configured: (output) => configuredContext(requireConfig(), output),
  opened: openContext,
};
