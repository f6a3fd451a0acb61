// The door of the interface: reading, changing, hearing, and who is signed in.

export { addressOf, call, CallError, watchCalls } from './call.ts';
export { forgetAll, invalidate } from './cache.ts';
export { useDraft } from './draft.ts';
export { useErrorWords } from './error-words.ts';
export { useEvents, useLive } from './events.ts';
export { useChange, useRead, type Read } from './hooks.ts';
export { makeKey, useChangeOnce } from './once.ts';
export { startNetworkWatch, useOnline } from './network.ts';
export { SessionProvider, useMay, useMe, useSession, type Me } from './session.tsx';
