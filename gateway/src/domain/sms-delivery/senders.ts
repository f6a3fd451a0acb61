// Which sender does a link have on this node? One, however many binds of it the node holds; a link with another configuration gets a new one,
// while the old one still waits for its last answers.

import type { SmsConnector } from '@jokko/connector-kit';
import type { Link } from '../sms-routing/index.ts';
import { fingerprintOf } from './sessions.ts';
import { startLinkSender, type LinkSender, type LinkSenderDeps } from './link-sender.ts';

export interface Senders {
  of(link: Link): LinkSender;
  /** There may be something due on these links. */
  wake(links: Iterable<string>): void;
  /** Whatever may have become due on any link; and gives back what waits in memory for too long. */
  sweep(): void;
  /** Parts in memory, and messages without a record, by link. */
  held(): { link: string; parts: number; unrecorded: number }[];
  /** Claims nothing more. */
  stop(): void;
  /** Resolves once everything claimed is recorded. */
  drained(): Promise<void>;
}

export function createSenders(deps: LinkSenderDeps & { connectorOf(name: string): SmsConnector | undefined }): Senders {
  const current = new Map<string, { fingerprint: string; sender: LinkSender }>();
  const retired = new Set<LinkSender>();
  const retire = (sender: LinkSender): void => {
    retired.add(sender);
    sender.stop();
    void sender.drained().then(() => retired.delete(sender));
  };
  return {
    of(link) {
      const fingerprint = fingerprintOf(link);
      const known = current.get(link.name);
      if (known?.fingerprint === fingerprint) return known.sender;
      if (known !== undefined) retire(known.sender);
      const sender = startLinkSender(link.name, deps.connectorOf(link.connector)!.capabilities(link.config), deps);
      current.set(link.name, { fingerprint, sender });
      return sender;
    },
    wake(links) {
      for (const name of links) current.get(name)?.sender.wake(true);
    },
    sweep() {
      for (const { sender } of current.values()) {
        sender.tick();
        sender.wake(true);
      }
    },
    held: () => [...current].map(([link, { sender }]) => ({ link, ...sender.held })),
    stop() {
      for (const { sender } of current.values()) sender.stop();
    },
    async drained() {
      await Promise.all([...[...current.values()].map(({ sender }) => sender), ...retired].map((sender) => sender.drained()));
    },
  };
}
