// Lists the scenarios in the order in which they run.

import type { ScenarioResult } from '../report.ts';
import { runAccept } from './accept.ts';
import { runBackground } from './background.ts';
import { runCallbacks } from './callbacks.ts';
import { runConnectors } from './connectors.ts';
import { runEdge } from './edge.ts';
import { runIdle } from './idle.ts';
import { runLifecycle, runLifecycleAsync } from './lifecycle.ts';
import { runNodes } from './nodes.ts';
import type { ScenarioOrder } from './scenario.ts';
import { runPages } from './pages.ts';
import { runSmsAccept } from './sms-accept.ts';
import { runSmsBacklog } from './sms-backlog.ts';
import { runSmsDelivery, runSmsDeliveryOver } from './sms-delivery.ts';
import { runStatus } from './status.ts';
import { runStored } from './stored.ts';

export interface Scenario {
  name: string;
  /** Runs with all others of this name when that is asked for. */
  group?: string;
  /** Whether it runs when no scenario is named; the long ones must be asked for. */
  byDefault: boolean;
  run(order: ScenarioOrder): Promise<ScenarioResult>;
}

export const scenarios: Scenario[] = [
  { name: 'accept', byDefault: true, run: runAccept },
  { name: 'lifecycle', byDefault: true, run: (order) => runLifecycle(order) },
  { name: 'lifecycle-async', byDefault: true, run: runLifecycleAsync },
  { name: 'status', byDefault: true, run: runStatus },
  { name: 'callbacks', byDefault: false, run: runCallbacks },
  { name: 'edge', byDefault: false, run: runEdge },
  { name: 'sms-accept', group: 'sms', byDefault: false, run: runSmsAccept },
  { name: 'sms-delivery', group: 'sms', byDefault: false, run: runSmsDelivery },
  {
    name: 'sms-delivery-http',
    group: 'sms',
    byDefault: false,
    run: runSmsDeliveryOver('sms-delivery-http', 'africas-talking'),
  },
  {
    name: 'sms-delivery-infobip',
    group: 'sms',
    byDefault: false,
    run: runSmsDeliveryOver('sms-delivery-infobip', 'infobip'),
  },
  { name: 'sms-backlog', group: 'sms', byDefault: false, run: runSmsBacklog },
  { name: 'nodes', byDefault: false, run: runNodes },
  { name: 'background', byDefault: false, run: runBackground },
  { name: 'idle', byDefault: false, run: runIdle },
  { name: 'connectors', byDefault: false, run: runConnectors },
  { name: 'pages', byDefault: false, run: runPages },
  { name: 'stored1m', byDefault: false, run: runStored('stored1m', 1_000_000) },
  { name: 'stored5m', byDefault: false, run: runStored('stored5m', 5_000_000) },
  { name: 'stored50m', byDefault: false, run: runStored('stored50m', 50_000_000) },
];
