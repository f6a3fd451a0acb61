// Routes of the documents that the operator keeps (the catalogue, the routing of SMS): what is in
// force, its versions, and drafts of the next one, which are edited entry by entry and put in force
// by one user, or by two where money is concerned.

import { Type } from 'typebox';
import { closed, idField, nameField, nothing, reasonField, timeField } from './fields.ts';
import { operatorRoles } from './roles.ts';
import type { RouteTable } from './route.ts';

const readers = {
  side: 'operator',
  operator: operatorRoles,
  secondFactor: 'done',
  stepUp: 0,
} as const;
const editors = {
  side: 'operator',
  operator: ['admin', 'finance'],
  secondFactor: 'second-factor',
  stepUp: 0,
} as const;
/** Secrets of connectors, and whole files with them. */
const keyManagers = {
  side: 'operator',
  operator: ['admin'],
  secondFactor: 'second-factor',
  stepUp: 5,
} as const;

export const documentKinds = ['catalogue', 'sms-routing'] as const;
const kindField = Type.Enum([...documentKinds]);
const draftId = Type.String({ pattern: '^[1-9]\\d{0,8}$' });
const versionText = Type.String({ pattern: '^\\d{1,9}$' });
const revisionField = idField;
const textOrNone = Type.Union([Type.String(), Type.Null()]);
/** An address of one part of a document. */
const draftAt = { id: idField, revision: revisionField };
const document = Type.String({ minLength: 2, maxLength: 3_000_000, text: 'free' });
const documentMaxBytes = 4_194_304;

/** In units of the currency: `1500`, `12.5`. */
const unitsField = Type.String({ pattern: '^\\d{1,12}([.]\\d{1,4})?$' });
const optionalUnits = Type.Optional(unitsField);
const shortText = Type.String({ minLength: 1, maxLength: 100 });
const optionalText = Type.Optional(shortText);

/**
 * What a service sells of a provider's catalogue, as the file says it: the form does not change it.
 */
const unitsOrNumber = Type.Union([unitsField, Type.Number({ exclusiveMinimum: 0 })]);
const productSchema = closed({
  id: shortText,
  currency: shortText,
  amounts: Type.Optional(Type.Array(unitsOrNumber, { minItems: 1, maxItems: 500 })),
  minimum: Type.Optional(unitsOrNumber),
  maximum: Type.Optional(unitsOrNumber),
});

/** A service as it stands in the document: what is left out takes the default of its code. */
export const serviceEntrySchema = closed({
  code: Type.String({ minLength: 1, maxLength: 64 }),
  name: shortText,
  route: shortText,
  otherRoutes: Type.Optional(Type.Array(shortText, { maxItems: 10 })),
  routeChoice: Type.Optional(Type.Enum(['order', 'weight', 'cost'])),
  /** By the names of its routes. */
  routeWeights: Type.Optional(Type.Record(shortText, Type.Integer({ minimum: 0, maximum: 1_000 }))),
  routeCosts: Type.Optional(
    Type.Record(
      shortText,
      closed({
        percent: optionalUnits,
        fixed: optionalUnits,
        minimum: optionalUnits,
        maximum: optionalUnits,
      }),
    ),
  ),
  providerProducts: Type.Optional(Type.Record(shortText, productSchema)),
  off: Type.Optional(Type.Boolean()),
  icon: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
  typeService: optionalText,
  direction: optionalText,
  kind: optionalText,
  country: Type.Optional(textOrNone),
  currency: optionalText,
  provider: optionalText,
  payerName: optionalText,
  link: optionalText,
  orderPrefix: optionalText,
  requiredFields: Type.Optional(Type.Array(shortText, { maxItems: 20 })),
  minimum: optionalUnits,
  maximum: optionalUnits,
  multipleOf: optionalUnits,
  price: Type.Optional(
    closed({
      percent: optionalUnits,
      fixed: optionalUnits,
      minimum: optionalUnits,
      maximum: optionalUnits,
      refundsCommission: Type.Optional(Type.Boolean()),
    }),
  ),
  messagePrice: optionalUnits,
  duplicateWindowSeconds: Type.Optional(Type.Integer({ minimum: 0 })),
  dailyMaximum: optionalUnits,
  weeklyMaximum: optionalUnits,
  monthlyMaximum: optionalUnits,
});

