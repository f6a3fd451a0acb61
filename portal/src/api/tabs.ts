// Has another tab of this browser signed in, signed out or changed its account? They share one session, so each is told by the others.

export type TabNews = 'signed-out' | 'changed';

const channelName = 'jokko.session';

/** Tells the other tabs. */
export function tellTabs(news: TabNews): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(news);
  channel.close();
}

/** Hears what other tabs tell; answers the function that ends it. */
export function hearTabs(hear: (news: TabNews) => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined;
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data === 'signed-out' || data === 'changed') hear(data);
  };
  return () => channel.close();
}
