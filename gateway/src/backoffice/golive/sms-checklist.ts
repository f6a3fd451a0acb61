// Decides what is still missing before an SMS connection carries real messages. Pure.

import type { SmsGoLiveItem } from '@jokko/connectors/kit';
import type { TrafficEvidence } from '../../messaging/delivery/index.ts';
import type { Bind } from '../../messaging/routing/index.ts';
import {
  installationItems,
  item,
  none,
  publicUrlItem,
  same,
  seenOrConfirmed,
  unconfirmed,
  type CheckedItem,
  type SharedFacts,
} from './checklist.ts';

export interface SmsFacts extends SharedFacts {
  /** The binds of the connection. */
  binds: readonly Bind[];
  traffic: TrafficEvidence;
  /** Whether the carrier is asked to report on messages. */
  hasReceipts: boolean;
  /** Whether it posts notices to us. */
  takesNotices: boolean;
  /** Null: its carrier tells no balance. `minimum` null: there is none. */
  balance: { wasRead: boolean; minimum: number | null } | null;
  /** The list of its connector. */
  goLive: readonly SmsGoLiveItem[];
}

export function smsChecklistOf(facts: SmsFacts): CheckedItem[] {
  const { connection, balance, confirmations, takesNotices } = facts;
  return [
    item('connection', connection.ok, same(connection.detail), {
      fr: 'L’opérateur SMS répond à nos identifiants',
      en: 'The carrier answers to our credentials',
    }),
    boundItem(facts),
    deliveredItem(facts),
    ...(takesNotices ? [noticeItem(facts), publicUrlItem(facts)] : []),
    seenOrConfirmed({ id: 'sender-names', text: senderNames }, [unconfirmed], confirmations),
    ...facts.goLive.map((own) => seenOrConfirmed(own, [unconfirmed], confirmations)),
    ...(balance === null ? [] : balanceItems(balance)),
    ...installationItems(facts),
  ];
}

const senderNames = {
  fr: 'Les noms d’expéditeur sont enregistrés chez les opérateurs des pays',
  en: 'The sender names are registered with the operators of the countries',
};

function boundItem({ binds }: SmsFacts): CheckedItem {
  const held = binds.filter(({ node }) => node !== null);
  const bound = held.filter(({ state }) => state === 'bound' || state === 'busy');
  const shown = bound.length > 0 ? bound : held;
  const states = new Set(
    shown.map(({ node, state, detail }) => [node, state, detail].filter(Boolean).join(': ')),
  );
  const detail =
    states.size > 0
      ? same([...states].join('; '))
      : { fr: 'aucun nœud actif ne la tient', en: 'no living node holds it' };
  return item('bound', bound.length > 0, detail, {
    fr: 'Un nœud actif est connecté',
    en: 'A living node is bound',
  });
}

/** Where no receipts are asked for, that the carrier took a message is all there is to see. */
function deliveredItem({ traffic, hasReceipts, confirmations }: SmsFacts): CheckedItem {
  if (hasReceipts)
    return seenOrConfirmed(
      {
        id: 'delivered',
        text: { fr: 'Un message a été remis', en: 'A message has been delivered' },
      },
      traffic.delivered ? [] : [undelivered[traffic.accepted ? 'accepted' : 'unsent']],
      confirmations,
    );
  return seenOrConfirmed(
    { id: 'accepted', text: { fr: 'Un message a été accepté', en: 'A message was accepted' } },
    traffic.accepted ? [] : [undelivered.unsent],
    confirmations,
  );
}

const undelivered = {
  unsent: {
    fr: 'aucun message n’a été accepté sur cette connexion depuis 30 jours : envoyez-en un',
    en: 'no message was accepted over this connection within 30 days: send one',
  },
  accepted: {
    fr: 'un message a été accepté, et aucun n’a été signalé comme remis depuis 30 jours',
    en: 'a message was accepted, and none was reported delivered within 30 days',
  },
};

const noticeItem = ({ traffic, confirmations }: SmsFacts): CheckedItem =>
  seenOrConfirmed(
    { id: 'notice', text: { fr: 'Un accusé de remise est arrivé', en: 'A report has come' } },
    traffic.reported
      ? []
      : [
          {
            fr: 'aucun accusé reçu : enregistrez l’adresse chez l’opérateur SMS et envoyez un message',
            en: 'no report has come yet: register the address at the carrier and send a message',
          },
        ],
    confirmations,
  );

const balanceItems = ({ wasRead, minimum }: NonNullable<SmsFacts['balance']>): CheckedItem[] => [
  item(
    'balance',
    wasRead,
    wasRead
      ? none
      : { fr: 'le solde n’a pas encore été lu', en: 'the balance has not been read yet' },
    { fr: 'Le solde chez l’opérateur SMS est lu', en: 'The balance at the carrier is read' },
  ),
  item(
    'balance-minimum',
    minimum !== null,
    minimum === null
      ? {
          fr: 'fixez-le sous Alertes, ou par « jokko sms link minimum »',
          en: 'set it under Alerts, or by "jokko sms link minimum"',
        }
      : same(String(minimum)),
    {
      fr: 'Une alerte commence sous un solde minimal',
      en: 'An alert begins below a minimum of the balance',
    },
  ),
];
