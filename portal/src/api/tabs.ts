// Synchronises the tabs of this browser. They share one session, so each notifies the others when
// it signs in, signs out or changes its account.

export type TabEvent = 'signed-out' | 'changed';

const channelName = 'jokko.session';

/** Tells the other tabs. */
export function notifyTabs(tabEvent: TabEvent): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(tabEvent);
  channel.close();
}

/** Hears what other tabs tell; answers the function that ends it. */
export function listenToTabs(hear: (tabEvent: TabEvent) => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined;
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data === 'signed-out' || data === 'changed') hear(data);
  };
  return () => channel.close();
}
