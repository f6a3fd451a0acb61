<?php

// A gateway on a short script: answers one request after the other as the file of its first argument says, and
// writes down what it received.

declare(strict_types=1);

[, $plan, $log] = $argv;
$steps = json_decode(file_get_contents($plan), true);
$server = stream_socket_server('tcp://127.0.0.1:0');
echo stream_socket_get_name($server, false), "\n";
foreach ($steps as $step) {
    $connection = stream_socket_accept($server, 30);
    [$head, $body] = read($connection);
    [$request, $headers] = parse($head);
    file_put_contents($log, json_encode(['request' => $request, 'headers' => $headers, 'body' => $body]) . "\n", FILE_APPEND);
    if ($step === 'lost') {
        fclose($connection);
        continue;
    }
    if ($step === 'silent') {
        // Held until the client gives up.
        fread($connection, 1);
        fclose($connection);
        continue;
    }
    // Spaces after the JSON make a long answer of a short script.
    $step['body'] .= str_repeat(' ', $step['spaces'] ?? 0);
    $lines = ["HTTP/1.1 {$step['status']} -", 'Connection: close', 'Content-Length: ' . strlen($step['body'])];
    foreach ($step['headers'] ?? [] as $name => $value) {
        $lines[] = "$name: $value";
    }
    @fwrite($connection, implode("\r\n", $lines) . "\r\n\r\n" . $step['body']);
    fclose($connection);
}

/** @return array{string, string} */
function read($connection): array
{
    $text = '';
    while (!str_contains($text, "\r\n\r\n")) {
        $text .= fread($connection, 65_536);
    }
    [$head, $body] = explode("\r\n\r\n", $text, 2);
    $length = preg_match('/^content-length: (\d+)/im', $head, $found) === 1 ? (int) $found[1] : 0;
    while (strlen($body) < $length) {
        $body .= fread($connection, 65_536);
    }

    return [$head, $body];
}

/** @return array{string, array<string, string>} */
function parse(string $head): array
{
    $lines = explode("\r\n", $head);
    $headers = [];
    foreach (array_slice($lines, 1) as $line) {
        [$name, $value] = explode(': ', $line, 2);
        $headers[strtolower($name)] = $value;
    }

    return [$lines[0], $headers];
}
