// Who is signed in, and as what. Read once; asked again after signing in, switching the account, or
// when an answer says that it is over.

import {
  createContext,
  use,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
  type ReactNode,
} from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import type { RouteAnswer, RouteName } from '@jokko/contract/portal';
import { useLanguage } from '../language/index.ts';
import { setTheme } from '../theme/theme.ts';
import { call, CallError, watchCalls } from './call.ts';
import { clearAll, queryClient } from './cache.ts';
import { restartEvents } from './events.ts';
import { purgeDrafts } from './kept-drafts.ts';
import { isReached, watchNetwork } from './network.ts';
import { listenToTabs, notifyTabs, type TabEvent } from './tabs.ts';

export type Me = RouteAnswer<'GET me'>;

interface Session {
  /** Undefined: not known yet. Null: nobody is signed in. */
  me: Me | null | undefined;
  /** The gateway does not answer. */
  error: Error | undefined;
  /** Reads anew who is signed in; with `fresh` everything that was read before is forgotten. */
  renew(options?: { fresh?: boolean }): Promise<Me | null>;
  /** Ends the session in every tab; nothing happens where the gateway is away. */
  signOut(): Promise<void>;
  /** Another tab has changed the session that they share. */
  follow(tabEvent: TabEvent): Promise<void>;
}
const SessionContext = createContext<Session | null>(null);

/** Holds the session, and takes over the user's language, time zone and theme. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<Pick<Session, 'me' | 'error'>>({
    me: undefined,
    error: undefined,
  });
  const { setLanguage, setTimeZone } = useLanguage();
  const session = useMemo<Session>(() => {
    const read = async (fresh: boolean): Promise<Me | null> => {
      try {
        const me = await call('GET me', {});
        if (fresh) {
          clearAll();
          restartEvents();
        }
        setLanguage(me.user.language);
        setTimeZone(me.user.timeZone);
        setTheme(me.user.theme);
        setState({ me, error: undefined });
        return me;
      } catch (error) {
        const signedOut = error instanceof CallError && error.status === 401;
        if (signedOut) clearAll();
        setState(
          signedOut ? { me: null, error: undefined } : { me: undefined, error: error as Error },
        );
        return null;
      }
    };
    return {
      ...state,
      async renew({ fresh = false } = {}) {
        const me = await read(fresh);
        if (fresh) notifyTabs('changed');
        return me;
      },
      async signOut() {
        const ended = await call('POST sign-out', { body: {} }).then(
          () => true,
          () => false,
        );
        if (ended) {
          purgeDrafts();
          notifyTabs('signed-out');
        }
        await read(false);
      },
      async follow(tabEvent) {
        if (tabEvent === 'signed-out') purgeDrafts();
        await read(true);
      },
    };
  }, [state, setLanguage, setTimeZone]);
  const { renew, follow } = session;
  const unknown = state.me === undefined && state.error !== undefined;
  useEffect(
    () => (unknown ? watchNetwork(() => isReached() && void renew()) : undefined),
    [unknown, renew],
  );
  const renewNow = useEffectEvent(() => void renew());
  const followTab = useEffectEvent((tabEvent: TabEvent) => void follow(tabEvent));
  useEffect(() => {
    renewNow();
    watchCalls({
      onSignedOut: (code) =>
        code === 'signedOut' ? setState({ me: null, error: undefined }) : renewNow(),
    });
    return listenToTabs((tabEvent) => followTab(tabEvent));
  }, []);
  return (
    <QueryClientProvider client={queryClient}>
      <SessionContext value={session}>{children}</SessionContext>
    </QueryClientProvider>
  );
}

/** The session, signed in or not. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (session === null) throw new Error('useSession outside of SessionProvider');
  return session;
}

/** The user who is signed in; only below a page that needs one. */
export function useMe(): Me {
  const { me } = useSession();
  if (me === null || me === undefined) throw new Error('nobody is signed in');
  return me;
}

/** May this session call a route? For what to show; the server decides anew. */
export function useMay(name: RouteName): boolean {
  return useMe().abilities.includes(name);
}
