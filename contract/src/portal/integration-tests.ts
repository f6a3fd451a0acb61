// Routes of the integration test in the sandbox: the gateway posts callbacks to the developer's
// receiver, step by step, and watches the calls of the program.

import { Type } from 'typebox';
import {
  integrationCauses,
  integrationDirections,
  integrationResults,
  integrationScenarios,
} from '../messages/integration-test.ts';
import { closed, timeField } from './fields.ts';
import { developerRoles } from './roles.ts';
import type { RouteTable } from './route.ts';

const readers = {
  side: 'developer',
  developer: developerRoles,
  secondFactor: 'done',
  stepUp: 0,
} as const;
const senders = { ...readers, developer: ['owner', 'admin', 'developer'] } as const;

const testIdField = Type.String({ pattern: '^[1-9]\\d{0,17}$' });
const test = closed({
  id: Type.String(),
  /** `command`: the callbacks were posted, and the answers reported, by the developer's machine. */
  madeBy: Type.Enum(['portal', 'command']),
  receiver: Type.String(),
  startedAt: timeField,
  /** Null: it goes on. */
  endedAt: Type.Union([timeField, Type.Null()]),
  /** How many callbacks or pairs of them are still to be posted. */
  remaining: Type.Integer(),
  certified: Type.Boolean(),
  lines: Type.Array(
    closed({
      scenario: Type.Enum([...integrationScenarios]),
      result: Type.Enum([...integrationResults]),
      cause: Type.Union([Type.Enum([...integrationCauses]), Type.Null()]),
      /** The HTTP status that the cause is about. */
      status: Type.Union([Type.Integer(), Type.Null()]),
    }),
  ),
});

export const integrationTestRoutes = {
  /** The newest one of the account. */
  'GET integration-tests/newest': {
    policy: readers,
    answer: closed({ test: Type.Union([test, Type.Null()]) }),
  },
  'GET integration-tests/:id/certificate': {
    policy: readers,
    params: closed({ id: testIdField }),
    form: 'file',
    answer: Type.String(),
  },
  'POST integration-tests': {
    policy: senders,
    body: closed({
      url: Type.String({ minLength: 1, maxLength: 2_000 }),
      /** An externalTransactionId that the receiver knows. */
      order: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
      direction: Type.Enum([...integrationDirections]),
    }),
    answer: closed({ test }),
  },
  /**
   * Posts what is due, and answers when the receiver has answered; `end`: nothing more is waited
   * for.
   */
  'POST integration-tests/continue': {
    policy: senders,
    body: closed({ id: testIdField, end: Type.Boolean() }),
    answer: closed({ test }),
  },
} satisfies RouteTable;
