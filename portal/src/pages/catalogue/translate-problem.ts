// Translates the problems of a document, which the gateway reports in English as the command line
// does.

import type { Language } from '@jokko/contract';

/** Each English sentence with its French one; what is named in it is taken over. */
const french: readonly [pattern: RegExp, messages: string][] = [
  [
    /^must be an amount greater than zero.*$/,
    'doit être un montant positif, avec au plus 4 décimales',
  ],
  [/^must be an amount, a number.*$/, 'doit être un montant, avec au plus 4 décimales'],
  [
    /^must be a percentage from 0 to 100.*$/,
    'doit être un pourcentage de 0 à 100, avec au plus 4 décimales',
  ],
  [
    /^must be 1 to 100 characters without leading or trailing spaces$/,
    'doit compter 1 à 100 caractères, sans espace au début ni à la fin',
  ],
  [/^must be at most (\d+) characters$/, 'doit compter au plus $1 caractères'],
  [/^must be true or false$/, 'doit être oui ou non'],
  [/^must be a number$/, 'doit être un nombre'],
  [
    /^must contain visible text, without .*$/,
    'doit contenir du texte visible, sans caractères de contrôle ni invisibles',
  ],
  [/^must contain __amount__.*$/, 'doit contenir __amount__, que le montant remplace'],
  [/^must be one line$/, 'doit tenir sur une ligne'],
  [/^must be a text$/, 'doit être un texte'],
  [/^must be a URL$/, 'doit être une URL'],
  [
    /^must be a URL without user and password$/,
    'doit être une URL sans utilisateur ni mot de passe',
  ],
  [/^must be an http or https URL$/, 'doit être une URL http ou https'],
  [
    /^must be an http\(s\) URL or a path.*$/,
    'doit être une URL http(s) ou un chemin qui commence par « / »',
  ],
  [/^must not be empty$/, 'ne doit pas être vide'],
  [/^must be one of (.+)$/, 'doit être l’une de ces valeurs : $1'],
  [/^must be 5, 50, 100, 200 or 500$/, 'doit être 5, 50, 100, 200 ou 500'],
  [/^must be 1 to 16 uppercase letters or digits$/, 'doit compter 1 à 16 majuscules ou chiffres'],
  [
    /^must be a whole number of seconds from 0 \(off\) to (\d+)$/,
    'doit être un nombre entier de secondes, de 0 (jamais) à $1',
  ],
  [/^must be a whole number from (\d+) to (\d+)$/, 'doit être un nombre entier de $1 à $2'],
  [/^must be a number above 0$/, 'doit être un nombre positif'],
  [
    /^must be uppercase words and digits joined by "_".*$/,
    'doit être composé de mots en majuscules et de chiffres reliés par « _ »',
  ],
  [/^must be null: .*$/, 'doit rester vide : l’appelant envoie l’indicatif avec le numéro'],
  [/^must be a list of (.+)$/, 'doit être une liste de : $1'],
  [
    /^does not end with a suffix of the API.*$/,
    'ne se termine par aucun suffixe de l’API (…_API_CASH_IN, …_BILL_PAY, …)',
  ],
  [
    /^(\w+) does not match the suffix of the code, which means (\w+)$/,
    '$1 ne correspond pas au suffixe du code, qui signifie $2',
  ],
  [/^must be (\w+), as in the code$/, 'doit être $1, comme dans le code'],
  [
    /^is required: the code does not name a country$/,
    'est obligatoire : le code ne désigne pas de pays',
  ],
  [/^is required for chat services$/, 'est obligatoire pour les services de messagerie'],
  [/^is for chat services only$/, 'est réservé aux services de messagerie'],
  [/^is for card services only$/, 'est réservé aux services de carte'],
  [
    /^authPage is for card services.*$/,
    'authPage est réservé aux services de carte, qui n’ont pas d’autre page',
  ],
  [
    /^(\w+) is for collections from a wallet$/,
    '$1 est réservé aux encaissements depuis un portefeuille',
  ],
  [/^(\w+) always needs (.+)$/, '$1 requiert $2'],
  [/^(\w+) has no decimals$/, '$1 n’a pas de décimales'],
  [/^(\w+) has at most (\d+) decimals$/, '$1 a au plus $2 décimales'],
  [/^is below the minimum$/, 'est inférieur au minimum'],
  [/^is above the maximum$/, 'est supérieur au maximum'],
  [/^is below (\w+)$/, 'est inférieur à $1'],
  [/^there is no route "([^"]*)".*$/, 'la route « $1 » n’existe pas'],
  [/^there is no connection "([^"]*)".*$/, 'la connexion « $1 » n’existe pas'],
  [/^there is no (?:country|operator in \w+) "([^"]*)".*$/, '« $1 » n’existe pas'],
  [
    /^the connector of route "([^"]*)" does not support (\w+); it supports (.+)$/,
    'le connecteur de la route « $1 » ne prend pas en charge $2 ; il prend en charge $3',
  ],
  [
    /^there is no connector "([^"]*)"; there are (.+)$/,
    'le connecteur « $1 » n’existe pas ; connecteurs disponibles : $2',
  ],
  [
    /^"([^"]*)" is missing, and operations are in progress on it$/,
    '« $1 » ne peut pas être supprimé : des opérations y sont en cours',
  ],
  [
    /^"([^"]*)" has another destination, and operations are in progress on it.*$/,
    '« $1 » change de destination alors que des opérations y sont en cours : utilisez un autre nom',
  ],
  [
    /^"([^"]*)" is missing, and messages .*$/,
    '« $1 » ne peut pas être supprimé : des messages y sont en cours',
  ],
  [/^"([^"]*)" is missing$/, '« $1 » est obligatoire'],
  [/^is missing$/, 'est obligatoire'],
  [/^is needed with an API key$/, 'est obligatoire avec une clé API'],
  [/^is needed with its secret$/, 'est obligatoire avec son secret'],
  [/^is needed for this proof$/, 'est obligatoire pour cette preuve'],
  [
    /^must be ([A-Z]{2}) and 32 hexadecimal digits$/,
    'doit être $1 suivi de 32 chiffres hexadécimaux',
  ],
  [/^must be digits without plus$/, 'doit être composé de chiffres, sans « + »'],
  [/^must be capitals, digits and _$/, 'doit être composé de majuscules, de chiffres et de « _ »'],
  [/^"([^"]*)" already exists.*$/, '« $1 » existe déjà'],
  [/^is needed for auth (\w+)$/, 'est obligatoire pour l’authentification $1'],
  [
    /^contains an unknown placeholder (\S+?);?(?: known are (.+))?$/,
    'contient un paramètre inconnu $1',
  ],
  [
    /^was sealed by another installation.*$/,
    'a été chiffré par une autre installation : saisissez-le de nouveau',
  ],
  [
    /^belongs to another URL: enter the secret again$/,
    'a été saisi pour une autre URL : saisissez-le de nouveau',
  ],
  [/^unknown field; \w+ has (.+)$/, 'champ inconnu ; champs possibles : $1'],
  [/^unknown field.*$/, 'champ inconnu'],
  [
    /^a live installation has no sandbox routes$/,
    'une installation en production n’a pas de routes de bac à sable',
  ],
  [
    /^there is no such error id; ids are 1 to 136, and null$/,
    'cette erreur n’existe pas ; les ID vont de 1 à 136',
  ],
  [/^there is no active SMS application (.+)$/, 'il n’y a pas d’application SMS active $1'],
  [/^must name at least one connection$/, 'doit contenir au moins une connexion'],
  [/^occurs twice$/, 'figure deux fois'],
];

/** A sentence about one field; what has no translation stays in English. */
export function translateProblem(message: string, language: Language): string {
  if (language === 'en') return message;
  const known = french.find(([pattern]) => pattern.test(message));
  return known === undefined ? message : message.replace(known[0], known[1]);
}
