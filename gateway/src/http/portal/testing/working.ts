// What does a node without work know of itself? For tests of the portal.

import type { Database } from '../../../db/database.ts';
import { createDoctorRounds, runDoctor } from '../../../doctor/index.ts';
import { createVolumeReader } from '../../../domain/operations/index.ts';
import type { Working } from '../handlers/overview.ts';

export function testWorking(database: Database): Working {
  return {
    lanes: () => [],
    backlog: { due: 0, lateMs: 0, parked: 0, lanesAway: 0 },
    auditMarks: () => [],
    disk: () => Promise.resolve(null),
    volume: createVolumeReader(database, Date.now),
    doctor: createDoctorRounds(
      () => runDoctor(database),
      () => {},
    ),
  };
}
