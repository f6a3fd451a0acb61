// Priority queue of waiting events, earliest first. A binary heap over a plain array.

export interface DueEvent {
  dueMs: number;
  /**
   * Runs when due. A returned promise is awaited by the clock's `advance`, so that its effects are
   * durable when the push is answered.
   */
  run: (() => void | Promise<unknown>) | null;
}

/** Adds an event. */
export function pushDue(heap: DueEvent[], event: DueEvent): void {
  let at = heap.length;
  heap.push(event);
  while (at > 0) {
    const up = (at - 1) >> 1;
    const parent = heap[up] as DueEvent;
    if (parent.dueMs <= event.dueMs) break;
    heap[at] = parent;
    at = up;
  }
  heap[at] = event;
}

/** Removes the earliest event; the heap must not be empty. */
export function popDue(heap: DueEvent[]): void {
  const last = heap.pop() as DueEvent;
  const size = heap.length;
  if (size === 0) return;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= size) break;
    if (child + 1 < size && (heap[child + 1] as DueEvent).dueMs < (heap[child] as DueEvent).dueMs)
      child += 1;
    if ((heap[child] as DueEvent).dueMs >= last.dueMs) break;
    heap[at] = heap[child] as DueEvent;
    at = child;
  }
  heap[at] = last;
}
