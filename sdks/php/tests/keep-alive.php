<?php

// A gateway that keeps its connections open and answers each request for the balance with the number of the
// connection that the request came by.

declare(strict_types=1);

$server = stream_socket_server('tcp://127.0.0.1:0');
echo stream_socket_get_name($server, false), "\n";
$connections = [];
$accepted = 0;
while (true) {
    $readable = [$server, ...$connections];
    $none = null;
    stream_select($readable, $none, $none, null);
    foreach ($readable as $stream) {
        if ($stream === $server) {
            $connections[++$accepted] = stream_socket_accept($server);
            continue;
        }
        $number = array_search($stream, $connections, true);
        $request = (string) fread($stream, 65_536);
        if ($request === '') {
            unset($connections[$number]);
            fclose($stream);
            continue;
        }
        $body = json_encode(['code' => 2000, 'data' => ['balance' => $number]]);
        fwrite($stream, "HTTP/1.1 200 OK\r\nContent-Length: " . strlen($body) . "\r\n\r\n$body");
    }
}
