// Reads a PostgreSQL URL that may name several servers, as libpq reads it, and makes a URL of each:
// the driver knows one server only (brianc/node-postgres issues 1470 and 2781).

const shape = /^(postgres(?:ql)?:\/\/)((?:[^/?#]*@)?)([^/?#@]*)([^?#]*)(?:\?([^#]*))?$/;

/** What the gateway asks of a server. It writes, so a server for reading is of no use to it. */
const usableAttributes = ['any', 'read-write', 'primary'];

/**
 * The URL of each server, in the order of the list: `postgres://u:p@a:5432,b:5432/name`, or
 * `postgres:///name?host=a,b&port=5432,5433` (the form for sockets). Throws a sentence for the
 * operator.
 */
export function readServerUrls(url: string): string[] {
  const parts = shape.exec(url);
  if (parts === null) throw new Error(urlExpected);
  const [, scheme, user, hosts = '', path, query] = parts;
  const options = new URLSearchParams(query);
  const attributes = options.get('target_session_attrs') ?? 'any';
  if (!usableAttributes.includes(attributes))
    throw new Error(
      `target_session_attrs=${attributes} names a server that takes no writes; use read-write`,
    );
  options.delete('target_session_attrs');
  const rest = (own: URLSearchParams): string => `${path}${own.size > 0 ? `?${String(own)}` : ''}`;
  const named = options.get('host');
  const urls =
    named === null
      ? hosts.split(',').map((host) => `${scheme}${user}${host}${rest(options)}`)
      : ofEach(named, options).map((own) => `${scheme}${user}${hosts}${rest(own)}`);
  if (!urls.every((each) => isOneServer(each))) throw new Error(urlExpected);
  return urls;
}

const urlExpected =
  'must be a URL postgres://user:password@host:port/database; ' +
  'several servers are separated by commas: host1:port1,host2:port2';

/** One port may stand for all hosts. */
function ofEach(hosts: string, options: URLSearchParams): URLSearchParams[] {
  const names = hosts.split(',');
  const ports = options.get('port')?.split(',') ?? [];
  if (ports.length > 1 && ports.length !== names.length)
    throw new Error(`names ${names.length} hosts and ${ports.length} ports`);
  return names.map((host, index) => {
    const own = new URLSearchParams(options);
    own.set('host', host);
    const port = ports[index] ?? ports[0];
    if (port !== undefined) own.set('port', port);
    return own;
  });
}

function isOneServer(url: string): boolean {
  // An empty host (a socket named in the options) is no URL for the browser's parser.
  return URL.canParse(url) || URL.canParse(url.replace(/(@|:\/\/)\//, '$1localhost/'));
}
