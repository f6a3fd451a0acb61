// What an alert's value counts, and what people call the fixed subjects of alerts: on the page
// Alerts and in messages. A rule without its unit does not compile.

import type { alertRules } from './alerts.ts';
import { taskNames, type TaskName } from './task-names.ts';

type AlertRule = (typeof alertRules)[number];
type Pair = readonly [fr: string, en: string];

/**
 * `percent`: of good answers. `money`: of the currency that the subject ends with. Null: it is so
 * or not.
 */
export type AlertUnit =
  'percent' | 'money' | 'hours' | 'minutes' | 'seconds' | 'days' | 'operations' | null;

export const alertUnits: { readonly [rule in AlertRule]: AlertUnit } = {
  route: 'percent',
  smsLink: null,
  float: 'money',
  floatHours: 'hours',
  smsBalance: 'money',
  agedMoney: 'operations',
  callbacks: 'minutes',
  queue: 'seconds',
  reconciliation: 'days',
  statement: null,
  node: null,
  disk: null,
  certificate: null,
  database: null,
};

/** Subjects that are no name of anything, by the word that they are recorded with. */
const fixedSubjects = {
  delivery: ['Callbacks', 'Callbacks'],
  operations: ['Opérations', 'Operations'],
  diskLow: ['Disque', 'Disk'],
  recoveryNeeded: ['reprise après restauration nécessaire', 'recovery after a restore needed'],
  routesClosed: ['routes fermées depuis la restauration', 'routes closed since the restore'],
  connectionsFull: [
    'presque toutes les connexions sont utilisées',
    'nearly all connections are in use',
  ],
  longTransaction: [
    'transaction ouverte depuis plus d’une minute',
    'transaction open for over a minute',
  ],
  archiveFailing: ['archivage en échec', 'archiving fails'],
} as const satisfies { readonly [subject: string]: Pair };

/** What people call a subject; one that names something, a route or a node, is called so. */
export function alertSubjectName(subject: string): Pair {
  if (Object.hasOwn(fixedSubjects, subject))
    return fixedSubjects[subject as keyof typeof fixedSubjects];
  // `due SMS (node-1)`. Nodes of another version may have other tasks.
  const [, task, node] = /^(.{1,80}) \(([^()]*)\)$/.exec(subject) ?? [];
  if (task === undefined || !Object.hasOwn(taskNames, task)) return [subject, subject];
  const [fr, en] = taskNames[task as TaskName];
  return [`${fr} (${node})`, `${en} (${node})`];
}
