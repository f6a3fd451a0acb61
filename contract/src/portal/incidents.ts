// Routes of incidents: what the operator tells of a disruption, whom it concerns, and the banner
// that the developers concerned see.

import { Type } from 'typebox';
import { closed, idField, nameField, notBlank, nothing, orNull, timeField } from './fields.ts';
import { developerRoles, operatorRoles } from './roles.ts';
import type { RouteTable } from './route.ts';

const readers = {
  side: 'operator',
  operator: operatorRoles,
  secondFactor: 'done',
  stepUp: 0,
} as const;
const writers = {
  side: 'operator',
  operator: ['admin', 'support'],
  secondFactor: 'second-factor',
  stepUp: 5,
} as const;
const developers = {
  side: 'developer',
  developer: developerRoles,
  secondFactor: 'done',
  stepUp: 0,
  countries: 'limited',
} as const;

const titleField = Type.String({ minLength: 1, maxLength: 120, pattern: notBlank });
const textField = Type.String({ minLength: 1, maxLength: 2_000, pattern: notBlank, text: 'lines' });

/** What is said, in both languages. */
export const incidentTextFields = { textFr: textField, textEn: textField };

const bothLanguages = closed({ fr: Type.String(), en: Type.String() });

/** As everybody may see it. */
export const incidentSchema = closed({
  id: idField,
  title: bothLanguages,
  /** The providers of the services concerned. */
  providers: Type.Array(Type.String()),
  /** ISO 3166. */
  countries: Type.Array(Type.String()),
  startedAt: timeField,
  resolvedAt: orNull(timeField),
  /** The newest first; the last one opened it. */
  updates: Type.Array(closed({ text: bothLanguages, at: timeField })),
});

export const incidentRoutes = {
  /** The present ones first, then the newest. */
  'GET operator/incidents': {
    policy: readers,
    query: closed({ after: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,8}$' })) }),
    answer: closed({
      items: Type.Array(
        closed({
          ...incidentSchema.properties,
          route: orNull(Type.String()),
          services: Type.Array(Type.String()),
        }),
      ),
      next: orNull(Type.String()),
      /**
       * Routes that are interrupted or answer nothing, that services use, and that no present
       * incident is about.
       */
      proposals: Type.Array(
        closed({ route: Type.String(), since: timeField, services: Type.Array(Type.String()) }),
      ),
      /** Whom an incident may concern: the services of a provider in a country. */
      groups: Type.Array(
        closed({
          provider: Type.String(),
          country: orNull(Type.String()),
          services: Type.Array(Type.String()),
        }),
      ),
    }),
  },
  'POST operator/incidents': {
    policy: writers,
    body: closed({
      titleFr: titleField,
      titleEn: titleField,
      ...incidentTextFields,
      /** The one that it is about; null: none in particular. */
      route: orNull(nameField),
      /** Codes; what the catalogue does not have is refused. */
      services: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 1_000 }),
      /** It concerns SMS, too, or alone. */
      sms: Type.Boolean(),
    }),
    answer: closed({ id: idField }),
  },
  /** Adds a text. `resolve`: it tells the end. `conflict`: it has ended already. */
  'POST operator/incidents/update': {
    policy: writers,
    body: closed({ id: idField, ...incidentTextFields, resolve: Type.Boolean() }),
    answer: nothing,
  },
  /** Those that last, concern a service of the account, and that the user has not put away. */
  'GET incidents': {
    policy: developers,
    answer: closed({ items: Type.Array(incidentSchema) }),
  },
  /** The user sees its banner no more. */
  'POST incidents/dismiss': {
    policy: developers,
    body: closed({ id: idField }),
    answer: nothing,
  },
} as const satisfies RouteTable;
