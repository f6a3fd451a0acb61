// Assembles what tells people of something: the ways to them, the rounds of the outbox, and the
// watch that raises alerts.

import { runDoctor } from '../doctor/index.ts';
import type { Caches } from './caches.ts';
import type { MoneyPath } from './money-path.ts';
import type { GatewayOptions } from './options.ts';
import { diskOf } from './readiness.ts';
import type { SmsPath } from './sms.ts';
import {
  alertTasks,
  nothingMeasured,
  type MeasuredAlerts,
  readAll,
  smsSender,
  webhookSender,
  type AlertSettings,
} from '../../backoffice/alerts/index.ts';
import { proofTasks } from '../../backoffice/morning-proof/index.ts';
import { attachReports, reportTasks } from '../../backoffice/report-schedules/index.ts';
import { purgeSubscriptions } from '../../backoffice/incidents/index.ts';
import {
  emailSender,
  notificationTasks,
  type Senders,
} from '../../backoffice/notifications/index.ts';
import { noticeTasks } from '../../backoffice/notices/index.ts';
import { loadCarrierBalances } from '../../messaging/carrier-balances/index.ts';
import { loadCarrierStates } from '../../messaging/delivery/index.ts';
import { expiringSecrets } from '../../payments/catalogue/index.ts';
import { createForecastReader } from '../../payments/ledger/index.ts';
import {
  goodOf,
  readRouteHealth,
  troubleOf,
  type OutcomeCounts,
} from '../../payments/route-health/index.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Task } from '../../platform/task.ts';
import type { ApprovalRequestKinds } from '../../backoffice/approvals/index.ts';
import { environment } from '../../platform/environment.ts';
import type { OperatorDocument } from '../../platform/documents/index.ts';
import {
  adviceFor,
  isFault,
  listNodes,
  listTaskRuns,
  readDatabaseState,
  type Advice,
} from '../../platform/health/index.ts';
import { createDoctorRounds } from '../../platform/doctor/on-demand.ts';
import { portalUrl } from './portal-link.ts';
import { openMailServer } from '../../platform/mail/index.ts';

/** Reading a month of the ledger takes its time; below the lease of a notification. */
const reportMs = 60_000;

export interface PeopleParts {
  caches: Caches;
  path: Pick<MoneyPath, 'receivers' | 'backlog'>;
  sms: SmsPath;
  documents: { catalogue: Pick<OperatorDocument, 'connectors'> };
  publicUrl: string;
  approvalRequestKinds: ApprovalRequestKinds;
}

export interface People {
  senders: Senders;
  measured: MeasuredAlerts;
  tasks: Task[];
}

export function openPeople(options: GatewayOptions, parts: PeopleParts): People {
  const { config, database, secrets, log } = options;
  const { receivers, backlog } = parts.path;
  const senders: Senders = {
    ...(config.mail !== null && {
      email: emailSender(openMailServer(config.mail), parts.publicUrl),
    }),
    sms: smsSender(database, parts.sms.accept),
    webhook: webhookSender({ database, secrets, post: receivers.post }),
  };
  const readings = {
    database,
    backlog,
    log,
    advice: () => readAdvice(options, parts),
    routes: () => readRoutesDown(database),
    floatForecasts: createForecastReader(database),
    carrierBalances: () => loadCarrierBalances(database),
  };
  const read = (settings: AlertSettings) => readAll(readings, settings);
  const measured = nothingMeasured();
  const mails = senders.email !== undefined;
  const doctor = createDoctorRounds(
    () => runDoctor(database, { givesWay: true }),
    (error) => log.error({ reason: String(error) }, 'morning proof: doctor failed'),
    parts.caches.clock.now,
  );
  return {
    senders,
    measured,
    tasks: [
      ...alertTasks({ database, mails, measured, read }),
      ...notificationTasks(
        {
          database,
          secrets,
          senders,
          log,
          baseUrl: () => portalUrl(database, config),
          attach: attachReports(
            database.withDeadline(reportMs),
            (code) => parts.caches.catalogue().service(code)?.name ?? null,
          ),
        },
        purgeSubscriptions,
      ),
      ...noticeTasks({
        database,
        mails,
        log,
        kinds: parts.approvalRequestKinds,
        currencyOf: (code) => parts.caches.catalogue().service(code)?.currency ?? null,
      }),
      ...proofTasks({ database: database.withDeadline(reportMs), doctor }),
      ...reportTasks({ database, mails }),
    ],
  };
}

/**
 * Those that the last five minutes show to be down, with the percentage of their calls that were
 * answered well.
 */
async function readRoutesDown(
  database: Database,
): Promise<{ route: string; value: number | null }[]> {
  const down = (await readRouteHealth(database)).filter(({ state }) => state === 'down');
  return down.map(({ subject, figures }) => ({
    route: subject.name,
    value: goodPercent(figures),
  }));
}

function goodPercent(counts: OutcomeCounts): number | null {
  const good = goodOf(counts);
  const all = good + troubleOf(counts);
  return all === 0 ? null : Math.round((100 * good) / all);
}

/** As the page Health shows it, on this node; without what is a hint only. */
async function readAdvice(
  { config, database }: GatewayOptions,
  { caches, documents }: PeopleParts,
): Promise<Advice[]> {
  const [nodes, tasks, known, disk, carriers] = await Promise.all([
    listNodes(database),
    listTaskRuns(database),
    readDatabaseState(database),
    diskOf(config.dataDir),
    loadCarrierStates(database, caches.smsRouting()),
  ]);
  const advice = adviceFor({
    nodes,
    tasks,
    database: known,
    disk,
    carriers,
    expiringSecrets: expiringSecrets(
      caches.catalogue(),
      documents.catalogue.connectors,
      caches.clock.wallNow(),
    ),
    nowMs: environment.now(),
  });
  return advice.filter((each) => isFault(each, config.mode));
}
