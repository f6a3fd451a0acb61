// Layout of the pages before sign-in. A form on one side, the branding on the other; on a phone
// the form alone.

import type { ReactNode } from 'react';
import { useMessages } from '../language/index.ts';
import { Icon } from '../ui/icon.tsx';
import { Brand } from './brand.tsx';
import { Connection } from './connection.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { useArrival } from './page.tsx';
import { layoutMessages } from './messages.ts';
import './bare.css';

/** The frame of pages outside of the portal. */
export function Bare({ children }: { children: ReactNode }) {
  const messages = useMessages(layoutMessages);
  return (
    <div className="bare">
      <aside className="bare-house" aria-label="Jokko">
        <Brand size={40} />
        <div className="bare-words">
          <p className="bare-tagline">{messages.tagline}</p>
          <ul className="bare-promises">
            {messages.promises.split('\n').map((promise) => (
              <li key={promise}>
                <Icon name="check" />
                {promise}
              </li>
            ))}
          </ul>
        </div>
        <span />
      </aside>
      <div className="bare-side">
        <header className="bare-bar">
          <span className="bare-brand">
            <Brand />
          </span>
          <LanguageSwitch />
        </header>
        <Connection />
        <main className="bare-main">{children}</main>
      </div>
    </div>
  );
}

/** The sheet of a page in this frame; its title is the page's heading. */
export function BarePage({
  title,
  lead,
  children,
  below,
}: {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
  below?: ReactNode;
}) {
  const heading = useArrival(title);
  return (
    <div className="bare-page">
      <div className="stack stack-s">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {lead === undefined ? null : <p className="soft">{lead}</p>}
      </div>
      {children}
      {below === undefined ? null : <div className="bare-below">{below}</div>}
    </div>
  );
}