/** The currency that counts of each service, by its code; absent if it is not known. */
const currenciesField = Type.Record(Type.String(), Type.String());

/** A value of a connector's form; of secrets only whether there is one. */
const configValue = closed({
  field: Type.String(),
  value: Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]),
  set: Type.Boolean(),
});
/** At most 30 days. */
const hoursOrNone = Type.Union([Type.Integer({ minimum: 1, maximum: 720 }), Type.Null()]);
const connectorSchema = closed({
  name: Type.String(),
  connector: Type.String(),
  off: Type.Boolean(),
  /**
   * For a route: what was accepted and is not decided after this long becomes a case; null: as by
   * default.
   */
  resultWithinHours: hoursOrNone,
  config: Type.Array(configValue),
});

const changeSchema = closed({
  part: Type.String(),
  entry: Type.String(),
  kind: Type.Enum(['added', 'removed', 'changed', 'moved']),
  fields: Type.Array(
    closed({ field: Type.String(), before: textOrNone, after: textOrNone, secret: Type.Boolean() }),
  ),
});
/** `field` within the entry; `message` in English, as the command line says it. */
const problemSchema = closed({
  part: Type.String(),
  entry: Type.String(),
  field: Type.String(),
  message: Type.String(),
});
const lineProblem = closed({ line: Type.Integer(), field: Type.String(), message: Type.String() });

const draftHead = {
  id: idField,
  title: Type.String(),
  base: Type.Integer(),
  revision: revisionField,
  madeBy: Type.String(),
  madeAt: timeField,
  changedBy: Type.String(),
  changedAt: timeField,
  /** The last approval request to put it in force. `current`: it means the draft as it is now. */
  approvalRequest: Type.Union([
    closed({ id: idField, state: Type.String(), current: Type.Boolean() }),
    Type.Null(),
  ]),
};

