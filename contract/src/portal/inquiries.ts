// Routes of what a developer asks a provider before an operation: open bills, the cost of a
// remittance, what waits under its reference.

import { Type } from 'typebox';
import { amountField, closed } from './fields.ts';
import { developerRoles } from './roles.ts';
import type { RouteTable } from './route.ts';

const signedIn = { secondFactor: 'done', stepUp: 0, countries: 'limited' } as const;
const readers = { side: 'developer', developer: developerRoles, ...signedIn } as const;
/** What is found may be paid: and it names people. */
const askers = {
  side: 'developer',
  developer: ['owner', 'admin', 'developer', 'finance'],
  ...signedIn,
} as const;

const service = Type.String({ minLength: 1, maxLength: 100 });
/** In the provider's members, nested ones dotted. */
const details = Type.Array(closed({ name: Type.String(), value: Type.String() }));
/** Why the provider refused, in the user's language; null: it answered. */
const problem = Type.Union([Type.String(), Type.Null()]);

export const inquiryRoutes = {
  'GET inquiries': {
    policy: readers,
    answer: closed({
      /** Those that the account may use now. */
      services: Type.Array(
        closed({
          kind: Type.Enum(['bills', 'quote', 'reception']),
          code: Type.String(),
          name: Type.String(),
          currency: Type.String(),
        }),
      ),
      /** Sender and receiver as the reference shows them. */
      sendDataExample: Type.Unknown(),
    }),
  },
  'POST inquiries/bills': {
    policy: askers,
    body: closed({
      service,
      accountNumber: Type.String({ minLength: 1, maxLength: 64, text: 'free' }),
    }),
    answer: closed({
      problem,
      currency: Type.String(),
      bills: Type.Array(
        closed({
          reference: Type.String(),
          amount: amountField,
          infos: Type.Array(closed({ label: Type.String(), value: Type.String() })),
        }),
      ),
    }),
  },
  'POST inquiries/quote': {
    policy: askers,
    body: closed({
      service,
      amount: Type.String({ minLength: 1, maxLength: 20 }),
      sendData: Type.Unknown(),
    }),
    answer: closed({ problem, details }),
  },
  'POST inquiries/reception': {
    policy: askers,
    body: closed({ service, reference: Type.String({ pattern: '^\\d{1,32}$' }) }),
    answer: closed({ problem, details }),
  },
} as const satisfies RouteTable;
