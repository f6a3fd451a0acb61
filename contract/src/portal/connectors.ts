// Routes of the ways to providers: which there are, how they are configured, whether they work, and their switches; and of the texts in which
// errors are said.

import { Type } from 'typebox';
import { documentKinds } from './catalogue.ts';
import { closed, idField, nameField, reasonField, timeField } from './fields.ts';
import { operatorRoles } from './roles.ts';
import type { RouteTable } from './route.ts';

const readers = { side: 'operator', operator: operatorRoles, secondFactor: 'done', stepUp: 0 } as const;
const keepers = { side: 'operator', operator: ['admin'], secondFactor: 'second-factor', stepUp: 5 } as const;
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
          /** False: a secret of another installation, or a value that is gone. */
          usable: Type.Boolean(),
          /** Services, or routes of SMS, that use it; the first ones by name. */
          usedBy: Type.Array(Type.String()),
          uses: Type.Integer(),
          /** Of this node: operations that wait and that are being sent; null for links of SMS. */
          lane: Type.Union([closed({ queued: Type.Integer(), active: Type.Integer() }), Type.Null()]),
          /** Sessions of links of SMS. */
          binds: Type.Array(closed({ state: Type.String(), node: textOrNone, detail: textOrNone, at: timeField })),
        }),
      ),
    }),
  },
  /** What each connector wants to be told, in the order of its form. */
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
              required: Type.Boolean(),
              address: Type.Boolean(),
              /** Of several lines. */
              lines: Type.Boolean(),
            }),
          ),
        }),
      ),
    }),
  },
  /** At once, for new operations; what is under way goes on. */
  'POST operator/connectors/switch': {
    policy: keepers,
    body: closed({ name: nameField, off: Type.Boolean(), reason: reasonField }),
    /** Null: it was so already. */
    answer: closed({ version: Type.Union([Type.Integer(), Type.Null()]) }),
  },
  /** Goes to the provider and asks it something harmless. `draft` null: as it is in force. */
  'POST operator/connectors/try': {
    policy: { ...keepers, stepUp: 0 },
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
    policy: { side: 'operator', operator: ['admin', 'support'], secondFactor: 'second-factor', stepUp: 5 },
    body: closed({ id: Type.Union([Type.Integer({ minimum: 1, maximum: 1_000 }), Type.Null()]), fr: errorTextField, en: errorTextField }),
    answer: closed({ version: Type.Union([Type.Integer(), Type.Null()]) }),
  },
} as const satisfies RouteTable;
