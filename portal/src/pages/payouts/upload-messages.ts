// Messages of the page on which a payout file is uploaded.

import { t } from '../../language/message.ts';
import { vocabulary } from '../../language/vocabulary.ts';

export const uploadMessages = {
  upload: {
    title: t('Nouveau paiement groupé', 'New bulk payout'),
    lead: t(
      'Choisissez un fichier : chaque ligne est vérifiée, rien n’est envoyé.',
      'Choose a file: each row is checked, nothing is sent.',
    ),
    file: vocabulary.file,
    fileHint: t(
      'CSV (virgule ou point-virgule) ou XLSX (première feuille visible) ; 10 Mo et 10 000 lignes au plus. Colonnes : téléphone, montant et, si besoin, service, identifiant externe, nom, motif.',
      'CSV (commas or semicolons) or XLSX (first visible sheet); up to 10 MB and 10,000 rows. Columns: phone, amount and, if needed, service, external id, name, note.',
    ),
    noFile: vocabulary.chooseFile,
    tooLarge: t('Ce fichier dépasse 10 Mo.', 'This file is larger than 10 MB.'),
    name: t('Nom du lot', 'Batch name'),
    nameHint: t(
      'Par exemple « Salaires de novembre ». Visible par l’approbateur.',
      'For example “November salaries”. Visible to the approver.',
    ),
    service: vocabulary.service,
    serviceHint: t(
      'Pour les lignes dont la colonne « service » est vide.',
      'For rows whose “service” column is empty.',
    ),
    perLine: t('Indiqué dans le fichier', 'Specified in the file'),
    check: t('Vérifier le fichier', 'Check file'),
    again: t(
      'Ce fichier remplacera le brouillon précédent.',
      'This file will replace the previous draft.',
    ),
    sample: t('Télécharger un modèle', 'Download template'),
    sampleName: t('modele-paiements.csv', 'payouts-template.csv'),
    sampleText: t(
      'telephone;montant;service;identifiant externe;nom;motif\r\n771234567;1500;;FACT-001;Awa Diop;Salaire\r\n',
      'phone,amount,service,external id,name,note\r\n771234567,1500,,INV-001,Awa Diop,Salary\r\n',
    ),
  },
  files: {
    empty: t('Ce fichier ne contient aucune ligne.', 'This file contains no rows.'),
    unknown_form: t(
      'Ce n’est pas un fichier CSV ou XLSX. Enregistrez un ancien fichier .xls au format .xlsx.',
      'This is not a CSV or XLSX file. Save an old .xls file as .xlsx.',
    ),
    damaged: t(
      'Ce fichier est endommagé ou protégé par un mot de passe.',
      'This file is damaged or password-protected.',
    ),
    unclear_letters: t(
      'Les lettres accentuées de ce fichier ne sont pas lisibles avec certitude. Enregistrez-le en « CSV UTF-8 » ou en XLSX.',
      'The accented letters of this file cannot be read with certainty. Save it as “CSV UTF-8” or as XLSX.',
    ),
    too_many_rows: t('10 000 lignes au plus par fichier.', 'Up to 10,000 rows per file.'),
    too_many_columns: t('Ce fichier a trop de colonnes.', 'This file has too many columns.'),
    too_big: t(
      'Ce fichier est trop volumineux une fois décompressé. Supprimez les lignes et colonnes vides.',
      'This file is too large once unpacked. Delete empty rows and columns.',
    ),
    no_columns: t(
      'L’une des dix premières lignes doit contenir exactement une colonne « téléphone » et une colonne « montant ».',
      'One of the first ten rows must contain exactly one “phone” column and one “amount” column.',
    ),
  },
};
