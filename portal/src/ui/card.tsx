// Card: groups what belongs together under a heading. Also shows key metrics at a glance.

import type { ReactNode } from 'react';
import './card.css';

/** A sheet. `flush`: its content (a table) reaches its edges. */
export function Card({
  title,
  lead,
  actions,
  children,
  flush = false,
}: {
  title?: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
  flush?: boolean;
}) {
  return (
    <section className={flush ? 'card card-flush' : 'card'}>
      {title === undefined && actions === undefined ? null : (
        <header className="card-head">
          <div>
            {title === undefined ? null : <h2>{title}</h2>}
            {lead === undefined ? null : <p className="card-lead">{lead}</p>}
          </div>
          {actions === undefined ? null : <div className="buttons">{actions}</div>}
        </header>
      )}
      {children}
    </section>
  );
}

/** One figure with what it is; `note` says what it is compared with, or since when. */
export function Stat({
  label,
  value,
  note,
  children,
}: {
  label: ReactNode;
  value: ReactNode;
  note?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="stat">
      <p className="stat-label">{label}</p>
      <p className="stat-value number">{value}</p>
      {note === undefined ? null : <p className="stat-note">{note}</p>}
      {children}
    </div>
  );
}

/** Names and values of one thing. Values that are null are left out. */
export function KeyValues({ items }: { items: readonly { label: ReactNode; value: ReactNode }[] }) {
  return (
    <dl className="key-values">
      {items
        .filter(({ value }) => value !== null && value !== undefined)
        .map(({ label, value }, index) => (
          <div key={index}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
