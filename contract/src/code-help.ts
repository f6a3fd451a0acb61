// Help texts for rejected requests: one sentence for each code of the envelope, and for 400 of the
// SMS interface. Pure data without schemas.

export const codeHelp = {
  fr: {
    4000: 'Consultez `errorType` : cette réponse est définitive. Corrigez le montant, le solde ou le destinataire, puis envoyez une nouvelle opération avec un nouvel externalTransactionId.',
    4001: 'Copiez la clé complète depuis la page Clés API, et vérifiez qu’elle est active et autorisée depuis l’adresse de votre serveur. Si les requêtes sont signées, signez les octets exacts du corps avec le secret HMAC et l’heure actuelle en millisecondes.',
    4003: 'Demandez l’activation du service sur la page Services, ou utilisez une clé dont la portée autorise cette requête.',
    4004: 'Vérifiez le chemin, la méthode et l’identifiant : il doit appartenir à ce compte et à cet environnement (bac à sable ou production).',
    4009: 'Utilisez un nouvel externalTransactionId pour une nouvelle opération ; pour renvoyer la même, envoyez exactement les mêmes valeurs.',
    4022: 'Corrigez les champs indiqués ci-dessous selon la documentation, puis renvoyez la requête. Rien n’a été exécuté.',
    4029: 'Attendez le nombre de secondes indiqué par l’en-tête Retry-After. Pour suivre une transaction, utilisez le callback ou le flux d’événements au lieu d’interroger son statut en boucle.',
    5000: 'L’erreur vient de nous et rien n’a été exécuté. Réessayez avec le même externalTransactionId ; si l’erreur persiste, communiquez l’ID de la requête au support.',
    400: 'Corrigez les champs indiqués ci-dessous : aucun message de cette requête n’a été envoyé ni facturé.',
  },
  en: {
    4000: 'See `errorType`: this response is final. Correct the amount, balance or recipient, then send a new operation with a new externalTransactionId.',
    4001: 'Copy the full key from the API keys page, and check that it is active and allowed from your server’s address. If requests are signed, sign the exact bytes of the body with the HMAC secret and the current time in milliseconds.',
    4003: 'Request activation of the service on the Services page, or use a key whose scope allows this request.',
    4004: 'Check the path, the method and the ID, which must belong to this account and this environment (sandbox or live).',
    4009: 'Use a new externalTransactionId for a new operation; to repeat the same operation, send exactly the same values.',
    4022: 'Correct the fields named below as described in the documentation, then send the request again. Nothing was executed.',
    4029: 'Wait for the number of seconds in the Retry-After header. To follow a transaction, use the callback or the event feed instead of polling its status.',
    5000: 'The error is on our side, and nothing was executed. Try again with the same externalTransactionId. If the error persists, give the request ID to support.',
    400: 'Correct the fields named below: no message in this request was sent or charged.',
  },
};

/** The codes that have help. */
export type HelpedCode = keyof (typeof codeHelp)['fr'];
