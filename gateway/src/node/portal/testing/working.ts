// Health state of a node without work, for tests of the portal.

import type { Database } from '../../../platform/db/database.ts';
import { runDoctor } from '../../doctor/index.ts';
import { createDoctorRounds } from '../../../platform/doctor/on-demand.ts';
import {
  createAccountVolumeReader,
  createVolumeReader,
  createVolumeSharesReader,
} from '../../../payments/operations/index.ts';
import type { CarrierState } from '../../../platform/health/index.ts';
import type { Working } from '../../../backoffice/overview/http-overview.ts';

/** Down for an hour, with messages that wait. */
const stuckCarrier: CarrierState = {
  name: 'STUCK',
  state: 'down',
  binds: 1,
  bound: 0,
  since: new Date(Date.now() - 3_600_000),
  lastError: 'transceiver: connection: ECONNREFUSED',
  lastErrorAt: new Date(),
  waiting: 880,
  oldestSec: 540,
};

export function testWorking(database: Database): Working {
  return {
    providerQueues: () => [],
    backlog: { due: 0, lateMs: 0, abandoned: 0, destinationsAway: 0 },
    auditMarks: () => [],
    disk: () => Promise.resolve(null),
    carrierStates: () => Promise.resolve([stuckCarrier]),
    expiringSecrets: () => ['WAVE_SN certificate 2026-12-01'],
    volume: createVolumeReader(database, Date.now),
    volumeShares: createVolumeSharesReader(database, Date.now),
    accountVolume: createAccountVolumeReader(database, Date.now),
    doctor: createDoctorRounds(
      () => runDoctor(database),
      () => {},
      Date.now,
    ),
  };
}
