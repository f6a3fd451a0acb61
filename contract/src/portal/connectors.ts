// Routes of the ways to providers: which there are, how they are configured, whether they work, and
// their switches; and of the texts in which errors are said.

import { Type } from 'typebox';
import { documentKinds } from './catalogue.ts';
import {
  amountField,
  closed,
  idField,
  nameField,
  orNull,
  reasonField,
  timeField,
} from './fields.ts';
import { incidentTextFields } from './incidents.ts';
import { operatorRoles } from './roles.ts';
import type { RouteTable } from './route.ts';

const readers = {
  side: 'operator',
  operator: operatorRoles,
  secondFactor: 'done',
  stepUp: 0,
} as const;
const keyManagers = {
  side: 'operator',
  operator: ['admin'],
  secondFactor: 'second-factor',
  stepUp: 5,
} as const;
const textOrNone = Type.Union([Type.String(), Type.Null()]);
const kindField = Type.Enum([...documentKinds]);
const labelSchema = closed({ fr: Type.String(), en: Type.String() });
/** Characters of an operator's own error text. */
const errorTextField = Type.Union([Type.String({ minLength: 1, maxLength: 500 }), Type.Null()]);

export const connectorRoutes = {
  'GET operator/connectors': {
    policy: readers,
    answer: closed({
      items: Type.Array(
        closed({
          kind: kindField,
          name: Type.String(),
          connector: Type.String(),
          off: Type.Boolean(),
          /**
           * Since a recovery of the database: nothing is sent on it until it is opened. Null: it is
           * open.
           */
          closedSince: Type.Union([timeField, Type.Null()]),
          /**
           * False: there is no such connector here, a secret is of another installation, or a value
           * is gone.
           */
          usable: Type.Boolean(),
          /** Whether this program has the connector. */
          connectorKnown: Type.Boolean(),
          /** Services, or routes of SMS, that use it; the first ones by name. */
          usedBy: Type.Array(Type.String()),
          uses: Type.Integer(),
          /**
           * This node's operations that wait and that are being sent; null for carrier connections.
           */
          queue: Type.Union([
            closed({ queued: Type.Integer(), active: Type.Integer() }),
            Type.Null(),
          ]),
          /**
           * When its secrets and certificates stop being good, as far as its form tells; the first
           * one first.
           */
          expiries: Type.Array(closed({ label: labelSchema, at: timeField })),
          /**
           * What our account at the carrier of a connection holds; null where no carrier tells it.
           */
          balance: orNull(
            closed({
              /** As it was read last; null: never yet. */
              told: orNull(
                closed({ available: amountField, currency: Type.String(), readAt: timeField }),
              ),
              /**
               * Why it has not been read since; null: the newest reading succeeded. `why`, `said`:
               * as of a connection test.
               */
              failure: orNull(
                closed({
                  why: Type.Enum(['no answer', 'unknown us', 'strange']),
                  said: Type.String(),
                  since: timeField,
                }),
              ),
              /** An alert begins below it, in units of the currency; null: there is none. */
              minimum: orNull(Type.Integer()),
            }),
          ),
          /** Binds of a carrier connection. */
          binds: Type.Array(
            closed({ state: Type.String(), node: textOrNone, detail: textOrNone, at: timeField }),
          ),
        }),
      ),
    }),
  },
  /**
   * The configuration fields of each connector, in the order of its form, and the fields of a
   * service entry.
   */
  'GET operator/connectors/forms': {
    policy: readers,
    answer: closed({
      forms: Type.Array(
        closed({
          kind: kindField,
          connector: Type.String(),
          fields: Type.Array(
            closed({
              name: Type.String(),
              type: Type.Enum(['text', 'url', 'secret', 'number', 'boolean', 'choice']),
              choices: Type.Array(Type.String()),
              label: labelSchema,
              /** Where the value is found at the provider, or what it changes. */
              hint: orNull(labelSchema),
              /** What an empty field means; null: nothing is said. */
              fallback: orNull(Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
              required: Type.Boolean(),
              address: Type.Boolean(),
              /** Whether it has several lines. */
              lines: Type.Boolean(),
            }),
          ),
        }),
      ),
      /** Choices of a service's entry, by the member; and what it can demand of requests. */
      service: closed({
        typeService: Type.Array(Type.String()),
        direction: Type.Array(Type.String()),
        kind: Type.Array(Type.String()),
        link: Type.Array(Type.String()),
        requiredFields: Type.Array(closed({ name: Type.String(), label: labelSchema })),
      }),
    }),
  },
  /** At once, for new operations; what is under way goes on. */
  'POST operator/connectors/switch': {
    policy: keyManagers,
    body: closed({
      name: nameField,
      off: Type.Boolean(),
      reason: reasonField,
      /** When it is switched off: what developers and the public are told. Absent: nothing. */
      incident: Type.Optional(closed(incidentTextFields)),
    }),
    /** Null: it was so already. */
    answer: closed({ version: Type.Union([Type.Integer(), Type.Null()]) }),
  },
  /** Opens a route that is closed since a recovery: what waited is sent. */
  'POST operator/connectors/open': {
    policy: keyManagers,
    body: closed({ name: nameField }),
    /** False: it was open already. */
    answer: closed({ opened: Type.Boolean() }),
  },
  /** Goes to the provider and asks it something harmless. `draft` null: as it is in force. */
  'POST operator/connectors/test': {
    policy: { ...keyManagers, stepUp: 0 },
    body: closed({ kind: kindField, name: nameField, draft: Type.Union([idField, Type.Null()]) }),
    answer: closed({
      steps: Type.Array(
        closed({
          step: Type.Enum(['configuration', 'name', 'connection', 'encryption', 'provider']),
          ok: Type.Boolean(),
          detail: Type.String(),
          why: Type.Union([Type.Enum(['no answer', 'unknown us', 'strange']), Type.Null()]),
          tookMs: Type.Integer(),
        }),
      ),
    }),
  },
  /**
   * What is missing before a payment route carries real money, or an SMS connection real messages;
   * makes a connection test.
   */
  'POST operator/golive': {
    policy: { ...keyManagers, stepUp: 0 },
    body: closed({ kind: kindField, name: nameField }),
    answer: closed({
      ready: Type.Boolean(),
      /** To be registered at the provider. Null: it posts no notices. */
      noticeUrl: textOrNone,
      items: Type.Array(
        closed({
          id: Type.String(),
          text: labelSchema,
          done: Type.Boolean(),
          /** What was seen, or what to do. */
          detail: labelSchema,
          /** Whether somebody may confirm it instead. */
          confirmable: Type.Boolean(),
        }),
      ),
    }),
  },
  /** By the user's own name; `word`: what was agreed, with whom and when. */
  'POST operator/golive/confirm': {
    policy: keyManagers,
    body: closed({ kind: kindField, name: nameField, item: nameField, word: reasonField }),
    answer: closed({}),
  },

  'GET operator/error-texts': {
    policy: readers,
    answer: closed({
      items: Type.Array(
        closed({
          id: Type.Union([Type.Integer(), Type.Null()]),
          code: Type.String(),
          /** The contract's own. */
          original: labelSchema,
          /** The operator's; null: the contract's count. */
          own: closed({ fr: textOrNone, en: textOrNone }),
        }),
      ),
    }),
  },
  /** Null: the contract's own text counts again. */
  'POST operator/error-texts': {
    policy: {
      side: 'operator',
      operator: ['admin', 'support'],
      secondFactor: 'second-factor',
      stepUp: 5,
    },
    body: closed({
      id: Type.Union([Type.Integer({ minimum: 1, maximum: 1_000 }), Type.Null()]),
      fr: errorTextField,
      en: errorTextField,
    }),
    answer: closed({ version: Type.Union([Type.Integer(), Type.Null()]) }),
  },
} as const satisfies RouteTable;
