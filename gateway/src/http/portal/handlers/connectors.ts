// Routes of the ways to providers, with their forms, their switches and their trial.

import { noteAudit } from '../../../domain/audit/index.ts';
import { switchRoute } from '../../../domain/catalogue/index.ts';
import { lookAtDraft, secretKeptElsewhere } from '../../../domain/drafts/index.ts';
import { personOf } from '../../../domain/people/index.ts';
import { tryConnector, type TrialDeps } from '../../../domain/trials/index.ts';
import type { Handlers } from '../handler.ts';
import { inForce, listConnectors, type ConnectorListDeps } from './connector-list.ts';
import { entriesWithConfig } from './document-entries.ts';

const kinds = ['catalogue', 'sms-routing'] as const;

export interface ConnectorHandlersDeps extends ConnectorListDeps {
  trials: Pick<TrialDeps, 'secureContext' | 'call'>;
}

export function connectorHandlers(deps: ConnectorHandlersDeps) {
  const { documents, trials } = deps;
  const { database } = deps.people;
  return {
    'GET operator/connectors': async () => ({ ok: true, answer: { items: await listConnectors(deps) } }),
    'GET operator/connectors/forms': () => ({
      ok: true,
      answer: {
        forms: kinds.flatMap((kind) =>
          Object.entries(documents[kind].connectors).map(([connector, { configForm }]) => ({
            ...{ kind, connector },
            fields: configForm.map(({ name, type, choices = [], label, required, address = type === 'url', lines = false }) => ({
              ...{ name, type, choices, label, required, address, lines },
            })),
          })),
        ),
      },
    }),
    async 'POST operator/connectors/switch'({ body: { name, off, reason }, caller: { live }, visit }) {
      const by = { who: personOf(live.person, visit), personId: live.person.id };
      const switched = await switchRoute(database, by, { name, off, reason: reason.trim() });
      return switched.ok ? { ok: true, answer: { version: switched.version } } : { ok: false, refusal: 'notFound' };
    },
    async 'POST operator/connectors/try'({ body: { kind, name, draft }, caller: { live }, visit }) {
      const document = documents[kind];
      const view = draft === null ? null : await lookAtDraft(database, document, draft);
      if (draft !== null && view === null) return { ok: false, refusal: 'notFound' };
      // A secret that was written for another address is not carried there.
      if (view?.problems.some(({ entry, message }) => entry === name && message === secretKeptElsewhere) === true)
        return { ok: false, refusal: 'conflict' };
      const entry = entriesWithConfig(view?.draft.document ?? (await inForce(database, document)), document.connectorPart).find(
        (each) => each.name === name,
      );
      if (entry === undefined) return { ok: false, refusal: 'notFound' };
      const how = { ...trials, connectors: document.connectors, sources: document.sources };
      const steps = await tryConnector(how, entry);
      const outcome = { draft, ok: steps.every(({ ok }) => ok), last: steps.at(-1)!.step };
      await noteAudit(database, { who: personOf(live.person, visit), action: 'connector.try', subject: `connector/${name}`, new: outcome });
      return { ok: true, answer: { steps } };
    },
  } satisfies Partial<Handlers>;
}
