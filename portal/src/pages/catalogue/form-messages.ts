// Messages of the forms of services and connectors, and names of the fields of a document.

import { t } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export const formMessages = {
  fields: {
    code: vocabulary.code,
    name: t('Nom affiché', 'Display name'),
    provider: t('Fournisseur affiché', 'Display name of the provider'),
    icon: t('Icône', 'Icon'),
    route: vocabulary.route,
    otherRoutes: t('Routes de secours', 'Fallback routes'),
    routeChoice: t('Choix de la route', 'Choice of the route'),
    routeWeights: t('Poids', 'Weight'),
    routeCosts: t('Coût', 'Cost'),
    off: vocabulary.disabled,
    typeService: vocabulary.type,
    direction: vocabulary.direction,
    kind: t('Fonction', 'Function'),
    country: vocabulary.country,
    currency: vocabulary.currency,
    link: t('Page de paiement', 'Payment page'),
    payerName: t('Nom pour les payeurs', 'Name for payers'),
    orderPrefix: t('Préfixe de commande', 'Order prefix'),
    requiredFields: t('Champs obligatoires', 'Required fields'),
    minimum: t('Montant minimum', 'Minimum amount'),
    maximum: t('Montant maximum', 'Maximum amount'),
    multipleOf: t('Multiple de', 'Multiple of'),
    price: vocabulary.price,
    'price.percent': t('Commission : pourcentage', 'Commission: percentage'),
    'price.fixed': t('Commission : part fixe', 'Commission: fixed part'),
    'price.minimum': t('Commission minimum', 'Minimum commission'),
    'price.maximum': t('Commission maximum', 'Maximum commission'),
    'price.refundsCommission': t(
      'La commission est restituée en cas de remboursement',
      'The commission is returned on refund',
    ),
    messagePrice: t('Prix par SMS', 'Price per SMS'),
    duplicateWindowSeconds: t(
      'Fenêtre de détection des doublons (secondes)',
      'Duplicate window (seconds)',
    ),
    dailyMaximum: t('Plafond sur 24 heures', 'Limit over 24 hours'),
    weeklyMaximum: t('Plafond sur 7 jours', 'Limit over 7 days'),
    monthlyMaximum: t('Plafond sur 30 jours', 'Limit over 30 days'),
    resultWithinHours: t('Délai du résultat (heures)', 'Time for a result (hours)'),
    breaker: t('Disjoncteur', 'Breaker'),
    'breakerRule.failuresToOpen': t('Disjoncteur : échecs', 'Breaker: failures'),
    'breakerRule.sharePercentToOpen': t('Disjoncteur : part (%)', 'Breaker: share (%)'),
    'breakerRule.windowSeconds': t('Disjoncteur : durée (s)', 'Breaker: window (s)'),
    'breakerRule.firstWaitSeconds': t(
      'Disjoncteur : premier essai (s)',
      'Breaker: first trial (s)',
    ),
    'breakerRule.longestWaitSeconds': t(
      'Disjoncteur : attente la plus longue (s)',
      'Breaker: longest wait (s)',
    ),
    'breakerRule.triesAtOnce': t('Disjoncteur : essais simultanés', 'Breaker: trials at once'),
    'breakerRule.answersToClose': t(
      'Disjoncteur : réponses pour rétablir',
      'Breaker: answers to restore',
    ),
    'breakerRule.lossesToOpen': t('Disjoncteur : pertes à l’essai', 'Breaker: losses on trial'),
    'breakerRule.lossesInRecovery': t(
      'Disjoncteur : pertes après rétablissement',
      'Breaker: losses after recovery',
    ),
    parkedHours: t('Attente au plus (heures)', 'Waiting at most (hours)'),
    parkedPerSecond: t('Envoyés par seconde après l’attente', 'Sent per second after waiting'),
    connector: vocabulary.connector,
    fr: vocabulary.french,
    en: vocabulary.english,
  },
  form: {
    add: t('Nouveau service', 'New service'),
    identity: vocabulary.service,
    way: t('Acheminement', 'Routing'),
    amounts: t('Montants acceptés', 'Accepted amounts'),
    prices: vocabulary.price,
    rules: t('Doublons et plafonds', 'Duplicates and limits'),
    more: t('Paramètres avancés', 'Advanced settings'),
    moreHint: t(
      'Laissés vides, ils sont déduits du code du service.',
      'If left empty, they follow from the service code.',
    ),
    byCode: t('Selon le code', 'From the code'),
    closed: t(
      'Désactivé : aucune nouvelle opération n’est acceptée',
      'Disabled: no new operations are accepted',
    ),
    closedHint: t(
      'Les opérations en cours se terminent normalement.',
      'Operations in progress complete normally.',
    ),
    nextRoute: t(
      (rank: string) => `Route de rang ${rank}`,
      (rank) => `Route ${rank}`,
    ),
    nextRouteHint: t(
      'Utilisée lorsque les précédentes sont désactivées.',
      'Used when the routes before it are disabled.',
    ),
    noRoute: t('Aucune', 'None'),
    routeChoices: {
      order: t('Dans l’ordre', 'In order'),
      weight: t('Par poids', 'By weight'),
      cost: t('La moins chère', 'The cheapest'),
    },
    routeChoiceHints: {
      order: t(
        'La première route en service prend chaque opération.',
        'The first route in service takes each operation.',
      ),
      weight: t(
        'Les nouvelles opérations sont réparties selon les poids. Vide ou 0 : seulement si aucune autre n’est en service.',
        'New operations are shared by the weights. Empty or 0: only when no other one is in service.',
      ),
      cost: t(
        'La route dont le fournisseur retient le moins pour le montant prend l’opération.',
        'The route whose provider keeps the least of the amount takes the operation.',
      ),
    },
    weightOf: t(
      (route: string) => `Poids de ${route}`,
      (route) => `Weight of ${route}`,
    ),
    costOf: {
      percent: t(
        (route: string) => `Coût de ${route} (%)`,
        (route) => `Cost of ${route} (%)`,
      ),
      fixed: t(
        (route: string) => `Coût fixe de ${route}`,
        (route) => `Fixed cost of ${route}`,
      ),
    },
    codeHint: t(
      'Fixé par l’API, par exemple OPA_SN_API_CASH_IN.',
      'Fixed by the API, for example OPA_SN_API_CASH_IN.',
    ),
    ceilingHint: t(
      'Par compte et destinataire. Vide : aucun plafond.',
      'Per account and recipient. Empty: no limit.',
    ),
    windowHint: t(
      'Le même montant au même destinataire est rejeté pendant cette durée. 0 : jamais.',
      'The same amount to the same recipient is rejected during this time. 0: never.',
    ),
    optional: vocabulary.optional,
    save: t('Enregistrer dans le brouillon', 'Save to draft'),
    remove: t('Retirer du brouillon', 'Remove from draft'),
    saved: t('Enregistré dans le brouillon.', 'Saved to draft.'),
  },
  connector: {
    caption: t('Routes et leurs connecteurs', 'Routes and their connectors'),
    name: vocabulary.name,
    kind: vocabulary.connector,
    add: t('Ajouter une route', 'Add a route'),
    addLink: t('Ajouter une connexion SMS', 'Add an SMS connection'),
    configuration: t('Configuration', 'Configuration'),
    none: t('Aucune route', 'No routes'),
    noneHint: t(
      'Sans route, aucun service n’est utilisable.',
      'Without a route, no service can be used.',
    ),
    secretSet: t('Enregistré. Laissez vide pour le conserver.', 'Set. Leave empty to keep it.'),
    secretNotSet: t('Pas encore enregistré.', 'Not set yet.'),
    variable: t(
      'Un nom comme ${SIMULATOR_URL} désigne une valeur de cette installation.',
      'A name such as ${SIMULATOR_URL} refers to a value of this installation.',
    ),
    resultWithinHint: t(
      'Une opération acceptée par le fournisseur et encore sans résultat après ce délai devient un dossier. Vide : 24 heures.',
      'An operation that the provider accepted and that has no result after this time becomes a case. Empty: 24 hours.',
    ),
    fallback: t(
      (value: string) => `Par défaut : ${value}.`,
      (value) => `Default: ${value}.`,
    ),
    unset: t('Non défini', 'Not set'),
    yes: vocabulary.yes,
    no: vocabulary.no,
    stepUp: t(
      'Vous devrez confirmer votre identité.',
      'You will be asked to confirm your identity.',
    ),
  },
};
