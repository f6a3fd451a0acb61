// What is wrong with a document, in the person's language? The gateway says it in English, as the command line does.

import type { Language } from '@jokko/contract';

/** Each English sentence with its French one; what is named in it is taken over. */
const french: readonly [pattern: RegExp, words: string][] = [
  [/^must be an amount above zero.*$/, 'doit être un montant positif, avec au plus 4 décimales'],
  [/^must be an amount, a number.*$/, 'doit être un montant, avec au plus 4 décimales'],
  [/^must be a percentage from 0 to 100.*$/, 'doit être un pourcentage de 0 à 100, avec au plus 4 décimales'],
  [/^must be a text of 1 to 100 characters without space at its ends$/, 'doit être un texte de 1 à 100 caractères, sans espace au bord'],
  [/^must be a text of at most (\d+) characters$/, 'doit être un texte d’au plus $1 caractères'],
  [/^must be true or false$/, 'doit être oui ou non'],
  [/^must be a number$/, 'doit être un nombre'],
  [/^must say something, without .*$/, 'doit dire quelque chose, sans caractères de contrôle ni invisibles'],
  [/^must keep __amount__.*$/, 'doit garder __amount__, que le montant remplace'],
  [/^must be one line$/, 'doit tenir sur une ligne'],
  [/^must be a text$/, 'doit être un texte'],
  [/^must be an address$/, 'doit être une adresse'],
  [/^must be an http or https address$/, 'doit être une adresse http ou https'],
  [/^must be an http\(s\) address or a path.*$/, 'doit être une adresse http(s), ou un chemin qui commence par « / »'],
  [/^must not be empty$/, 'ne doit pas être vide'],
  [/^must be one of (.+)$/, 'doit être l’un de : $1'],
  [/^must be 5, 50, 100, 200 or 500$/, 'doit être 5, 50, 100, 200 ou 500'],
  [/^must be 1 to 16 upper-case letters or digits$/, 'doit compter 1 à 16 majuscules ou chiffres'],
  [/^must be a whole number of seconds from 0 \(off\) to (\d+)$/, 'doit être un nombre entier de secondes, de 0 (jamais) à $1'],
  [/^must be a whole number from (\d+) to (\d+)$/, 'doit être un nombre entier de $1 à $2'],
  [/^must be a number above 0$/, 'doit être un nombre positif'],
  [/^must be upper-case words and digits joined by "_".*$/, 'doit être fait de mots en majuscules et de chiffres joints par « _ »'],
  [/^must be null: .*$/, 'doit rester vide : l’appelant donne l’indicatif avec le numéro'],
  [/^must be a list of (.+)$/, 'doit être une liste de : $1'],
  [/^ends with no suffix of the interface.*$/, 'ne se termine par aucun suffixe de l’interface (…_API_CASH_IN, …_BILL_PAY, …)'],
  [/^(\w+) does not fit the code: its suffix says (\w+)$/, '$1 ne va pas avec le code, dont le suffixe dit $2'],
  [/^the code says (\w+)$/, 'le code dit $1'],
  [/^is missing, and the code names none$/, 'manque, et le code n’en nomme pas'],
  [/^is missing: a message has a price$/, 'manque : un message a un prix'],
  [/^only chat services have one$/, 'seuls les services de messagerie en ont un'],
  [/^only card services answer an orderId$/, 'seuls les services de carte en ont un'],
  [/^authPage belongs to card services.*$/, 'authPage est la page des services de carte, qui n’en ont pas d’autre'],
  [/^(\w+) is for collections from a wallet$/, '$1 est pour les encaissements depuis un portefeuille'],
  [/^(\w+) always needs (.+)$/, '$1 a toujours besoin de $2'],
  [/^(\w+) has no decimals$/, 'le $1 n’a pas de décimales'],
  [/^(\w+) has at most (\d+) decimals$/, 'le $1 a au plus $2 décimales'],
  [/^is below the minimum$/, 'est inférieur au minimum'],
  [/^is above the maximum$/, 'est supérieur au maximum'],
  [/^is below (\w+)$/, 'est inférieur à $1'],
  [/^there is no route "([^"]*)".*$/, 'la route « $1 » n’existe pas'],
  [/^there is no link "([^"]*)".*$/, 'le lien « $1 » n’existe pas'],
  [/^there is no (?:country|operator in \w+) "([^"]*)".*$/, '« $1 » n’existe pas'],
  [/^the connector of route "([^"]*)" does not do (\w+); it does (.+)$/, 'le connecteur de la route « $1 » ne fait pas $2 ; il fait $3'],
  [/^there is no connector "([^"]*)"; there are (.+)$/, 'le connecteur « $1 » n’existe pas ; il y a $2'],
  [/^"([^"]*)" is missing, and operations are under way on it$/, '« $1 » manque, alors que des opérations y sont en cours'],
  [
    /^"([^"]*)" leads elsewhere, and operations are under way on it.*$/,
    '« $1 » mène ailleurs, alors que des opérations y sont en cours : donnez-lui un autre nom',
  ],
  [/^"([^"]*)" is missing, and messages .*$/, '« $1 » manque, alors que des messages y sont en cours'],
  [/^"([^"]*)" is missing$/, '« $1 » manque'],
  [/^"([^"]*)" is there already.*$/, '« $1 » existe déjà'],
  [/^is needed for auth (\w+)$/, 'est nécessaire pour l’authentification $1'],
  [/^names an unknown value (\S+?);?(?: known are (.+))?$/, 'nomme une valeur inconnue $1'],
  [/^was sealed with the key of another installation.*$/, 'a été scellé par une autre installation : saisissez le secret à nouveau'],
  [/^is kept from another address: write the secret anew$/, 'a été saisi pour une autre adresse : saisissez-le à nouveau'],
  [/^unknown field; \w+ has (.+)$/, 'champ inconnu ; il y a $1'],
  [/^unknown member.*$/, 'champ inconnu'],
  [/^a live installation has no sandbox routes$/, 'une installation réelle n’a pas de routes de bac à sable'],
  [/^there is no such error id; ids are 1 to 136, and null$/, 'cette erreur n’existe pas ; les numéros vont de 1 à 136'],
  [/^there is no active SMS application (.+)$/, 'il n’y a pas d’application SMS active $1'],
  [/^must name at least one link$/, 'doit nommer au moins un lien'],
  [/^occurs twice$/, 'figure deux fois'],
];

/** A sentence about one field; what has no translation stays in English. */
export function problemWords(message: string, language: Language): string {
  if (language === 'en') return message;
  const known = french.find(([pattern]) => pattern.test(message));
  return known === undefined ? message : message.replace(known[0], known[1]);
}
