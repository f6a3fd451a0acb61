// Which words does the page say that takes a file of payments?

import { defineTexts } from '../../language/index.ts';

export const uploadTexts = defineTexts(
  {
    upload: {
      title: 'Nouveau paiement groupé',
      lead: 'Choisissez un fichier : chaque ligne est vérifiée, rien n’est envoyé.',
      file: 'Fichier',
      fileHint:
        'CSV (virgule ou point-virgule) ou XLSX (première feuille visible) ; 10 Mo et 10 000 lignes au plus. Colonnes : téléphone, montant, et au besoin service, identifiant externe, nom, motif.',
      noFile: 'Choisissez un fichier.',
      tooLarge: 'Ce fichier dépasse 10 Mo.',
      name: 'Nom du lot',
      nameHint: 'Par exemple « Salaires de novembre ». La personne qui approuve le verra.',
      service: 'Service',
      serviceHint: 'Pour les lignes dont la colonne « service » est vide.',
      perLine: 'Indiqué dans le fichier',
      check: 'Vérifier le fichier',
      again: 'Le brouillon précédent sera remplacé par ce fichier.',
      sample: 'Télécharger un modèle',
      sampleName: 'modele-paiements.csv',
      sampleText: 'telephone;montant;service;identifiant externe;nom;motif\r\n771234567;1500;;FACT-001;Awa Diop;Salaire\r\n',
    },
    files: {
      empty: 'Ce fichier ne contient aucune ligne.',
      unknown_form: 'Ce n’est ni un CSV ni un XLSX. Un ancien fichier .xls doit être enregistré en .xlsx.',
      damaged: 'Ce fichier est abîmé, ou protégé par un mot de passe.',
      too_many_rows: 'Pas plus de 10 000 lignes par fichier.',
      too_many_columns: 'Ce fichier a trop de colonnes.',
      too_big: 'Ce fichier est trop gros une fois ouvert. Supprimez les lignes et colonnes vides.',
      no_columns: 'Une des dix premières lignes doit nommer une colonne « téléphone » et une colonne « montant », une seule fois chacune.',
    },
  },
  {
    upload: {
      title: 'New bulk payout',
      lead: 'Choose a file: each line is checked, nothing is sent.',
      file: 'File',
      fileHint:
        'CSV (commas or semicolons) or XLSX (first visible sheet); 10 MB and 10,000 lines at most. Columns: phone, amount, and where needed service, external id, name, note.',
      noFile: 'Choose a file.',
      tooLarge: 'This file is larger than 10 MB.',
      name: 'Name of the batch',
      nameHint: 'For example “Salaries of November”. Whoever approves will see it.',
      service: 'Service',
      serviceHint: 'For lines whose “service” column is empty.',
      perLine: 'Said in the file',
      check: 'Check the file',
      again: 'The draft before will be replaced by this file.',
      sample: 'Download a template',
      sampleName: 'payouts-template.csv',
      sampleText: 'phone,amount,service,external id,name,note\r\n771234567,1500,,INV-001,Awa Diop,Salary\r\n',
    },
    files: {
      empty: 'This file holds no lines.',
      unknown_form: 'This is neither CSV nor XLSX. An old .xls file must be saved as .xlsx.',
      damaged: 'This file is damaged, or locked by a password.',
      too_many_rows: 'No more than 10,000 lines in a file.',
      too_many_columns: 'This file has too many columns.',
      too_big: 'This file is too large once it is opened. Delete empty rows and columns.',
      no_columns: 'One of the first ten lines must name one column “phone” and one column “amount”, each once.',
    },
  },
);
