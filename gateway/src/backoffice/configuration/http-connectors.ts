// Routes of the ways to providers, with their forms, their switches and their connection test.

import {
  linkKinds,
  requiredFields,
  serviceKindNames,
  typeOperations,
  typeServices,
} from '@jokko/contract';
import type { ConfigField } from '@jokko/connectors/kit';
import { switchRouteWithIncident } from '../incidents/index.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { listConnectors } from './http-connector-list.ts';
import { actorOf } from '../../platform/http/portal/caller.ts';
import { notFound } from '../../platform/http/portal/refused.ts';
import { type ConnectorHandlersDeps, connectionTestHandlers } from './http-connection-test.ts';

const kinds = ['catalogue', 'sms-routing'] as const;

const serviceForm = {
  typeService: [...typeServices],
  direction: [...typeOperations],
  kind: serviceKindNames,
  link: [...linkKinds],
  requiredFields: Object.entries(requiredFields).map(([name, label]) => ({ name, label })),
};

const presentField = ({ name, type, label, required, ...optional }: ConfigField) => ({
  name,
  type,
  choices: optional.choices ?? [],
  label,
  hint: optional.hint ?? null,
  fallback: optional.fallback ?? null,
  required,
  address: optional.address ?? type === 'url',
  lines: optional.lines ?? false,
});

export function connectorHandlers(deps: ConnectorHandlersDeps) {
  const { database, documents } = deps;
  return {
    'GET operator/connectors': async () => ({
      ok: true,
      answer: { items: await listConnectors(deps) },
    }),
    'GET operator/connectors/forms': () => ({
      ok: true,
      answer: {
        forms: kinds.flatMap((kind) =>
          Object.entries(documents[kind].connectors).map(([connector, { configForm }]) => ({
            kind,
            connector,
            fields: configForm.map(presentField),
          })),
        ),
        service: serviceForm,
      },
    }),
    async 'POST operator/connectors/switch'({
      body: { name, off, reason, incident },
      caller: { session },
      visit,
    }) {
      const by = { who: actorOf(session.user, visit), userId: session.user.id };
      const switched = await switchRouteWithIncident(database, by, {
        name,
        off,
        reason: reason.trim(),
        text:
          incident === undefined
            ? null
            : { fr: incident.textFr.trim(), en: incident.textEn.trim() },
      });
      return switched.ok ? { ok: true, answer: { version: switched.version } } : notFound;
    },
    ...connectionTestHandlers(deps),
  } satisfies Partial<Handlers>;
}
