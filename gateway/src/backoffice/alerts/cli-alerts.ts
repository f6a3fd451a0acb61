// The command that lists alerts.

import { countOpen, listAlerts } from './index.ts';
import { defineCommand } from '../../cli/command.ts';
import { flag } from '../../cli/parameters.ts';
import { table } from '../../cli/table.ts';

const listedMax = 200;

export const command = defineCommand({
  name: 'alerts',
  summary: 'List what is wrong now, and who looks after it.',
  details: 'Exits with 1 while a critical alert is open that nobody has acknowledged.',
  options: { all: flag('List alerts that have ended as well, the newest first.') },
  async run({ database }, { all }) {
    const filter = all ? {} : { state: 'open' as const };
    const [alerts, open] = await Promise.all([
      listAlerts(database, filter, listedMax),
      countOpen(database),
    ]);
    return { open, alerts };
  },
  present: ({ alerts }) =>
    table(
      alerts,
      {
        id: ({ id }) => id,
        severity: ({ severity }) => severity,
        rule: ({ rule }) => rule,
        subject: ({ subject }) => subject,
        value: ({ value }) => value ?? '',
        since: ({ raisedAt }) => raisedAt,
        state: ({ resolvedAt, acknowledgedBy, toldAt }) =>
          resolvedAt !== null
            ? 'resolved'
            : acknowledgedBy !== null
              ? `acknowledged by ${acknowledgedBy}`
              : toldAt === null
                ? 'not told yet'
                : 'told',
      },
      'No alerts.',
    ),
  hasFailed: ({ alerts }) =>
    alerts.some(
      ({ severity, resolvedAt, acknowledgedAt }) =>
        severity === 'critical' && resolvedAt === null && acknowledgedAt === null,
    ),
});
