// Events while a page is open: one stream of server-sent events for all pages of a tab. It is
// opened with the first listener, and the browser itself connects again when it breaks.

import { useEffect, useEffectEvent, useRef } from 'react';
import type { RouteAnswer, RouteName } from '@jokko/contract/portal';
import { addressOf } from './call.ts';
import { invalidate } from './cache.ts';

type OperationEvent = RouteAnswer<'GET events'>;
export type HappeningKind = OperationEvent['kind'];

const listeners = new Set<(operationEvent: OperationEvent) => void>();
let stream: EventSource | null = null;
/**
 * A browser connects again by itself when a connection breaks, and gives up for good on any answer
 * but 200: then it is up to us.
 */
let reopening: ReturnType<typeof setTimeout> | null = null;
let refusals = 0;
const reopenFirstMs = 3_000;
const reopenMaxMs = 60_000;
/** By kind: the list is typed by the contract, so that a new kind is not overlooked here. */
const kinds: Record<HappeningKind, true> = {
  begin: true,
  operation: true,
  callback: true,
  payout: true,
  account: true,
  metrics: true,
};

function open(): void {
  if (stream !== null || reopening !== null) return;
  stream = new EventSource(addressOf('GET events', {}));
  const hear = (event: MessageEvent<string>): void => {
    refusals = 0;
    const operationEvent = JSON.parse(event.data) as OperationEvent;
    for (const listener of listeners) listener(operationEvent);
  };
  for (const kind of Object.keys(kinds)) stream.addEventListener(kind, hear);
  stream.addEventListener('error', () => {
    if (stream?.readyState !== EventSource.CLOSED) return;
    stream = null;
    reopening = setTimeout(restartEvents, Math.min(reopenMaxMs, reopenFirstMs * 2 ** refusals++));
  });
}

function close(): void {
  if (reopening !== null) clearTimeout(reopening);
  reopening = null;
  stream?.close();
  stream = null;
}

/** Ends the stream, e.g. for another membership; listeners stay and hear the next one. */
export function restartEvents(): void {
  close();
  if (listeners.size > 0) open();
}

/**
 * Hears what happens to the developer's account, or for operators to all of them, while the page is
 * open.
 */
export function useEvents(hear: (operationEvent: OperationEvent) => void, enabled = true): void {
  const listen = useEffectEvent(hear);
  useEffect(() => {
    if (!enabled) return;
    const listener = (operationEvent: OperationEvent): void => listen(operationEvent);
    listeners.add(listener);
    open();
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) close();
    };
  }, [enabled]);
}

const gatherMs = 400;

/** Reads routes again when something of these kinds happens; many at once are one reading. */
export function useRealtime(
  kinds: readonly HappeningKind[],
  names: RouteName[],
  enabled = true,
): void {
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEvents(({ kind }) => {
    if (kind !== 'begin' && !kinds.includes(kind)) return;
    timer.current ??= setTimeout(() => {
      timer.current = null;
      invalidate(...names);
    }, gatherMs);
  }, enabled);
}
