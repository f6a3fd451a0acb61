// Which page does this person get to see? The route of the address, if the person has come far enough with signing in; else the page to do so.

import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { rememberSignedIn } from './ahead.ts';
import { useSession } from './api/index.ts';
import { useTexts } from './language/index.ts';
import { Bare } from './layout/bare.tsx';
import { CrashFrame } from './layout/crash.tsx';
import { layoutTexts } from './layout/texts.ts';
import { findRoute, navigate, RouteView, useRouter } from './router/index.ts';
import { routes } from './routes.ts';
import { ErrorState, Skeleton } from './ui/states.tsx';

const Shell = lazy(() => import('./layout/shell.tsx'));
const NotFound = lazy(() => import('./pages/not-found.tsx'));

const searchable = routes.some(({ pattern }) => pattern === '/search');

export function App() {
  const { place } = useRouter();
  const { me, error, renew } = useSession();
  useEffect(() => {
    if (me !== undefined) rememberSignedIn(me !== null && me.next === 'done');
  }, [me]);
  const found = findRoute(routes, place.path);
  const frame = found?.route.frame;
  const here = `${place.path}${place.search}`;
  const view = found === null ? <NotFound /> : <RouteView route={found.route} params={found.params} />;
  const drawn = <Suspense fallback={<Skeleton />}>{view}</Suspense>;
  if (frame === 'open') return <Bare>{drawn}</Bare>;
  if (me === undefined) return <Waiting>{error === undefined ? null : <ErrorState error={error} again={() => void renew()} />}</Waiting>;
  if (frame === 'anybody' && me === null) return <Bare>{drawn}</Bare>;
  if (me === null || me.next === 'second-factor') return <Redirect to={`/sign-in${wayBack(here)}`} />;
  if (frame === 'begun') return <Bare>{drawn}</Bare>;
  if (me.next === 'set-up-second-factor') return <Redirect to={`/second-factor${wayBack(here)}`} />;
  return (
    <Suspense fallback={<Waiting />}>
      <Shell searchable={searchable} forAnybody={frame === 'anybody'} needs={found?.route.needs}>
        <CrashFrame>{drawn}</CrashFrame>
      </Shell>
    </Suspense>
  );
}

const wayBack = (here: string): string => (here === '/' ? '' : `?to=${encodeURIComponent(here)}`);

function Redirect({ to }: { to: string }) {
  useEffect(() => navigate(to, { replace: true }), [to]);
  return <Waiting />;
}

function Waiting({ children }: { children?: ReactNode }) {
  const words = useTexts(layoutTexts);
  return (
    <main aria-busy={children === undefined || children === null} aria-label={words.loading}>
      {children}
    </main>
  );
}
