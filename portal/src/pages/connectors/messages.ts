// Messages of the page of connectors.

import { plural, t } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export const connectorsMessages = {
  title: t('Connecteurs', 'Connectors'),
  lead: t(
    'Les connexions aux fournisseurs : statut, test, activation. Leur configuration se modifie dans un brouillon.',
    'Connections to providers: status, test, on and off. Their configuration is edited in a draft.',
  ),
  caption: t('Routes et connexions en vigueur', 'Routes and connections in force'),
  name: vocabulary.name,
  connector: vocabulary.connector,
  kind: t('Usage', 'Used for'),
  kinds: {
    catalogue: t('Paiements', 'Payments'),
    'sms-routing': vocabulary.sms,
  },
  allKinds: t('Tout', 'All'),
  state: vocabulary.status,
  on: t('Activé', 'Enabled'),
  off: vocabulary.disabled,
  closed: t('Fermée après restauration', 'Closed after a restore'),
  closedHint: t(
    'Rien n’est envoyé sur cette route depuis la reprise d’une base de données restaurée. Comparez d’abord le relevé du fournisseur (Rapprochement). Fermée depuis :',
    'Nothing is sent on this route since a restored database was recovered. Compare the provider’s statement first (Reconciliation). Closed since:',
  ),
  open: t('Rouvrir la route', 'Open the route'),
  openTitle: t(
    (name: string) => `Rouvrir la route ${name} ?`,
    (name) => `Open route ${name}?`,
  ),
  openBody: t(
    'Les opérations en attente seront envoyées, sur tous les nœuds. Ce que le fournisseur ne connaît pas peut être envoyé à nouveau.',
    'Pending operations will be sent, on all nodes. What the provider does not know may be sent again.',
  ),
  openDone: t('Route rouverte.', 'Route opened.'),
  down: t('Aucune session', 'No sessions'),
  partly: t(
    (bound: string, all: string) => `Sessions : ${bound} sur ${all}`,
    (bound, all) => `Sessions: ${bound} of ${all}`,
  ),
  unusable: t('Inutilisable', 'Unusable'),
  unusableHint: t(
    'Secret d’une autre installation, ou valeur manquante. Corrigez-le dans un brouillon.',
    'A secret from another installation, or a missing value. Fix it in a draft.',
  ),
  connectorMissing: t(
    (connector: string) =>
      `Cette installation n’a pas de connecteur « ${connector} ». Ajoutez son paquet à JOKKO_CONNECTORS et redémarrez les nœuds, ou choisissez un autre connecteur dans un brouillon.`,
    (connector) =>
      `This installation has no connector “${connector}”. Add its package to JOKKO_CONNECTORS and restart the nodes, or choose another connector in a draft.`,
  ),
  usedBy: t('Utilisé par', 'Used by'),
  more: t(
    (count: string) => `et ${count} autres`,
    (count) => `and ${count} more`,
  ),
  unused: t('aucun service', 'no services'),
  queue: t('En cours sur ce nœud', 'In progress on this node'),
  destinationText: t(
    (active: string, queued: string) => `${active} en envoi, ${queued} en attente`,
    (active, queued) => `${active} sending, ${queued} pending`,
  ),
  balance: t('Solde chez l’opérateur', 'Balance at the carrier'),
  balanceUnread: t('pas encore lu', 'not read yet'),
  balanceRead: t('lu', 'read'),
  balanceFailed: t('Illisible depuis', 'Could not be read since'),
  balanceUnreadable: t('illisible', 'unreadable'),
  balanceNoMinimum: t('Fixer un minimum pour être alerté', 'Set a minimum to be alerted'),
  balanceMinimum: t(
    (minimum: string) => `Alerte sous ${minimum}`,
    (minimum) => `Alert below ${minimum}`,
  ),
  expiries: t('Valables jusqu’au', 'Valid until'),
  binds: t('Sessions', 'Sessions'),
  noBinds: t('Aucune session', 'No sessions'),
  bindStates: {
    bound: t('Connectée', 'Connected'),
    connecting: t('Connexion en cours', 'Connecting'),
    closed: t('Fermée', 'Closed'),
  },
  one: t(
    (name: string) => `Connecteur ${name}`,
    (name) => `Connector ${name}`,
  ),
  none: t('Aucun connecteur', 'No connectors'),
  noneHint: t(
    'Créez un brouillon du catalogue pour ajouter une route.',
    'Create a draft of the catalogue to add a route.',
  ),
  try: t('Tester la connexion', 'Test connection'),
  tryHint: t(
    'Interroge le fournisseur sans effet : aucun argent ni SMS n’est envoyé.',
    'Sends a harmless query to the provider: no money or SMS is sent.',
  ),
  steps: t('Étapes du test', 'Test steps'),
  step: {
    configuration: t('Configuration', 'Configuration'),
    name: t('Nom de domaine', 'Domain name'),
    connection: t('Connexion', 'Connection'),
    encryption: t('Chiffrement (TLS)', 'Encryption (TLS)'),
    provider: vocabulary.providerResponse,
  },
  stepOk: t('Réussi', 'Passed'),
  stepFailed: t('Échec', 'Failed'),
  why: {
    'no answer': t('Aucune réponse.', 'No response.'),
    'unknown us': t(
      'Le fournisseur rejette nos identifiants.',
      'The provider rejects our credentials.',
    ),
    strange: t(
      'La réponse n’est pas conforme au protocole.',
      'The response does not conform to the protocol.',
    ),
  },
  codes: {
    ENOTFOUND: t('Ce nom de domaine n’existe pas.', 'This domain name does not exist.'),
    EAI_AGAIN: t('Le serveur DNS ne répond pas.', 'The DNS server is not responding.'),
    ECONNREFUSED: t('La connexion a été refusée.', 'The connection was refused.'),
    ECONNRESET: t('La connexion a été interrompue.', 'The connection was reset.'),
    ETIMEDOUT: t('Délai dépassé.', 'The connection timed out.'),
    EHOSTUNREACH: t('Ce serveur est injoignable.', 'This host is unreachable.'),
    ENETUNREACH: t('Ce réseau est injoignable.', 'This network is unreachable.'),
    CERT_HAS_EXPIRED: t(
      'Le certificat du fournisseur a expiré.',
      'The provider’s certificate has expired.',
    ),
    DEPTH_ZERO_SELF_SIGNED_CERT: t(
      'Le certificat est autosigné.',
      'The certificate is self-signed.',
    ),
    SELF_SIGNED_CERT_IN_CHAIN: t(
      'Le certificat n’est pas signé par une autorité reconnue.',
      'The certificate is not signed by a trusted authority.',
    ),
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: t(
      'Le certificat ne peut pas être vérifié.',
      'The certificate cannot be verified.',
    ),
    ERR_TLS_CERT_ALTNAME_INVALID: t(
      'Le certificat a été émis pour un autre nom.',
      'The certificate was issued for another name.',
    ),
  },
  switchOff: t('Désactiver', 'Disable'),
  switchOn: t('Réactiver', 'Enable'),
  offTitle: t(
    (name: string) => `Désactiver la route ${name} ?`,
    (name) => `Disable route ${name}?`,
  ),
  onTitle: t(
    (name: string) => `Réactiver la route ${name} ?`,
    (name) => `Enable route ${name}?`,
  ),
  offBody: t(
    'Aucune nouvelle opération n’y passera, sur aucun nœud. Les opérations en cours se terminent normalement. Un service qui a une autre route l’utilise.',
    'No new operations will use it, on any node. Operations in progress complete normally. A service with another route switches to it.',
  ),
  onBody: t('De nouvelles opérations pourront y passer.', 'New operations can use it.'),
  reason: vocabulary.reason,
  reasonHint: t(
    'Inscrit dans l’historique et au journal d’audit.',
    'Recorded in the history and the audit log.',
  ),
  offDone: t('Route désactivée.', 'Route disabled.'),
  onDone: t('Route réactivée.', 'Route enabled.'),
  configure: t('Modifier la configuration', 'Edit configuration'),
  goLive: {
    check: t('Vérifier la mise en production', 'Check before going live'),
    hint: {
      catalogue: t(
        'Teste la connexion et dit ce qui manque avant que cette route porte de l’argent réel.',
        'Tests the connection and says what is missing before this route carries real money.',
      ),
      'sms-routing': t(
        'Teste la connexion et dit ce qui manque avant qu’elle porte de vrais messages.',
        'Tests the connection and says what is missing before it carries real messages.',
      ),
    },
    ready: {
      catalogue: t('Cette route est prête.', 'This route is ready.'),
      'sms-routing': t('Cette connexion est prête.', 'This connection is ready.'),
    },
    missing: plural(
      { one: 'Il manque un point.', other: 'Il manque # points.' },
      { one: 'One item is missing.', other: '# items are missing.' },
    ),
    noticeUrl: t(
      'Adresse des notifications, à enregistrer chez le fournisseur',
      'Address for notices, to be registered at the provider',
    ),
    items: t('Points à vérifier', 'Items to check'),
    done: t('Fait', 'Done'),
    notDone: t('Manque', 'Missing'),
    confirm: t('Confirmer', 'Confirm'),
    confirmTitle: t('Confirmer ce point ?', 'Confirm this item?'),
    confirmBody: t(
      'Votre nom et la date restent sur la liste et au journal d’audit.',
      'Your name and the date stay on the list and in the audit log.',
    ),
    word: t('Ce qui a été convenu', 'What was agreed'),
    wordHint: t('Avec qui, et quand.', 'With whom, and when.'),
  },
};
