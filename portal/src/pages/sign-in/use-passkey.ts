// Signs in with a passkey. The browser answers the gateway's challenge; its code is fetched on
// first use.

import { useState } from 'react';
import { call, CallError } from '../../api/index.ts';
import { useArrive } from './arrive.ts';

/**
 * Starts the browser's dialog and goes on from there; errors go to the form that holds the button.
 */
export function usePasskeySignIn(onError: (error: Error | null) => void): {
  pending: boolean;
  start(): void;
} {
  const arrive = useArrive();
  const [pending, setPending] = useState(false);
  const run = async (): Promise<void> => {
    setPending(true);
    onError(null);
    try {
      const [{ startAuthentication }, { options }] = await Promise.all([
        import('@simplewebauthn/browser'),
        call('POST sign-in/passkey/options', { body: {} }),
      ]);
      const response = await startAuthentication({ optionsJSON: options as never }).catch(() => {
        throw new CallError('wrongCode', 0);
      });
      const { next } = await call('POST sign-in/passkey', {
        body: { response: response as never },
      });
      await arrive(next);
    } catch (failure) {
      onError(failure instanceof CallError ? failure : new CallError('internal', 0));
    } finally {
      setPending(false);
    }
  };
  return { pending, start: () => void run() };
}
