// Shell around every page of the portal: navigation at the side (a drawer on phones), the bar
// above, the page itself.

import { useEffect, useState, type ReactNode } from 'react';
import type { RouteName } from '@jokko/contract/portal';
import { useMe, type Me } from '../api/index.ts';
import { useLanguage, useMessages } from '../language/index.ts';
import { Link, useRouter, watchRefused } from '../router/index.ts';
import { Drawer } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { toast } from '../ui/toast.tsx';
import { Brand } from './brand.tsx';
import { Connection } from './connection.tsx';
import { ForRole } from './for-role.tsx';
import { IncidentBanner } from './incident-banner.tsx';
import { KeyList } from './key-list.tsx';
import { navigation, navigationMessages, unfoldedMax, type NavigationItem } from './navigation.ts';
import { StepUp } from './step-up.tsx';
import { layoutMessages } from './messages.ts';
import { TopBar } from './top-bar.tsx';
import { Rehearsal } from './rehearsal.tsx';
import { Stopped } from './stopped.tsx';
import { Viewing } from './viewing.tsx';
import './shell.css';
import '../style/print.css';

interface Props {
  children: ReactNode;
  /** A page that everybody may see. */
  forAnybody: boolean;
  needs: RouteName | undefined;
}

/** The frame of all pages for users who are signed in. */
export default function Shell({ children, forAnybody, needs }: Props) {
  const messages = useMessages(layoutMessages);
  const { place, pending } = useRouter();
  const [drawer, setDrawer] = useState({ open: false, path: place.path });
  // Another page was chosen in it.
  if (drawer.path !== place.path) setDrawer({ open: false, path: place.path });
  const showDrawer = (open: boolean): void => setDrawer({ open, path: place.path });
  useEffect(
    () => watchRefused((names) => toast(messages.refusedFilter(names), 'info')),
    [messages],
  );
  return (
    <div className="shell">
      <a className="skip" href="#content">
        {messages.skip}
      </a>
      <nav className="shell-side" aria-label={messages.navigation}>
        <Link to="/" className="shell-brand" aria-label={`Jokko – ${messages.home}`}>
          <Brand />
        </Link>
        <Navigation />
      </nav>
      <Drawer open={drawer.open} onClose={() => showDrawer(false)} title={<Brand />} side="start">
        <nav aria-label={messages.navigation}>
          <Navigation />
        </nav>
      </Drawer>
      <div className="shell-main">
        <TopBar onMenu={() => showDrawer(true)} />
        {pending ? (
          <div className="shell-progress" role="progressbar" aria-label={messages.loading} />
        ) : null}
        <Stopped />
        <Rehearsal />
        <Viewing />
        <IncidentBanner />
        <Connection stale />
        <main id="content" className="shell-content" tabIndex={-1}>
          {forAnybody ? children : <ForRole needs={needs}>{children}</ForRole>}
        </main>
      </div>
      <StepUp />
      <KeyList />
    </div>
  );
}

/** Which side of the portal a user works on. */
const sideOf = (me: Me): 'developer' | 'operator' => me.membership?.side ?? 'developer';

function Navigation() {
  const me = useMe();
  const messages = useMessages(layoutMessages);
  const section = `/${useRouter().place.path.split('/')[1] ?? ''}`;
  const groups = navigation[sideOf(me)].flatMap(({ group, items }) => {
    const shown = items.filter(({ needs }) => needs === null || me.abilities.includes(needs));
    return shown.length === 0 ? [] : [{ group, shown }];
  });
  const isFolded = groups.flatMap(({ shown }) => shown).length > unfoldedMax;
  return (
    <div className="navigation">
      {groups.map(({ group, shown }) => {
        if (group === null) return <Entries key="" items={shown} />;
        const head = messages.groups[group];
        return isFolded && me.membership?.side === 'operator' ? (
          <details key={group} open={shown.some(({ to }) => to === section)}>
            <summary className="navigation-head">
              {head}
              <Icon name="chevron-down" size={16} />
            </summary>
            <Entries items={shown} />
          </details>
        ) : (
          <div key={group}>
            <p className="navigation-head">{head}</p>
            <Entries items={shown} />
          </div>
        );
      })}
    </div>
  );
}

function Entries({ items }: { items: readonly NavigationItem[] }) {
  const labels = useMessages(navigationMessages);
  const { language } = useLanguage();
  return (
    <ul>
      {items.map(({ to, label, icon }) => (
        <li key={to}>
          <Link
            to={to === '/docs' ? `/docs/${language}/start` : to}
            current={to === '/' ? 'page' : 'section'}
            className="navigation-link"
          >
            <Icon name={icon} />
            {labels[label]}
          </Link>
        </li>
      ))}
    </ul>
  );
}
