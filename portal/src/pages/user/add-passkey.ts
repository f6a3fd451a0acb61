// Adds a passkey. The browser creates it; the gateway stores its public half.

import { useState } from 'react';
import { call, CallError, invalidate } from '../../api/index.ts';

interface Adding {
  pending: boolean;
  error: Error | null;
  /**
   * Resolves with the recovery codes of a first second factor, with null for a further one, with
   * undefined when nothing was added.
   */
  add(name: string): Promise<string[] | null | undefined>;
}

/** Adds passkeys to the user who is signed in. */
export function useAddPasskey(): Adding {
  const [state, setState] = useState<{ pending: boolean; error: Error | null }>({
    pending: false,
    error: null,
  });
  return {
    ...state,
    async add(name) {
      setState({ pending: true, error: null });
      try {
        const [{ startRegistration }, { options }] = await Promise.all([
          import('@simplewebauthn/browser'),
          call('POST passkeys/options', { body: {} }),
        ]);
        const response = await startRegistration({ optionsJSON: options as never }).catch(() => {
          throw new CallError('wrongCode', 0);
        });
        const { recoveryCodes } = await call('POST passkeys', {
          body: { name, response: response as never },
        });
        invalidate('GET passkeys');
        setState({ pending: false, error: null });
        return recoveryCodes;
      } catch (failure) {
        setState({
          pending: false,
          error: failure instanceof CallError ? failure : new CallError('internal', 0),
        });
        return undefined;
      }
    },
  };
}
