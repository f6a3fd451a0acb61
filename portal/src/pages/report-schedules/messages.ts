// Messages of the reports by e-mail.

import { t } from '../../language/message.ts';

export const scheduleMessages = {
  title: t('Rapports par e-mail', 'Reports by email'),
  lead: t(
    'Envoyés à 7 h le premier jour après la période, jusqu’à ce que le destinataire ou vous y mettiez fin.',
    'Sent at 07:00 on the first day after the period, until the reader or you end it.',
  ),
  noMail: t(
    'Aucun serveur de messagerie n’est configuré : rien ne peut être envoyé. Définissez JOKKO_SMTP_URL et JOKKO_MAIL_FROM.',
    'No mail server is configured: nothing can be sent. Set JOKKO_SMTP_URL and JOKKO_MAIL_FROM.',
  ),
  report: t('Rapport', 'Report'),
  reports: {
    morningProof: t('Preuve du matin', 'Morning proof'),
    revenue: t('Revenus', 'Revenue'),
    settlements: t('Reversements payés', 'Paid settlements'),
  },
  by: t('Revenus par', 'Revenue by'),
  groupings: {
    service: t('Service', 'Service'),
    route: t('Route', 'Route'),
    developer: t('Développeur', 'Developer'),
    day: t('Jour', 'Day'),
  },
  form: t('Format du fichier', 'File format'),
  forms: {
    pdf: t('PDF', 'PDF'),
    xlsx: t('Classeur Excel (XLSX)', 'Excel workbook (XLSX)'),
    excel: t('CSV pour Excel', 'CSV for French Excel'),
    plain: t('CSV international', 'International CSV'),
  },
  every: t('Fréquence', 'Frequency'),
  rhythms: {
    day: t('Chaque jour', 'Daily'),
    week: t('Chaque lundi', 'Every Monday'),
    month: t('Le 1er du mois', 'On the 1st of the month'),
  },
  address: t('Adresse e-mail', 'Email address'),
  addressHint: t(
    'Toute personne qui lit cette boîte voit ces montants.',
    'Everybody who reads this mailbox sees these amounts.',
  ),
  language: t('Langue', 'Language'),
  languages: { fr: t('Français', 'French'), en: t('Anglais', 'English') },
  next: t('Prochain envoi', 'Next'),
  last: t('Dernier envoi', 'Last sent'),
  problem: t(
    (problem: string) => `Dernier problème : ${problem}`,
    (problem) => `Last problem: ${problem}`,
  ),
  madeBy: t('Demandé par', 'Requested by'),
  actions: t('Actions', 'Actions'),
  add: t('Nouvel envoi', 'New schedule'),
  addTitle: t('Envoyer un rapport', 'Send a report'),
  proofHint: t('La preuve du matin est un PDF quotidien.', 'The morning proof is a daily PDF.'),
  added: t('Envoi programmé.', 'Report scheduled.'),
  end: t('Arrêter', 'End'),
  endOne: t(
    (report: string, address: string) => `Arrêter l’envoi : ${report} à ${address}`,
    (report, address) => `End the report: ${report} to ${address}`,
  ),
  endBody: t('Plus rien ne sera envoyé à cette adresse.', 'Nothing more is sent to this address.'),
  ended: t('Envoi arrêté.', 'Report ended.'),
  none: t('Aucun rapport programmé', 'No scheduled reports'),
  noneHint: t(
    'La preuve du matin, les revenus et les reversements peuvent partir chaque jour, semaine ou mois.',
    'The morning proof, revenue and settlements can be sent each day, week or month.',
  ),
  unsubscribeTitle: t('Rapport par e-mail', 'Report by email'),
  unsubscribeLead: t(
    'Confirmez : ce rapport ne sera plus envoyé à votre adresse.',
    'Confirm: this report will no longer be sent to your address.',
  ),
  unsubscribe: t('Ne plus recevoir ce rapport', 'Unsubscribe'),
};
