// Routes of reports by e-mail: what is sent to which address, how often, and how its reader ends
// it.

import { Type } from 'typebox';
import { closed, emailField, idField, languageField, nothing, timeField } from './fields.ts';
import type { RouteTable } from './route.ts';

export const mailedReports = ['morningProof', 'revenue', 'settlements'] as const;
export const reportForms = ['pdf', 'xlsx', 'excel', 'plain'] as const;
export const reportRhythms = ['day', 'week', 'month'] as const;
export const reportGroupings = ['service', 'route', 'developer', 'day'] as const;

/** Readers of all countries: who is limited to some is refused. */
const readers = {
  side: 'operator',
  operator: ['admin', 'finance'],
  secondFactor: 'done',
  stepUp: 0,
} as const;
/** What leaves is money data, to any address. */
const writers = {
  side: 'operator',
  operator: ['admin', 'finance'],
  secondFactor: 'second-factor',
  stepUp: 5,
} as const;

const grouping = Type.Union([Type.Enum([...reportGroupings]), Type.Null()]);
const uuidPattern = '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$';

const schedule = {
  report: Type.Enum([...mailedReports]),
  /** What revenue is summed by; null for the other reports. */
  by: grouping,
  /** The morning proof is a PDF, each day. */
  form: Type.Enum([...reportForms]),
  every: Type.Enum([...reportRhythms]),
  language: languageField,
};

export const reportScheduleRoutes = {
  /** Those that last, the newest first. */
  'GET operator/report-schedules': {
    policy: readers,
    answer: closed({
      /** Whether the installation sends e-mail: without it nothing can be scheduled. */
      mails: Type.Boolean(),
      items: Type.Array(
        closed({
          id: idField,
          ...schedule,
          address: Type.String(),
          timeZone: Type.String(),
          nextAt: timeField,
          madeBy: Type.String(),
          /** When the last one left; null: none yet. */
          sentAt: Type.Union([timeField, Type.Null()]),
          /** What the mail server said of the last one that it refused; null: it took it. */
          problem: Type.Union([Type.String(), Type.Null()]),
        }),
      ),
    }),
  },
  /** In the user's time zone. `notNow`: there is no mail server. */
  'POST operator/report-schedules': {
    policy: writers,
    body: closed({ ...schedule, address: emailField }),
    answer: closed({ id: idField, nextAt: timeField }),
  },
  'POST operator/report-schedules/end': {
    policy: writers,
    body: closed({ id: idField }),
    answer: nothing,
  },
  /** By the key of the link in each message. Not found: there is none any more. */
  'POST report-schedules/unsubscribe': {
    policy: { side: 'public', bound: 'address' },
    body: closed({ key: Type.String({ pattern: uuidPattern }) }),
    answer: nothing,
  },
} as const satisfies RouteTable;
