// Advises the developer how to fix a failed delivery: a sentence for every way in which one fails,
// in both languages.

import type { ErrorClass, Language } from '@jokko/contract';

export interface Failure {
  errorClass: ErrorClass;
  httpStatus: number | null;
  timeoutPhase: string | null;
  /** The pin of the key that was presented; null when none was. */
  pinSeen: string | null;
}

type Sentence = Record<Language, string>;

const byClass: { [name in Exclude<ErrorClass, 'http_status' | 'timeout'>]: Sentence } = {
  dns_error: {
    en: 'The host name of your server could not be resolved, or its name servers did not answer within 2 seconds. Check the host in the callback URL and its DNS records.',
    fr: 'Le nom de votre serveur est introuvable, ou ses serveurs de noms n’ont pas répondu en 2 secondes : vérifiez l’hôte de l’URL de callback et ses enregistrements DNS.',
  },
  connection_refused: {
    en: 'Connections to this address and port are refused. Check that your server is running and that its firewall allows our connections.',
    fr: 'Les connexions à cette adresse et à ce port sont refusées : vérifiez que votre serveur fonctionne et que son pare-feu autorise nos connexions.',
  },
  connection_reset: {
    en: 'Your server closed the connection before it answered. Check its log for a crash, a proxy timeout or a limit on request sizes.',
    fr: 'Votre serveur a fermé la connexion avant de répondre : recherchez dans ses journaux un plantage, un délai d’attente de proxy ou une limite de taille.',
  },
  network_unreachable: {
    en: 'There is no network route to your server. Check that its address is public and that its network is up.',
    fr: 'Aucune route ne mène à votre serveur : vérifiez que son adresse est publique et que son réseau fonctionne.',
  },
  network_error: {
    en: 'Your server’s response is not HTTP. Check that the port serves HTTP, or HTTPS if the URL begins with https.',
    fr: 'La réponse de votre serveur n’est pas du HTTP : vérifiez que le port sert du HTTP, ou du HTTPS si l’URL commence par https.',
  },
  unclear_length: {
    en: 'Your server’s response does not state one length: it has both Transfer-Encoding and Content-Length, Content-Length twice, or one that is not a number. Send exactly one of them.',
    fr: 'La réponse de votre serveur n’indique pas une seule longueur : elle a à la fois Transfer-Encoding et Content-Length, deux fois Content-Length, ou une longueur qui n’est pas un nombre. N’en envoyez qu’une.',
  },
  head_too_large: {
    en: 'The headers of your server’s response exceed 16 KiB. Send fewer or shorter headers and cookies.',
    fr: 'Les en-têtes de la réponse de votre serveur dépassent 16 Kio : envoyez des en-têtes et des cookies moins nombreux ou plus courts.',
  },
  interim_flood: {
    en: 'Your server sent too many interim responses (100 to 199) and no final one. Answer HTTP 200.',
    fr: 'Votre serveur a envoyé trop de réponses provisoires (100 à 199) sans réponse finale : répondez HTTP 200.',
  },
  protocol_switch: {
    en: 'Your server answered 101 and switched to another protocol, which was not requested. Answer HTTP 200 over HTTP/1.1.',
    fr: 'Votre serveur a répondu 101 et changé de protocole sans que cela soit demandé : répondez HTTP 200 en HTTP/1.1.',
  },
  tls_error: {
    en: 'The certificate of your server was not accepted. It must be valid, match the host name, and be sent with its intermediate certificates.',
    fr: 'Le certificat de votre serveur n’a pas été accepté : il doit être en cours de validité, correspondre au nom d’hôte et être envoyé avec ses certificats intermédiaires.',
  },
  pin_mismatch: {
    en: 'Your server presented a key that matches none of its registered pins. Register the new pin, or restore the old key.',
    fr: 'Votre serveur a présenté une clé qui ne correspond à aucune de ses empreintes enregistrées : enregistrez la nouvelle empreinte ou rétablissez l’ancienne clé.',
  },
  redirect: {
    en: 'Your server answered with a redirect, which is not followed. Use the final URL as callbackUrl.',
    fr: 'Votre serveur a répondu par une redirection, qui n’est pas suivie : indiquez l’URL finale comme callbackUrl.',
  },
  blocked_target: {
    en: 'Callbacks cannot be sent to this address. It must be public.',
    fr: 'Les callbacks ne peuvent pas être envoyés à cette adresse : elle doit être publique.',
  },
};

