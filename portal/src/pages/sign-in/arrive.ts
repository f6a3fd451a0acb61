// Redirects after a step of signing in: to the second factor, to its set-up, or to the page that
// was requested.

import type { RouteAnswer } from '@jokko/contract/portal';
import { useSession } from '../../api/index.ts';
import { currentPlace, navigate } from '../../router/index.ts';

type Next = RouteAnswer<'POST sign-in'>['next'];

/** The page that was wanted before signing in; only ever one of this portal. */
export function wantedPage(): string {
  const to = new URLSearchParams(currentPlace().search).get('to') ?? '/';
  return /^\/(?![/\\])/.test(to) ? to : '/';
}

/** Takes the `next` of an answer and goes there. */
export function useArrive(): (next: Next) => Promise<void> {
  const { renew } = useSession();
  return async (next) => {
    const wanted = wantedPage();
    await renew({ fresh: true });
    if (next === 'done') navigate(wanted, { replace: true });
    else if (next === 'set-up-second-factor')
      navigate(`/second-factor${wanted === '/' ? '' : `?to=${encodeURIComponent(wanted)}`}`, {
        replace: true,
      });
    else if (currentPlace().path !== '/sign-in') navigate('/sign-in', { replace: true });
  };
}

/** The one-time token of a link: behind `#`, which browsers send nowhere. */
export const tokenOfLink = (): string => decodeURIComponent(currentPlace().hash.slice(1));
