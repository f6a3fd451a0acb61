// Receivers of callbacks as README and the documentation show them: each verifies the signature
// over the whole body before it believes anything of it. A test runs them as README has them.

const node = `// receiver.mjs: WEBHOOK_SECRET=whsec_… node receiver.mjs
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks'; // npm install standardwebhooks@1.1.1

const webhook = new Webhook(process.env.WEBHOOK_SECRET);

createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    // The bytes as they arrived, before any parser.
    const callback = webhook.verify(Buffer.concat(chunks), request.headers);
    console.log('genuine', callback.status, callback.transaction);
    response.writeHead(200).end();
  } catch (error) {
    console.log('REFUSED', error.message);
    response.writeHead(400).end();
  }
}).listen(9000);
`;

const php = `<?php
// receiver.php: WEBHOOK_SECRET=whsec_… php -S 127.0.0.1:9000 receiver.php
function isGenuine(array $server, string $body, string $secret): bool
{
    $id = $server['HTTP_WEBHOOK_ID'] ?? '';
    $timestamp = $server['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    if (!preg_match('/^[0-9]{1,12}$/D', $timestamp) || abs(time() - (int) $timestamp) > 300) {
        return false;
    }
    $key = base64_decode(substr($secret, strlen('whsec_')));
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    foreach (explode(' ', $server['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $signature) {
        if (hash_equals($expected, $signature)) {
            return true;
        }
    }
    return false;
}

// The bytes as they arrived, before any parser.
$body = file_get_contents('php://input');
if (isGenuine($_SERVER, $body, getenv('WEBHOOK_SECRET'))) {
    $callback = json_decode($body, true);
    error_log("genuine {$callback['status']} " . json_encode($callback['transaction']));
} else {
    error_log('REFUSED');
    http_response_code(400);
}
`;

const python = `# receiver.py: WEBHOOK_SECRET=whsec_… python3 receiver.py
import base64, hashlib, hmac, json, os, re, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

KEY = base64.b64decode(os.environ['WEBHOOK_SECRET'][len('whsec_'):])

def is_genuine(headers, body):
    timestamp = headers.get('webhook-timestamp', '')
    if not re.fullmatch('[0-9]{1,12}', timestamp) or abs(time.time() - int(timestamp)) > 300:
        return False
    signed = f"{headers.get('webhook-id', '')}.{timestamp}.".encode() + body
    expected = b'v1,' + base64.b64encode(hmac.new(KEY, signed, hashlib.sha256).digest())
    signatures = headers.get('webhook-signature', '').encode().split(b' ')
    return any(hmac.compare_digest(expected, signature) for signature in signatures)

class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        # The bytes as they arrived, before any parser.
        body = self.rfile.read(int(self.headers.get('content-length', 0)))
        genuine = is_genuine(self.headers, body)
        if genuine:
            callback = json.loads(body)
            print('genuine', callback['status'], callback['transaction'], flush=True)
        else:
            print('REFUSED', flush=True)
        self.send_response(200 if genuine else 400)
        self.end_headers()

ThreadingHTTPServer(('127.0.0.1', 9000), Receiver).serve_forever()
`;

/**
 * In the order in which they are shown; `block`: the name of the language in a fence of Markdown.
 */
export const receivers = [
  { name: 'Node.js', block: 'js', code: node },
  { name: 'PHP', block: 'php', code: php },
  { name: 'Python', block: 'python', code: python },
] as const;
