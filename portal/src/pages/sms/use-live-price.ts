// Reads the cost of a message while it is being written. Requested when the typing pauses.

import { useEffect, useEffectEvent, useState } from 'react';
import type { RouteAnswer, RouteBody } from '@jokko/contract/portal';
import { call } from '../../api/index.ts';

export type LivePrice = NonNullable<RouteAnswer<'POST sms/preview'>['price']>;

/** So long nothing was typed. */
const restMs = 700;
/** More are priced on demand alone: the list goes over the network each time. */
const recipientsMax = 500;

/**
 * The price of the message as it is now; null while it is not known, is not whole, or has something
 * wrong with it.
 */
export function useLivePrice(
  message: RouteBody<'POST sms/preview'>,
  isWhole: boolean,
): LivePrice | null {
  const [found, setFound] = useState<{ of: string; price: LivePrice | null }>({
    of: '',
    price: null,
  });
  const wanted = isWhole && message.numbers.length <= recipientsMax ? JSON.stringify(message) : '';
  const ask = useEffectEvent(async (signal: AbortSignal): Promise<void> => {
    try {
      const { price } = await call('POST sms/preview', { body: message }, { signal });
      if (!signal.aborted) setFound({ of: wanted, price });
    } catch {
      // What is wrong with it is said when the price is asked for.
    }
  });
  useEffect(() => {
    if (wanted === '') return;
    const controller = new AbortController();
    const timer = setTimeout(() => void ask(controller.signal), restMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [wanted]);
  return found.of === wanted ? found.price : null;
}
