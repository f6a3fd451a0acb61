// Decides what is still missing before a route carries real money: the items of its connector and
// those that hold for every route; and the items that routes and SMS connections share. Pure.

import type { generalGoLiveIds, GoLiveItem, GoLiveSight } from '@jokko/connectors/kit';
import { isThisMachine } from '../../platform/outbound/guard.ts';
import { expiringOf, type Expiry } from '../../platform/documents/index.ts';
import type { Confirmation } from './confirmations.ts';
import { backupWithinDays, type Evidence, type InstallationEvidence } from './evidence.ts';

const dayMs = 86_400_000;

export interface Label {
  fr: string;
  en: string;
}

export interface CheckedItem {
  id: string;
  text: Label;
  done: boolean;
  /** What was seen, or what to do. */
  detail: Label;
  /** Whether somebody may confirm it instead. */
  confirmable: boolean;
}

/** What routes and SMS connections are both asked. */
export interface SharedFacts {
  evidence: InstallationEvidence;
  confirmations: readonly Confirmation[];
  /** The connection test that was just made; `detail`: its last step. */
  connection: { ok: boolean; detail: string };
  expiries: readonly Expiry[];
  /** Null: the listening address. */
  publicUrl: string | null;
}

export interface RouteFacts extends SharedFacts {
  route: string;
  goLive: readonly GoLiveItem[];
  evidence: Evidence;
  /** Whether the catalogue says how long the provider may take. */
  hasResultWithin: boolean;
}

export function checklistOf(facts: RouteFacts): CheckedItem[] {
  return [
    ...facts.goLive.map((item) => ofConnector(facts, item)),
    publicUrlItem(facts),
    ...installationItems(facts),
    ...ofEveryRoute(facts),
  ];
}

/** What to do where it is not seen yet. */
const howTo: { readonly [sight in GoLiveSight]: Label } = {
  notice: {
    fr: 'aucune notification reçue : enregistrez l’adresse chez le fournisseur et faites un paiement',
    en: 'no notice has come yet: register the address at the provider and make a payment',
  },
  payment: {
    fr: 'aucun paiement n’a réussi sur cette route depuis 30 jours',
    en: 'no payment has succeeded over this route within 30 days',
  },
  collection: {
    fr: 'aucun encaissement n’a réussi sur cette route depuis 30 jours',
    en: 'no collection has succeeded over this route within 30 days',
  },
  payout: {
    fr: 'aucun envoi n’a réussi sur cette route depuis 30 jours',
    en: 'no payout has succeeded over this route within 30 days',
  },
  refund: {
    fr: 'aucun remboursement d’encaissement n’a réussi sur cette route depuis 30 jours',
    en: 'no refund of a collection has succeeded over this route within 30 days',
  },
  reversal: {
    fr: 'aucune annulation d’envoi n’a réussi sur cette route depuis 30 jours',
    en: 'no reversal of a payout has succeeded over this route within 30 days',
  },
  balance: { fr: 'le solde n’a pas encore été lu', en: 'the balance has not been read yet' },
  funded: {
    fr: 'le dernier solde lu n’est pas supérieur à 0',
    en: 'the balance that was read last is not above 0',
  },
  statement: {
    fr: 'aucun relevé de cette route n’a encore été lu',
    en: 'no statement of this route has been read yet',
  },
};

function ofConnector(
  { connection, confirmations, evidence }: RouteFacts,
  { id, text, check }: GoLiveItem,
): CheckedItem {
  if (check === 'connection')
    return { id, text, done: connection.ok, detail: same(connection.detail), confirmable: false };
  const missing =
    check === 'person'
      ? [unconfirmed]
      : [check]
          .flat()
          .filter((sight) => !evidence.seen[sight])
          .map((sight) => howTo[sight]);
  return seenOrConfirmed({ id, text }, missing, confirmations);
}

/** What is said of items that no program sees. */
export const unconfirmed: Label = {
  fr: 'personne ne l’a encore confirmé',
  en: 'nobody has confirmed it yet',
};

/** Done where nothing is `missing`, or where somebody stands for it. */
export function seenOrConfirmed(
  { id, text }: Pick<CheckedItem, 'id' | 'text'>,
  missing: readonly Label[],
  confirmations: readonly Confirmation[],
): CheckedItem {
  if (missing.length === 0)
    return { id, text, done: true, detail: { fr: 'constaté', en: 'seen' }, confirmable: true };
  const confirmed = confirmations.find(({ item }) => item === id);
  const detail = confirmed === undefined ? joined(missing, '; ') : wordsOf(confirmed);
  return { id, text, done: confirmed !== undefined, detail, confirmable: true };
}

/** Who stands for it, when and in which words. */
const wordsOf = ({ confirmedBy, word, at }: Confirmation): Label =>
  same(`${confirmedBy}, ${at.toISOString().slice(0, 10)}: ${word}`);

/** A value, or a person's own words. */
export const same = (text: string): Label => ({ fr: text, en: text });