export const catalogueRoutes = {
  'GET operator/documents/:kind': {
    policy: readers,
    params: closed({ kind: kindField }),
    answer: closed({
      /** 0: none is in force. */
      version: Type.Integer(),
      services: Type.Array(serviceEntrySchema),
      currencies: currenciesField,
      connectors: Type.Array(connectorSchema),
      /** Where the routing of SMS leads, by country and operator. */
      destinations: Type.Array(
        closed({
          country: Type.String(),
          /** Null: numbers of the country that no operator has. */
          operator: textOrNone,
          callingCode: Type.String(),
          /** With which national numbers begin. */
          prefixes: Type.Array(Type.String()),
          currency: Type.String(),
          price: Type.String(),
          /** In the order in which they are tried. */
          connections: Type.Array(Type.String()),
        }),
      ),
      drafts: Type.Array(closed(draftHead)),
    }),
  },
  'GET operator/documents/:kind/versions': {
    policy: readers,
    params: closed({ kind: kindField }),
    query: closed({ after: Type.Optional(draftId) }),
    answer: closed({
      items: Type.Array(
        closed({
          version: Type.Integer(),
          at: timeField,
          /** Null: by a command. */
          madeBy: textOrNone,
          approvedBy: textOrNone,
          approvalRequestId: Type.Union([idField, Type.Null()]),
          reason: textOrNone,
        }),
      ),
      next: textOrNone,
    }),
  },
  'GET operator/documents/:kind/changes': {
    policy: readers,
    params: closed({ kind: kindField }),
    query: closed({ from: versionText, to: versionText }),
    answer: closed({ changes: Type.Array(changeSchema) }),
  },
  /**
   * The file that the command line exports and imports; secrets stay sealed. Without `version` the
   * one in force.
   */
  'GET operator/documents/:kind/file': {
    policy: { ...keyManagers, stepUp: 0 },
    form: 'file',
    params: closed({ kind: kindField }),
    query: closed({ version: Type.Optional(versionText) }),
    answer: nothing,
  },

  /** `from`: a version to go back to; null: what is in force. */
  'POST operator/drafts': {
    policy: editors,
    body: closed({ kind: kindField, title: nameField, from: Type.Union([idField, Type.Null()]) }),
    answer: closed({ id: idField }),
  },
  /** `id` null: the file has problems, and no draft was begun. */
  'POST operator/drafts/import': {
    policy: keyManagers,
    bodyMaxBytes: documentMaxBytes,
    body: closed({ kind: kindField, title: nameField, text: document }),
    answer: closed({ id: Type.Union([idField, Type.Null()]), problems: Type.Array(lineProblem) }),
  },
  'GET operator/drafts/:kind/:id': {
    policy: readers,
    params: closed({ kind: kindField, id: draftId }),
    answer: closed({
      ...draftHead,
      inForce: Type.Integer(),
      /** The version that it became. */
      published: Type.Union([Type.Integer(), Type.Null()]),
      dropped: Type.Boolean(),
      needsSecond: Type.Boolean(),
      changes: Type.Array(changeSchema),
      problems: Type.Array(problemSchema),
      services: Type.Array(serviceEntrySchema),
      currencies: currenciesField,
      connectors: Type.Array(connectorSchema),
    }),
  },
  'GET operator/drafts/:kind/:id/text': {
    policy: { ...keyManagers, stepUp: 0 },
    params: closed({ kind: kindField, id: draftId }),
    answer: closed({ text: Type.String({ text: 'free' }), revision: revisionField }),
  },
  /** `code` null: a new one; `entry` null: it goes. */
  'POST operator/drafts/service': {
    policy: editors,
    body: closed({
      ...draftAt,
      code: Type.Union([nameField, Type.Null()]),
      entry: Type.Union([serviceEntrySchema, Type.Null()]),
    }),
    answer: closed({ revision: revisionField }),
  },
  /** A field that is left out is not configured; a secret of which `keep` speaks stays as it is. */
  'POST operator/drafts/connector': {
    policy: keyManagers,
    body: closed({
      ...draftAt,
      kind: kindField,
      name: Type.Union([nameField, Type.Null()]),
      entry: Type.Union([
        closed({
          name: nameField,
          connector: nameField,
          values: Type.Array(
            closed({
              field: nameField,
              value: Type.Union([
                Type.String({ maxLength: 10_000, text: 'free' }),
                Type.Number(),
                Type.Boolean(),
              ]),
            }),
            { maxItems: 100 },
          ),
          keep: Type.Array(nameField, { maxItems: 100 }),
          /** For a route; absent: stays as it is. */
          resultWithinHours: Type.Optional(hoursOrNone),
        }),
        Type.Null(),
      ]),
    }),
    answer: closed({ revision: revisionField }),
  },
  /** `revision` null: the text has problems, and the draft is as it was. */
  'POST operator/drafts/text': {
    policy: keyManagers,
    bodyMaxBytes: documentMaxBytes,
    body: closed({ ...draftAt, kind: kindField, text: document }),
    answer: closed({
      revision: Type.Union([revisionField, Type.Null()]),
      problems: Type.Array(lineProblem),
    }),
  },
  /**
   * Takes over what came into force since. `revision` null: both changed one entry, and the draft
   * is as it was.
   */
  'POST operator/drafts/rebase': {
    policy: editors,
    body: closed({ ...draftAt, kind: kindField }),
    answer: closed({ revision: Type.Union([revisionField, Type.Null()]) }),
  },
  /** Exactly one of them, unless `why` says what stands against it. */
  'POST operator/drafts/publish': {
    policy: { ...editors, stepUp: 5, approval: 'catalogue' },
    body: closed({ ...draftAt, kind: kindField, reason: reasonField }),
    answer: closed({
      version: Type.Union([Type.Integer(), Type.Null()]),
      approvalRequestId: Type.Union([idField, Type.Null()]),
      why: Type.Union([Type.Enum(['outdated', 'faulty', 'unchanged', 'requested']), Type.Null()]),
    }),
  },
  'POST operator/drafts/drop': {
    policy: editors,
    body: closed({ ...draftAt, kind: kindField }),
    answer: nothing,
  },
} as const satisfies RouteTable;
