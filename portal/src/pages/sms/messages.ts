// Messages of the SMS pages.

import { plural, pluralForm, t, type Message } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

function counted(french: string, english: string): Message<(count: number) => string> {
  return plural(
    { one: `# ${french}`, other: `# ${french}s` },
    { one: `# ${english}`, other: `# ${english}` },
  );
}

export const smsMessages = {
  title: vocabulary.sms,
  lead: t(
    'Envoyez des SMS, suivez chaque destinataire et gérez vos applications.',
    'Send SMS, track every recipient and manage your applications.',
  ),
  parts: t('Rubriques des SMS', 'SMS sections'),
  tabs: {
    batches: t('Envois', 'Sent'),
    inbound: t('Reçus', 'Received'),
    'opt-outs': t('Désinscriptions', 'Opt-outs'),
    senders: t('Expéditeurs', 'Senders'),
    apps: t('Applications', 'Applications'),
  },
  send: t('Nouvel envoi', 'New SMS'),
  app: t('Application SMS', 'SMS application'),
  unnamed: t('sans nom', 'unnamed'),
  noApp: t('Aucune application SMS', 'No SMS application'),
  noAppHint: t(
    'Une application regroupe la clé, les paramètres et les désinscriptions de vos envois. Créez-en une dans « Applications ».',
    'An application holds the key, settings and opt-outs of your SMS. Create one under “Applications”.',
  ),
  toApps: t('Voir les applications', 'View applications'),
  states: {
    ACCEPTED: t('Accepté', 'Accepted'),
    QUEUED: t('En file d’attente', 'Queued'),
    SENT: t('Envoyé', 'Sent'),
    DELIVERED: t('Distribué', 'Delivered'),
    UNDELIVERABLE: t('Non distribué', 'Undeliverable'),
    EXPIRED: t('Expiré', 'Expired'),
    REJECTED: t('Rejeté', 'Rejected'),
    UNKNOWN: t('Inconnu', 'Unknown'),
  },
  /** How many are in each. */
  counted: {
    ACCEPTED: counted('accepté', 'accepted'),
    QUEUED: plural(
      { one: '# en file d’attente', other: '# en file d’attente' },
      { one: '# queued', other: '# queued' },
    ),
    SENT: counted('envoyé', 'sent'),
    DELIVERED: counted('distribué', 'delivered'),
    UNDELIVERABLE: counted('non distribué', 'undeliverable'),
    EXPIRED: counted('expiré', 'expired'),
    REJECTED: counted('rejeté', 'rejected'),
    UNKNOWN: counted('inconnu', 'unknown'),
  },
  batches: {
    caption: t('Envois de SMS', 'SMS sent'),
    content: t('Texte', 'Text'),
    cancelled: t('Annulé', 'Cancelled'),
    textForgotten: t('(texte supprimé)', '(text deleted)'),
    sender: t('Expéditeur', 'Sender'),
    recipients: t('Destinataires', 'Recipients'),
    states: t('Statuts', 'Statuses'),
    cost: t('Coût', 'Cost'),
    created: vocabulary.sent,
    size: t('Segments', 'Segments'),
    none: t('Aucun envoi', 'No SMS sent yet'),
    noneHint: t(
      'Vos envois depuis le portail et l’API apparaissent ici.',
      'SMS sent from the portal and the API appear here.',
    ),
  },
  batch: {
    title: t(
      (id: string) => `Envoi ${id}`,
      (id) => `SMS batch ${id}`,
    ),
    back: t('SMS', 'All SMS'),
    charged: t('Débité', 'Charged'),
    refunded: t('Remboursé', 'Refunded'),
    encoding: t('Encodage', 'Encoding'),
    encodings: {
      gsm7: t(
        (parts: number) => `GSM (${parts > 1 ? 153 : 160} caractères par SMS)`,
        (parts) => `GSM (${parts > 1 ? 153 : 160} characters per SMS)`,
      ),
      ucs2: t(
        (parts: number) => `Unicode (${parts > 1 ? 67 : 70} caractères par SMS)`,
        (parts) => `Unicode (${parts > 1 ? 67 : 70} characters per SMS)`,
      ),
    },
    scheduledAt: t('Programmé pour', 'Scheduled for'),
    cancelledAt: t('Annulé', 'Cancelled'),
    cancel: t('Annuler l’envoi', 'Cancel this batch'),
    cancelled: t('Envoi annulé et remboursé', 'Batch cancelled and refunded'),
    notCancelled: {
      started: t(
        'Cet envoi a commencé : il ne peut plus être annulé.',
        'This batch has started: it can no longer be cancelled.',
      ),
      notScheduled: t('Cet envoi n’était pas programmé.', 'This batch was not scheduled.'),
    },
    validUntil: t('Valable jusqu’au', 'Valid until'),
    progress: t('Avancement', 'Progress'),
    recipients: t('Destinataires de l’envoi', 'Recipients of the batch'),
    msisdn: vocabulary.number,
    position: t('Rang', 'Position'),
    country: vocabulary.country,
    operator: t('Opérateur mobile', 'Carrier'),
    state: vocabulary.status,
    allStates: vocabulary.allStatuses,
    reason: vocabulary.reason,
    price: vocabulary.price,
    given: t('remboursé', 'refunded'),
    delivered: t('Segments distribués', 'Segments delivered'),
    sentAt: t('Accepté par l’opérateur mobile', 'Accepted by the carrier'),
    updatedAt: vocabulary.lastUpdated,
    csv: t('CSV', 'CSV'),
    excel: t('CSV pour Excel', 'CSV for Excel'),
    none: t('Aucun destinataire avec ce statut', 'No recipients with this status'),
  },
  reasons: {
    bad_number: t('Numéro rejeté par l’opérateur mobile', 'Number rejected by the carrier'),
    bad_sender: t('Expéditeur rejeté par l’opérateur mobile', 'Sender rejected by the carrier'),
    bad_text: t('Texte rejeté par l’opérateur mobile', 'Text rejected by the carrier'),
    barred: t('Destinataire bloqué par l’opérateur mobile', 'Recipient blocked by the carrier'),
    no_credit: t('Crédit épuisé chez l’opérateur mobile', 'No credit left at the carrier'),
    not_permitted: t('Non autorisé par l’opérateur mobile', 'Not permitted by the carrier'),
    refused: t('Refusé par l’opérateur mobile', 'Refused by the carrier'),
    cancelled: t('Annulé avant l’heure prévue', 'Cancelled before its time'),
    validity_over: t('Non envoyé à temps', 'Not sent in time'),
    answer_timeout: t('L’opérateur mobile n’a pas répondu', 'The carrier did not respond'),
    connection_lost: t('Connexion à l’opérateur mobile perdue', 'Connection to the carrier lost'),
    garbled_answer: t(
      'Réponse illisible de l’opérateur mobile',
      'Unreadable response from the carrier',
    ),
    node_lost: t('Interruption pendant l’envoi', 'Interrupted while sending'),
    restored: t('Base de données restaurée, envoi incertain', 'Database restored, perhaps sent'),
    sent_again: t('Envoyé une seconde fois', 'Sent a second time'),
    undeliverable: t('Téléphone injoignable', 'Phone unreachable'),
    expired_at_operator: t('Expiré chez l’opérateur mobile', 'Expired at the carrier'),
    rejected_by_operator: t('Rejeté par l’opérateur mobile', 'Rejected by the carrier'),
    unknown_to_operator: t('Inconnu de l’opérateur mobile', 'Unknown to the carrier'),
    receipts_off: t('Connexion sans accusés de réception', 'Connection without delivery receipts'),
    no_receipt: t('Aucun accusé de réception', 'No delivery receipt'),
  },
  compose: {
    title: t('Nouvel envoi', 'New SMS'),
    lead: t(
      'Un texte, un ou plusieurs destinataires. Rien n’est envoyé avant que vous ayez vu le prix.',
      'One text, one or more recipients. Nothing is sent before you have seen the price.',
    ),
    sender: t('Expéditeur', 'Sender'),
    senderHint: t('11 caractères au plus, ou un numéro.', 'Up to 11 characters, or a number.'),
    content: t('Texte', 'Text'),
    numbers: t('Destinataires', 'Recipients'),
    numbersHint: t(
      'Format international, par exemple +221 77 123 45 67. Un numéro par ligne, ou séparés par des virgules.',
      'International format, for example +221 77 123 45 67. One number per line, or separated by commas.',
    ),
    file: t('Ajouter un fichier', 'Add a file'),
    fileHint: t(
      'Texte ou CSV : tous les numéros au format +… sont ajoutés.',
      'Text or CSV: all numbers in +… format are added.',
    ),
    fileEmpty: t(
      'Aucun numéro au format international dans ce fichier.',
      'No numbers in international format in this file.',
    ),
    fileAdded: plural(
      { one: '# numéro ajouté.', other: '# numéros ajoutés.' },
      { one: '# number added.', other: '# numbers added.' },
    ),
    count: plural({ one: '# numéro', other: '# numéros' }, { one: '# number', other: '# numbers' }),
    tooMany: t('10 000 numéros au plus à la fois.', 'Up to 10,000 numbers at a time.'),
    price: t('Voir le prix', 'View price'),
    sendNow: t('Envoyer maintenant', 'Send now'),
    back: vocabulary.edit,
    summary: t('Prix de cet envoi', 'Price of this SMS'),
    total: t('Total', 'Total'),
    perOperator: t('Par opérateur mobile', 'By carrier'),
    toFill: vocabulary.requiredField,
    sent: t('Envoi accepté.', 'SMS accepted.'),
    none: t('Saisissez votre texte.', 'Enter your text.'),
    measure: t(
      (parts: number, left: number) =>
        `${pluralForm('fr', parts, { one: '# SMS', other: '# SMS' })} · ${pluralForm('fr', left, { one: '# caractère restant', other: '# caractères restants' })}`,
      (parts, left) =>
        `${pluralForm('en', parts, { one: '# SMS', other: '# SMS' })} · ${pluralForm('en', left, { one: '# character left', other: '# characters left' })}`,
    ),
    at: t('Envoyer le', 'Send at'),
    atHint: t(
      'Laissez vide pour envoyer maintenant ; au plus 30 jours à l’avance. Débité dès maintenant, annulable jusqu’à cette heure.',
      'Leave empty to send now; at most 30 days ahead. Charged now, can be cancelled until then.',
    ),
    optional: t('facultatif', 'optional'),
    scheduled: t('Envoi programmé', 'SMS scheduled'),
    unicode: t(
      (characters: string) =>
        `Hors de l’alphabet GSM : ${characters}. Un seul de ces caractères réduit un SMS de 160 à 70 caractères, ou de 153 à 67 s’il y en a plusieurs.`,
      (characters) =>
        `Outside the GSM alphabet: ${characters}. One of these shortens an SMS from 160 to 70 characters, or from 153 to 67 if there are several.`,
    ),
    priceNow: vocabulary.price,
    replaced: t('Remplacés pour tenir dans l’alphabet GSM', 'Replaced to fit the GSM alphabet'),
  },
  problems: {
    numbers: plural(
      { one: '# numéro rejeté', other: '# numéros rejetés' },
      { one: '# number rejected', other: '# numbers rejected' },
    ),
    more: plural(
      { one: 'et # autre', other: 'et # autres' },
      { one: 'and # more', other: 'and # more' },
    ),
    tooManyParts: t(
      (parts: number, most: number) =>
        `Ce texte fait ${parts} SMS ; cette application en autorise ${most}.`,
      (parts, most) => `This text takes ${parts} SMS; this application allows ${most}.`,
    ),
    balanceTooLow: t('Solde insuffisant.', 'Insufficient balance.'),
    needed: t('Nécessaire', 'Required'),
    available: vocabulary.available,
    scheduleAt: {
      past: t('L’heure d’envoi est passée.', 'The time to send has passed.'),
      tooFar: t(
        'L’heure d’envoi est à plus de 30 jours.',
        'The time to send is more than 30 days ahead.',
      ),
    },
    emptyText: t('Ce texte est vide.', 'This text is empty.'),
    senderNotAllowed: t(
      'Au moins un opérateur mobile n’autorise pas cet expéditeur. Consultez « Expéditeurs ».',
      'At least one carrier does not allow this sender. See “Senders”.',
    ),
    keyUsed: t(
      'Cet envoi a changé entre-temps. Rechargez la page.',
      'This SMS has changed in the meantime. Reload the page.',
    ),
    suspended: t('Ce compte est suspendu.', 'This account is suspended.'),
    appEnded: t('Cette application a été révoquée.', 'This application was revoked.'),
    nothingSent: t('Rien n’a été envoyé ni débité.', 'Nothing was sent or charged.'),
    lengths: t(
      (lengths: string) => `${lengths} chiffres après l’indicatif`,
      (lengths) => `${lengths} digits after the country code`,
    ),
    meant: t(
      (numbers: string) => `vouliez-vous dire ${numbers} ?`,
      (numbers) => `did you mean ${numbers}?`,
    ),
    number: {
      invalid: t('numéro invalide', 'invalid number'),
      characters: t('des caractères ne sont pas des chiffres', 'some characters are not digits'),
      noCountryCode: t(
        'il manque l’indicatif du pays, précédé de +',
        'the country code with its plus is missing',
      ),
      wrongLength: t('longueur incorrecte', 'wrong length'),
      notAssigned: t(
        'aucun numéro de ce pays ne commence ainsi',
        'no number of this country begins like this',
      ),
      landline: t('ligne fixe', 'landline'),
      countryNotServed: t('pays non desservi', 'country not served'),
      operatorNotServed: t('opérateur mobile non desservi', 'carrier not served'),
      optedOut: t('désinscrit', 'opted out'),
      duplicate: t('même texte envoyé récemment', 'same text sent recently'),
    },
  },
  optOuts: {
    caption: t('Numéros désinscrits', 'Opted-out numbers'),
    lead: t(
      'Ces numéros ne reçoivent plus rien de cette application : un envoi qui en contient un est rejeté.',
      'These numbers no longer receive anything from this application: an SMS to one of them is rejected.',
    ),
    msisdn: vocabulary.number,
    source: t('Origine', 'Source'),
    sources: {
      inbound: t('Le destinataire, par SMS', 'The recipient, by SMS'),
      api: t('Vous', 'You'),
      operator: t('L’opérateur de Jokko', 'The operator of Jokko'),
    },
    since: t('Depuis', 'Since'),
    actions: vocabulary.actions,
    add: t('Ajouter des numéros', 'Add numbers'),
    addTitle: t('Désinscrire des numéros', 'Opt out numbers'),
    added: plural(
      { one: '# numéro ajouté.', other: '# numéros ajoutés.' },
      { one: '# number added.', other: '# numbers added.' },
    ),
    bad: t('Numéros non valides, rien n’a été ajouté :', 'Invalid numbers, nothing was added:'),
    remove: vocabulary.remove,
    removeOf: t(
      (number: string) => `Retirer ${number}`,
      (number) => `Remove ${number}`,
    ),
    removeTitle: t(
      (number: string) => `Réinscrire ${number} ?`,
      (number) => `Opt ${number} back in?`,
    ),
    removeBody: t(
      'Uniquement avec l’accord du destinataire. Il pourra de nouveau recevoir vos messages.',
      'Only with the recipient’s consent. They can then receive your messages again.',
    ),
    removed: t('Numéro réinscrit.', 'Number opted back in.'),
    none: t('Aucune désinscription', 'No opt-outs'),
    noneHint: t(
      'Les numéros qui répondent STOP apparaissent ici.',
      'Numbers that reply STOP appear here.',
    ),
  },
  inbound: {
    caption: t('SMS reçus', 'SMS received'),
    from: t('De', 'From'),
    to: t('À', 'To'),
    text: t('Texte', 'Text'),
    at: t('Reçu', 'Received'),
    stop: t('désinscription', 'opted out'),
    start: t('réinscription', 'opted back in'),
    incomplete: t('incomplet', 'incomplete'),
    none: t('Aucun SMS reçu', 'No SMS received'),
    noneHint: t(
      'Les SMS envoyés à vos numéros apparaissent ici.',
      'SMS sent to your numbers appear here.',
    ),
  },
  senders: {
    caption: t('Expéditeurs autorisés par opérateur mobile', 'Senders allowed by carrier'),
    lead: t(
      'Les expéditeurs acceptés par chaque opérateur mobile, et le prix d’un SMS.',
      'The senders each carrier accepts, and the price per SMS.',
    ),
    country: vocabulary.country,
    operator: t('Opérateur mobile', 'Carrier'),
    other: t('autres', 'others'),
    allowed: t('Expéditeurs autorisés', 'Allowed senders'),
    every: vocabulary.all,
    replacement: t('Remplacé par', 'Replaced by'),
    refused: t('Rejeté', 'Rejected'),
    price: t('Prix par SMS', 'Price per SMS'),
    none: t('Aucun opérateur mobile desservi', 'No carriers served'),
  },
};
