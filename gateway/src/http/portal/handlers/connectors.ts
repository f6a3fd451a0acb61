// Routes of the ways to providers, with their switches and their trial; and of the operator's own error texts.

import { errorCatalogue, errorCodeOf } from '@jokko/contract';
import type { RouteAnswer } from '@jokko/contract/portal';
import { setErrorText, switchRoute, type Catalogue } from '../../../domain/catalogue/index.ts';
import { lookAtDraft, secretKeptElsewhere } from '../../../domain/drafts/index.ts';
import { personOf, type PeopleDeps, type Refused } from '../../../domain/people/index.ts';
import { loadBinds, type Routing } from '../../../domain/sms-routing/index.ts';
import { tryConnector, type TrialDeps } from '../../../domain/trials/index.ts';
import type { Handlers } from '../handler.ts';
import { documentOf, entriesWithConfig, type Documents } from './document-entries.ts';

type Item = RouteAnswer<'GET operator/connectors'>['items'][number];

const kinds = ['catalogue', 'sms-routing'] as const;
const namesShown = 5;

export interface ConnectorHandlersDeps {
  people: PeopleDeps;
  documents: Documents;
  catalogue(): Catalogue;
  routing(): Routing;
  lanes(): { route: string; queued: number; active: number }[];
  trials: Pick<TrialDeps, 'secureContext' | 'call'>;
}

export function connectorHandlers({ people: { database }, documents, catalogue, routing, lanes, trials }: ConnectorHandlersDeps) {
  async function inForce(kind: (typeof kinds)[number]): Promise<object> {
    const newest = await documents[kind].versions.newest(database);
    return newest === null ? documents[kind].empty : documentOf(newest.text);
  }

  async function routes(): Promise<Item[]> {
    const document = await inForce('catalogue');
    const { services = [] } = document as { services?: { code: string; route: string; otherRoutes?: string[] }[] };
    const queues = new Map(lanes().map(({ route, queued, active }) => [route, { queued, active }]));
    return entriesWithConfig(document, 'routes').map(({ name, connector, off }) => {
      const users = services.filter(({ route, otherRoutes = [] }) => route === name || otherRoutes.includes(name)).map(({ code }) => code);
      const lane = queues.get(name) ?? { queued: 0, active: 0 };
      return itemOf('catalogue', { name, connector, off: off === true, usable: catalogue().route(name) !== undefined, users, lane });
    });
  }

  async function links(): Promise<Item[]> {
    const [document, binds] = await Promise.all([inForce('sms-routing'), loadBinds(database)]);
    const { routes: ways = [] } = document as { routes?: { country: string; operator?: string; links: { name: string }[] }[] };
    const unusable = new Set(routing().unusableLinks);
    return entriesWithConfig(document, 'links').map(({ name, connector }) => {
      const users = ways
        .filter((way) => way.links.some((link) => link.name === name))
        .map((way) => [way.country, way.operator].filter(Boolean).join(' '));
      const item = itemOf('sms-routing', { name, connector, off: false, usable: !unusable.has(name), users, lane: null });
      const own = binds.filter(({ link }) => link === name);
      return { ...item, binds: own.map(({ state, node, detail, updatedAt }) => ({ state, node, detail, at: updatedAt.toISOString() })) };
    });
  }

  return {
    'GET operator/connectors': async () => ({ ok: true, answer: { items: [...(await routes()), ...(await links())] } }),
    'GET operator/connectors/forms': () => ({
      ok: true,
      answer: {
        forms: kinds.flatMap((kind) =>
          Object.entries(documents[kind].connectors).map(([connector, { configForm }]) => ({
            ...{ kind, connector },
            fields: configForm.map(({ name, type, choices = [], label, required, address = type === 'url' }) => ({
              ...{ name, type, choices, label, required, address },
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
    async 'POST operator/connectors/try'({ body: { kind, name, draft } }) {
      const document = documents[kind];
      const view = draft === null ? null : await lookAtDraft(database, document, draft);
      if (draft !== null && view === null) return { ok: false, refusal: 'notFound' };
      // A secret that was written for another address is not carried there.
      if (view?.problems.some(({ entry, message }) => entry === name && message === secretKeptElsewhere) === true)
        return { ok: false, refusal: 'conflict' };
      const entry = entriesWithConfig(view?.draft.document ?? (await inForce(kind)), document.connectorPart).find(
        (each) => each.name === name,
      );
      if (entry === undefined) return { ok: false, refusal: 'notFound' };
      const deps = { ...trials, connectors: document.connectors, sources: document.sources };
      return { ok: true, answer: { steps: await tryConnector(deps, entry) } };
    },

    async 'GET operator/error-texts'() {
      const { errorTexts = {} } = (await inForce('catalogue')) as { errorTexts?: { [id: string]: { fr?: string; en?: string } } };
      const items = errorCatalogue.map(({ id, message }) => {
        const { fr = null, en = null } = errorTexts[String(id)] ?? {};
        return { id, code: errorCodeOf(id), original: { fr: message.fr, en: message.en }, own: { fr, en } };
      });
      return { ok: true, answer: { items } };
    },
    async 'POST operator/error-texts'({ body: { id, fr, en }, caller: { live }, visit }) {
      const by = { who: personOf(live.person, visit), personId: live.person.id };
      const set = await setErrorText(database, by, { id, fr, en });
      if (set.ok) return { ok: true, answer: { version: set.version } };
      if ('fault' in set) return invalid(set.fault.language, set.fault.problem);
      return { ok: false, refusal: 'notFound' };
    },
  } satisfies Partial<Handlers>;
}

const invalid = (field: string, problem: NonNullable<Refused['fields']>[number]['problem']): Refused => ({
  ...{ ok: false, refusal: 'invalid', fields: [{ field, problem }] },
});

type Facts = Pick<Item, 'name' | 'connector' | 'off' | 'usable' | 'lane'> & { users: string[] };

const itemOf = (kind: Item['kind'], { users, ...facts }: Facts): Item => ({
  ...{ kind, ...facts, usedBy: users.slice(0, namesShown), uses: users.length, binds: [] },
});
