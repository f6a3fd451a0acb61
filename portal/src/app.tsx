// Which page does this person get to see? The route of the address, if the person has come far enough with signing in; else the page to do so.

import { lazy, Suspense, useEffect } from 'react';
import { rememberSignedIn } from './ahead.ts';
import { useErrorWords, useSession } from './api/index.ts';
import { useTexts } from './language/index.ts';
import { Bare, BarePage } from './layout/bare.tsx';
import { CrashFrame } from './layout/crash.tsx';
import { layoutTexts } from './layout/texts.ts';
import { findRoute, navigate, RouteView, useRouter } from './router/index.ts';
import { routes } from './routes.ts';
import { Button } from './ui/button.tsx';
import { Skeleton } from './ui/states.tsx';
import { uiTexts } from './ui/texts.ts';
import { startWorker } from './worker/register.ts';

const Shell = lazy(() => import('./layout/shell.tsx'));
const NotFound = lazy(() => import('./pages/not-found.tsx'));

const searchable = routes.some(({ pattern }) => pattern === '/search');

export function App() {
  const { place } = useRouter();
  const { me, error, renew } = useSession();
  useEffect(() => {
    if (me === undefined) return;
    rememberSignedIn(me !== null && me.next === 'done');
    startWorker();
  }, [me]);
  const found = findRoute(routes, place.path);
  const frame = found?.route.frame;
  const here = `${place.path}${place.search}`;
  const view = found === null ? <NotFound /> : <RouteView route={found.route} params={found.params} />;
  const drawn = <Suspense fallback={<Skeleton />}>{view}</Suspense>;
  if (frame === 'open') return <Bare>{drawn}</Bare>;
  if (me === undefined && error !== undefined) return <Lost error={error} again={() => void renew()} />;
  if (me === undefined) return <Waiting />;
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

function Waiting() {
  const words = useTexts(layoutTexts);
  return <main aria-busy aria-label={words.loading} />;
}

/** It is not even known who is signed in. The line is watched: when it is back, the page goes on by itself. */
function Lost({ error, again }: { error: Error; again(): void }) {
  const words = useTexts(layoutTexts);
  const { retry } = useTexts(uiTexts);
  const { say } = useErrorWords();
  return (
    <Bare>
      <BarePage title={words.lost} lead={say(error)}>
        <Button icon="refresh" onClick={again}>
          {retry}
        </Button>
      </BarePage>
    </Bare>
  );
}
