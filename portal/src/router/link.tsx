// Link that navigates without reloading the whole portal. A real <a>, so that new tabs, copying
// and screen readers work; plain clicks stay in the portal.

import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { navigate } from './history.ts';
import { useRouter } from './router.tsx';

export type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  to: string;
  /** Marks the link of the page that is open; `section` also for pages below it. */
  current?: 'page' | 'section';
};

/** The documentation is a site of its own: its pages are loaded. */
const isOutside = (path: string): boolean => path === '/docs' || path.startsWith('/docs/');

/** A link within the portal. */
export function Link({ to, current, onClick, ...rest }: LinkProps) {
  const { place } = useRouter();
  const path = to.split(/[?#]/, 1)[0]!;
  const here =
    current !== undefined &&
    (place.path === path || (current === 'section' && place.path.startsWith(`${path}/`)));
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    if (
      event.defaultPrevented ||
      isOutside(path) ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    if (rest.target !== undefined && rest.target !== '_self') return;
    event.preventDefault();
    navigate(to);
  };
  return (
    <a href={to} onClick={follow} aria-current={here ? ('page' as const) : undefined} {...rest} />
  );
}
