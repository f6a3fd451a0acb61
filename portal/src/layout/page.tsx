// Frame of every page. Renders a heading that is also the window's title and gets the focus on
// arrival by a link, so that screen readers announce it, and restores the scroll position.

import { useEffect, useRef, type ReactNode } from 'react';
import { currentPlace, Link, scrollOf } from '../router/index.ts';
import { Icon } from '../ui/icon.tsx';
import './page.css';

interface Props {
  title: string;
  /** One or two sentences: what can be done here. */
  lead?: ReactNode;
  /** The page above this one. */
  back?: { to: string; label: string };
  /** Stands beside the title, e.g. a state. */
  beside?: ReactNode;
  /** Buttons of the whole page. */
  actions?: ReactNode;
  /** Narrower: for forms and settings. */
  narrow?: boolean;
  children: ReactNode;
}

/** A page of the portal. */
export function Page({ title, lead, back, beside, actions, narrow = false, children }: Props) {
  const heading = useArrival(title);
  return (
    <div className={narrow ? 'page page-narrow' : 'page'}>
      <header className="page-head">
        <div className="page-words">
          {back === undefined ? null : (
            <Link to={back.to} className="page-back">
              <Icon name="chevron-left" size={16} />
              {back.label}
            </Link>
          )}
          <div className="page-title">
            <h1 ref={heading} tabIndex={-1}>
              {title}
            </h1>
            {beside}
          </div>
          {lead === undefined ? null : <p className="page-lead">{lead}</p>}
        </div>
        {actions === undefined ? null : <div className="buttons">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

const restoreForMs = 1_500;

/**
 * Names the window, and puts focus and scrolling where they belong. Answers the ref of the heading.
 */
export function useArrival(title: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Jokko`;
  }, [title]);
  useEffect(() => {
    const { by, key } = currentPlace();
    if (by === 'start') return;
    heading.current?.focus({ preventScroll: true });
    if (by !== 'pop') {
      window.scrollTo(0, 0);
      return;
    }
    // What the page was scrolled to may have to be read first.
    const until = performance.now() + restoreForMs;
    const restore = (): void => {
      window.scrollTo(0, scrollOf(key));
      if (
        Math.abs(window.scrollY - scrollOf(key)) > 2 &&
        performance.now() < until &&
        currentPlace().key === key
      )
        requestAnimationFrame(restore);
    };
    restore();
  }, []);
  return heading;
}
