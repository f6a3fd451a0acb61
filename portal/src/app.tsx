// Chooses the page to show: the route of the address if the user's sign-in is complete enough for
// it, else the page that completes it.

import { lazy, Suspense, useEffect } from 'react';
import { rememberSignedIn } from './ahead.ts';
import { useErrorMessages, useSession } from './api/index.ts';
import { useMessages } from './language/index.ts';
import { Bare, BarePage } from './layout/bare.tsx';
import { CrashFrame } from './layout/crash.tsx';
import { layoutMessages } from './layout/messages.ts';
import { findRoute, navigate, RouteView, useRouter } from './router/index.ts';
import { routes } from './routes.ts';
import { Button } from './ui/button.tsx';
import { Skeleton } from './ui/states.tsx';
import { uiMessages } from './ui/messages.ts';
import { startWorker } from './worker/register.ts';

const Shell = lazy(() => import('./layout/shell.tsx'));
const NotFound = lazy(() => import('./pages/not-found.tsx'));

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
  const view =
    found === null ? <NotFound /> : <RouteView route={found.route} params={found.params} />;
  const drawn = <Suspense fallback={<Skeleton />}>{view}</Suspense>;
  if (frame === 'open') return <Bare>{drawn}</Bare>;
  if (me === undefined && error !== undefined)
    return <Lost error={error} again={() => void renew()} />;
  if (me === undefined) return <Waiting />;
  if (frame === 'anybody' && me === null) return <Bare>{drawn}</Bare>;
  if (me === null || me.next === 'second-factor')
    return <Redirect to={`/sign-in${wayBack(here)}`} />;
  if (frame === 'begun') return <Bare>{drawn}</Bare>;
  if (me.next === 'set-up-second-factor') return <Redirect to={`/second-factor${wayBack(here)}`} />;
  return (
    <Suspense fallback={<Waiting />}>
      <Shell forAnybody={frame === 'anybody'} needs={found?.route.needs}>
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
  const messages = useMessages(layoutMessages);
  return <main aria-busy aria-label={messages.loading} />;
}

/**
 * It is not even known who is signed in. The line is watched: when it is back, the page goes on by
 * itself.
 */
function Lost({ error, again }: { error: Error; again(): void }) {
  const messages = useMessages(layoutMessages);
  const { retry } = useMessages(uiMessages);
  const { messageOf } = useErrorMessages();
  return (
    <Bare>
      <BarePage title={messages.lost} lead={messageOf(error)}>
        <Button icon="refresh" onClick={again}>
          {retry}
        </Button>
      </BarePage>
    </Bare>
  );
}
