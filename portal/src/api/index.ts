// Entry point of the interface: reading, changing, hearing, and who is signed in.

export { addressOf, call, CallError, watchCalls, type Input } from './call.ts';
export { invalidate } from './cache.ts';
export { useDraft } from './draft.ts';
export { useErrorMessages } from './use-error-messages.ts';
export { useEvents, useRealtime } from './events.ts';
export { useChange, useRead, type ChangeName, type Read } from './hooks.ts';
export { serverNow } from './server-clock.ts';
export { makeKey, useChangeOnce } from './once.ts';
export { startNetworkWatch, useOnline } from './network.ts';
export { SessionProvider, useMay, useMe, useSession, type Me } from './session.tsx';
