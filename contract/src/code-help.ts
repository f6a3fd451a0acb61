// What should a developer do about a refusal? One sentence for each code of the envelope, and 400 of the SMS interface. Pure data without schemas.

export const codeHelp = {
  fr: {
    4000: "Lisez `errorType` : c'est une réponse définitive. Corrigez le montant, le solde ou le destinataire, puis envoyez une nouvelle opération avec un nouvel externalTransactionId.",
    4001: "Copiez la clé entière depuis la page Clés API, vérifiez qu'elle est active et permise depuis l'adresse de votre serveur. Si les requêtes sont signées : signez les octets exacts du corps avec le secret HMAC, et avec l'heure actuelle en millisecondes.",
    4003: "Demandez l'activation du service sur la page Services, ou utilisez une clé dont la portée permet cet appel.",
    4004: "Vérifiez le chemin, la méthode et l'identifiant : il doit être de ce compte, et de cet environnement (bac à sable ou production).",
    4009: 'Utilisez un nouvel externalTransactionId pour une nouvelle opération ; pour répéter la même, envoyez exactement les mêmes valeurs.',
    4022: 'Corrigez les champs nommés ci-dessous, comme la référence les décrit, puis renvoyez la requête. Rien n’a été exécuté.',
    4029: "Attendez le nombre de secondes de l'en-tête Retry-After. Pour suivre une transaction, servez-vous du callback ou du fil d'événements plutôt que de demander son statut en boucle.",
    5000: "L'erreur est chez nous et rien n'a été exécuté. Réessayez avec le même externalTransactionId ; si cela dure, donnez-nous le numéro de la requête.",
    400: "Corrigez les champs nommés ci-dessous : aucun message de cette requête n'a été envoyé ni facturé.",
  },
  en: {
    4000: 'Read `errorType`: this is a final answer. Correct amount, balance or recipient, then send a new operation with a new externalTransactionId.',
    4001: "Copy the whole key from the page API keys, and check that it is active and allowed from your server's address. If requests are signed: sign the exact bytes of the body with the HMAC secret, and with the present time in milliseconds.",
    4003: 'Ask for the activation of the service on the page Services, or use a key whose scope permits this call.',
    4004: 'Check path, method and id: it must belong to this account, and to this environment (sandbox or live).',
    4009: 'Use a new externalTransactionId for a new operation; to repeat the same one, send exactly the same values.',
    4022: 'Correct the fields named below as the reference describes them, then send the request again. Nothing was executed.',
    4029: 'Wait for the seconds of the header Retry-After. To follow a transaction use the callback or the event feed instead of asking for its status in a loop.',
    5000: 'The error is ours, and nothing was executed. Try again with the same externalTransactionId; if it lasts, give us the number of the request.',
    400: 'Correct the fields named below: no message of this request was sent or charged.',
  },
};

/** The codes that have help. */
export type HelpedCode = keyof (typeof codeHelp)['fr'];
