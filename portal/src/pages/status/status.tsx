// Do the services work? What the gateway sees of their providers, in words, for whoever is signed in, and for everybody where that is wanted.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useRead, useSession, type Read } from '../../api/index.ts';
import { defineTexts, useFormat, useTexts } from '../../language/index.ts';
import { BarePage } from '../../layout/bare.tsx';
import { Page } from '../../layout/page.tsx';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { When } from '../../ui/when.tsx';

const statusTexts = defineTexts(
  {
    title: 'État des services',
    lead: "Ce que la passerelle voit des fournisseurs, d'après les opérations de la dernière heure.",
    at: 'Vu à',
    well: 'Aucun incident vu.',
    ill: 'Des services ne vont pas bien.',
    service: 'Service',
    country: 'Pays',
    state: 'État',
    none: 'Aucun service',
    states: {
      works: 'Fonctionne',
      failing: "Beaucoup d'échecs",
      slow: 'Lent',
      quiet: 'Sans trafic',
      off: 'Arrêté',
    },
  },
  {
    title: 'Status of services',
    lead: 'What the gateway sees of the providers, by the operations of the last hour.',
    at: 'Seen at',
    well: 'No incident seen.',
    ill: 'Some services are not well.',
    service: 'Service',
    country: 'Country',
    state: 'State',
    none: 'No services',
    states: {
      works: 'Works',
      failing: 'Many failures',
      slow: 'Slow',
      quiet: 'No traffic',
      off: 'Switched off',
    },
  },
);

type Answer = RouteAnswer<'GET status'>;
type State = Answer['services'][number]['state'];
const tones: Record<State, Tone> = { works: 'good', failing: 'bad', slow: 'warn', quiet: 'neutral', off: 'warn' };
const rank: readonly State[] = ['failing', 'off', 'slow', 'works', 'quiet'];
const everyMs = 30_000;

export default function Status() {
  const words = useTexts(statusTexts);
  const { me } = useSession();
  return me === null ? (
    <BarePage title={words.title} lead={words.lead}>
      <ForEverybody />
    </BarePage>
  ) : (
    <Page title={words.title} lead={words.lead}>
      <ForMembers />
    </Page>
  );
}

const ForMembers = () => <Shown read={useRead('GET status', {}, { everyMs })} />;
const ForEverybody = () => <Shown read={useRead('GET public-status', {}, { everyMs })} />;

function Shown({ read }: { read: Read<Answer> }) {
  const words = useTexts(statusTexts);
  const { country } = useFormat();
  return (
    <Loaded read={read} lines={8}>
      {({ at, services }) => {
        const ill = services.some(({ state }) => state !== 'works' && state !== 'quiet');
        return (
          <div className="stack stack-l">
            <Notice tone={ill ? 'warn' : 'good'} title={ill ? words.ill : words.well} live>
              {words.at} <When at={at} show="exact" />
            </Notice>
            <DataTable
              id="status"
              caption={words.title}
              rows={services.toSorted((one, other) => rank.indexOf(one.state) - rank.indexOf(other.state))}
              rowKey={({ code }) => code}
              empty={<EmptyState icon="layers" title={words.none} />}
              columns={[
                { key: 'service', header: words.service, primary: true, cell: ({ name }) => name },
                { key: 'country', header: words.country, cell: ({ country: code }) => (code === null ? '–' : country(code)) },
                { key: 'state', header: words.state, cell: ({ state }) => <Badge tone={tones[state]}>{words.states[state]}</Badge> },
              ]}
            />
          </div>
        );
      }}
    </Loaded>
  );
}