const joined = (labels: readonly Label[], by: string): Label => ({
  fr: labels.map(({ fr }) => fr).join(by),
  en: labels.map(({ en }) => en).join(by),
});

export const publicUrlItem = ({ publicUrl }: SharedFacts): CheckedItem =>
  item('public-url', isPublic(publicUrl), publicUrlDetail(publicUrl), {
    fr: 'L’adresse publique est en https',
    en: 'The public address is an https address',
  });

/** The items of the secrets and of the whole installation. */
export function installationItems(facts: SharedFacts): CheckedItem[] {
  const { evidence, expiries } = facts;
  const expiring = expiringOf(expiries, evidence.nowMs);
  return [
    item(
      'secrets-valid',
      expiring.length === 0,
      joined(
        expiring.map(({ field, atMs }) => ({
          fr: `${field} expire le ${dayOf(atMs)}`,
          en: `${field} expires ${dayOf(atMs)}`,
        })),
        ', ',
      ),
      {
        fr: 'Aucun secret n’expire dans les 30 jours',
        en: 'No secret expires within 30 days',
      },
    ),
    item('two-operators', evidence.operators >= 2, operatorsDetail(evidence.operators), {
      fr: 'L’opérateur a au moins deux utilisateurs',
      en: 'The operator has two users at least',
    }),
    backupItem(facts),
  ];
}

function ofEveryRoute({ evidence, hasResultWithin }: RouteFacts): CheckedItem[] {
  const float = floatFault(evidence.lowestFloat);
  return [
    item('float', float === null, float ?? none, {
      fr: 'Le compte chez le fournisseur est approvisionné ou a reçu de l’argent',
      en: 'Our account at the provider has been topped up or has received money',
    }),
    item('result-within', hasResultWithin, hasResultWithin ? none : resultWithinDetail, {
      fr: 'La route dit combien de temps le fournisseur peut prendre',
      en: 'The route says how long the provider may take',
    }),
  ];
}

/** Another tool's backups are not seen here: a person's word of the last days stands for them. */
function backupItem({ evidence, confirmations }: SharedFacts): CheckedItem {
  const text = {
    fr: `Une sauvegarde a été faite ces ${backupWithinDays} jours`,
    en: `A backup was taken within ${backupWithinDays} days`,
  };
  const confirmable = evidence.backup === 'archiving';
  const confirmed = confirmations.find(
    ({ item, at }) => item === 'backup' && at.getTime() > evidence.nowMs - backupWithinDays * dayMs,
  );
  if (confirmable && confirmed !== undefined)
    return { id: 'backup', text, done: true, detail: wordsOf(confirmed), confirmable };
  const detail = {
    taken: none,
    archiving: {
      fr: 'lancez `jokko backup`, ou confirmez quand votre propre outil a fait la dernière',
      en: 'run `jokko backup`, or confirm when your own tool took the last one',
    },
    none: {
      fr: 'lancez `jokko backup` ; PostgreSQL ne montre pas d’archivage par un autre outil (pgBackRest)',
      en: 'run `jokko backup`; of another tool (pgBackRest) PostgreSQL shows no archiving',
    },
  }[evidence.backup];
  return { id: 'backup', text, done: evidence.backup === 'taken', detail, confirmable };
}

/** Null: our books show money that came there, and no more spent than that. */
function floatFault(lowest: bigint | null): Label | null {
  if (lowest === null)
    return {
      fr: 'enregistrez l’approvisionnement du compte',
      en: 'record the top-up of the float',
    };
  if (lowest >= 0n) return null;
  return {
    fr: 'il a été envoyé plus que ce que les comptes ont reçu : enregistrez l’approvisionnement',
    en: 'more was paid out than the books say came in: record the top-up',
  };
}

export const none: Label = { fr: '', en: '' };
const resultWithinDetail: Label = {
  fr: 'renseignez resultWithinHours',
  en: 'set resultWithinHours',
};
const publicUrlDetail = (publicUrl: string | null): Label =>
  publicUrl === null ? { fr: 'renseignez PUBLIC_URL', en: 'set PUBLIC_URL' } : same(publicUrl);
const operatorsDetail = (count: number): Label => ({
  fr: `utilisateurs de l’opérateur : ${count}`,
  en: `${count} operator users`,
});

/** What can be done, and so is never confirmed. */
export const item = (
  id: (typeof generalGoLiveIds)[number] | 'connection' | 'bound' | 'balance' | 'balance-minimum',
  done: boolean,
  detail: Label,
  text: Label,
): CheckedItem => ({ id, text, done, detail, confirmable: false });

/** The last day on which it is good. */
const dayOf = (atMs: number): string => new Date(atMs - 1).toISOString().slice(0, 10);

/** Providers must reach it, and nobody may read what they say. */
function isPublic(publicUrl: string | null): boolean {
  if (publicUrl === null) return false;
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === 'https:' && !isThisMachine(hostname);
}