const byPhase: { [phase: string]: Sentence } = {
  dns: byClass.dns_error,
  connect: {
    en: 'Your server did not accept the connection within 15 seconds. A firewall may be dropping our packets.',
    fr: 'Votre serveur n’a pas accepté la connexion en 15 secondes : un pare-feu bloque peut-être nos paquets.',
  },
  tls: {
    en: 'The TLS handshake did not complete within 15 seconds. Check that the port serves HTTPS and is not overloaded.',
    fr: 'La négociation TLS n’a pas abouti en 15 secondes : vérifiez que le port sert du HTTPS et n’est pas surchargé.',
  },
  body: {
    en: 'Your server started a response but did not complete it within 15 seconds. Answer HTTP 200 with a short body.',
    fr: 'Votre serveur a commencé une réponse sans la terminer en 15 secondes : répondez HTTP 200 avec un corps court.',
  },
};
const pinsNeedHttps: Sentence = {
  en: 'Pins are registered for your server, and pins require https. Use an https URL, or have the pins removed.',
  fr: 'Des empreintes sont enregistrées pour votre serveur, et les empreintes exigent https : utilisez une URL https, ou faites supprimer les empreintes.',
};
const slowAnswer: Sentence = {
  en: 'Your server did not answer within 15 seconds. Answer HTTP 200 immediately, and process the callback afterwards.',
  fr: 'Votre serveur n’a pas répondu en 15 secondes : répondez HTTP 200 immédiatement, puis traitez le callback.',
};

const byStatus: { [status: number]: Sentence } = {
  400: {
    en: 'Your server answered 400: it could not read the body. Parse it as JSON, and ignore unknown fields.',
    fr: 'Votre serveur a répondu 400 : il n’a pas pu lire le corps. Lisez-le comme du JSON et ignorez les champs inconnus.',
  },
  401: authorized(401),
  403: authorized(403),
  404: {
    en: 'Your server answered 404. Check the path of the callback URL.',
    fr: 'Votre serveur a répondu 404 : vérifiez le chemin de l’URL de callback.',
  },
  405: {
    en: 'Your server answered 405. Callbacks are POST requests: accept POST on this path.',
    fr: 'Votre serveur a répondu 405 : les callbacks sont des requêtes POST, que ce chemin doit accepter.',
  },
  413: {
    en: 'Your server answered 413. Allow request bodies of at least 64 KiB.',
    fr: 'Votre serveur a répondu 413 : autorisez des corps de requête d’au moins 64 Kio.',
  },
  415: {
    en: 'Your server answered 415. Accept the content type application/json.',
    fr: 'Votre serveur a répondu 415 : acceptez le type application/json.',
  },
  429: {
    en: 'Your server answered 429. Exempt our callbacks from its rate limit. They are retried every minute, regardless of Retry-After.',
    fr: 'Votre serveur a répondu 429 : exemptez nos callbacks de sa limite de débit. Ils sont renvoyés chaque minute, quel que soit Retry-After.',
  },
};

function authorized(status: number): Sentence {
  return {
    en: `Your server answered ${status}: callbacks carry no credentials. Verify webhook-signature, and exempt this path from authentication and CSRF checks.`,
    fr: `Votre serveur a répondu ${status} : les callbacks ne portent pas d’identifiants. Vérifiez webhook-signature, et exemptez ce chemin de l’authentification et du contrôle CSRF.`,
  };
}

function ofStatus(status: number): Sentence {
  const known = byStatus[status];
  if (known !== undefined) return known;
  if (status < 300) {
    return {
      en: `Your server answered ${status}. Callbacks must be answered with 200.`,
      fr: `Votre serveur a répondu ${status} : un callback doit recevoir la réponse 200.`,
    };
  }
  return status >= 500
    ? {
        en: `Your server failed with ${status}. Check its log at this time.`,
        fr: `Votre serveur a échoué avec ${status} : consultez ses journaux à cette heure.`,
      }
    : {
        en: `Your server rejected the callback with ${status}. Callbacks must be answered with 200.`,
        fr: `Votre serveur a rejeté le callback avec ${status} : un callback doit recevoir la réponse 200.`,
      };
}

/** The sentence for one failed attempt. */
export function adviceFor({ errorClass, httpStatus, timeoutPhase, pinSeen }: Failure): Sentence {
  if (errorClass === 'pin_mismatch' && pinSeen === null) return pinsNeedHttps;
  if (errorClass === 'http_status') return ofStatus(httpStatus ?? 0);
  if (errorClass === 'timeout') return byPhase[timeoutPhase ?? ''] ?? slowAnswer;
  return byClass[errorClass];
}
