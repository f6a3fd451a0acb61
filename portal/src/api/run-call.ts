// Makes a call of the payments or SMS interface from the portal, in the sandbox: the gateway is of
// the same origin.

export interface Call {
  /** With its query. */
  path: string;
  headers: Readonly<Record<string, string>>;
  /** Posted as JSON; absent: a GET. */
  body?: object;
}

/** The answer as it came; where there is none, why. */
export function runCall({ path, headers, body }: Call): Promise<string> {
  return fetch(
    path,
    body === undefined
      ? { headers }
      : {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        },
  )
    .then((response) => response.text())
    .catch((error: unknown) => String(error));
}
