// Prefetches before it is known who is signed in. On a slow network the page's code would
// otherwise be requested only after the answer; the user who was last signed in here gets both at
// once.

import { currentPlace, findRoute } from './router/index.ts';
import { routes } from './routes.ts';

const storedUnder = 'jokko.signed-in';

/** For the next visit. */
export function rememberSignedIn(signedIn: boolean): void {
  try {
    if (signedIn) localStorage.setItem(storedUnder, 'yes');
    else localStorage.removeItem(storedUnder);
  } catch {
    // Not kept: the next visit takes one step after the other.
  }
}

/**
 * The frame of the portal, and the page of the present place. What does not come is asked for again
 * when it is drawn.
 */
export function fetchAhead(): void {
  if (!wasSignedIn()) return;
  const ahead = [
    import('./layout/shell.tsx'),
    findRoute(routes, currentPlace().path)?.route.load(),
  ];
  for (const code of ahead) code?.catch(() => {});
}

function wasSignedIn(): boolean {
  try {
    return localStorage.getItem(storedUnder) === 'yes';
  } catch {
    return false;
  }
}
