// When a callback is attempted next: a time that lies ahead, or that it waits for its turn, since a
// server that does not answer gets one attempt a minute, whatever waits for it (rule C4).

import { serverNow } from '../../api/index.ts';
import { useMessages } from '../../language/index.ts';
import { When } from '../../ui/when.tsx';
import { callbackMessages } from './messages.ts';

export function NextAttempt({ at, short = false }: { at: string; short?: boolean }) {
  const messages = useMessages(callbackMessages);
  if (Date.parse(at) > serverNow()) return short ? <When at={at} /> : <When at={at} show="both" />;
  return <>{short ? messages.waitsShort : messages.waits}</>;
}
