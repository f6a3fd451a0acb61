<?php

declare(strict_types=1);

namespace Jokko\Internal;

use Jokko\Exception\Conflict;
use Jokko\Exception\OutcomeUnknown;
use Jokko\Exception\Refused;
use Jokko\Jokko;

/**
 * Sends requests, and repeats those that got no answer: the same bytes under the same id.
 *
 * @internal
 */
final class Transport
{
    private const CONFLICT = 4009;
    private const BAD_KEY = 4001;
    private const CLOCK_SECONDS = 30;
    private const LARGEST_ANSWER_BYTES = 16 * 1024 * 1024;
    private const NOT_CONNECTED = [
        \CURLE_COULDNT_RESOLVE_PROXY,
        \CURLE_COULDNT_RESOLVE_HOST,
        \CURLE_COULDNT_CONNECT,
    ];

    /** @var list<\CurlHandle> handles of the parent process, kept so that nothing closes its connections */
    private static array $inherited = [];
    private ?\CurlHandle $curl = null;
    private int $processId = 0;

    public function __construct(
        private readonly string $url,
        private readonly Secret $key,
        private readonly ?Secret $hmacSecret,
        private readonly int $timeoutMs,
        private readonly int $retries,
        private readonly int $firstDelayMs,
    ) {
    }

    public function send(Request $request): Answer
    {
        // Why the last attempt that may have been executed has no answer.
        $lost = null;
        for ($attempt = 1;; $attempt++) {
            $answer = $this->attempt($request);
            if ($answer->refusal === null && $answer->wasSent) {
                $lost = $answer->reason;
            }
            if ($answer->isDone) {
                return $answer;
            }
            $waitMs = $answer->waitMs($request, $this->firstDelayMs * min(8, 2 ** ($attempt - 1)));
            if ($waitMs === null || $attempt > $this->retries) {
                $isUnknown = $answer->refusal === null || ($lost !== null && !$answer->tellsOfEarlier($request));
                throw $isUnknown
                    ? new OutcomeUnknown($request->id, $attempt, $lost ?? $answer->reason)
                    : $this->refusal($answer, (int) $answer->refusal);
            }
            usleep(1_000 * $waitMs);
        }
    }

    private function attempt(Request $request): Answer
    {
        $headers = [];
        $text = '';
        $curl = $this->handle();
        curl_reset($curl);
        curl_setopt_array($curl, [
            \CURLOPT_URL => $this->url . $request->path,
            \CURLOPT_HTTPHEADER => $this->headersOf($request),
            \CURLOPT_PROTOCOLS => \CURLPROTO_HTTP | \CURLPROTO_HTTPS,
            \CURLOPT_FOLLOWLOCATION => false,
            \CURLOPT_WRITEFUNCTION => static function (\CurlHandle $curl, string $part) use (&$text): int {
                if (\strlen($text) + \strlen($part) > self::LARGEST_ANSWER_BYTES) {
                    return -1;
                }
                $text .= $part;

                return \strlen($part);
            },
            \CURLOPT_TIMEOUT_MS => $this->timeoutMs,
            \CURLOPT_CONNECTTIMEOUT_MS => $this->timeoutMs,
            \CURLOPT_NOSIGNAL => true,
            // cURL itself repeats what it has sent on a connection that was kept open and is lost.
            \CURLOPT_FRESH_CONNECT => !$request->repeatable,
            \CURLOPT_HEADERFUNCTION => static function (\CurlHandle $curl, string $line) use (&$headers): int {
                // A status line begins the headers of the next answer, where a proxy answered first.
                if (str_starts_with($line, 'HTTP/')) {
                    $headers = [];
                }
                [$name, $value] = explode(':', $line, 2) + [1 => ''];
                $headers[strtolower(trim($name))] = trim($value);

                return \strlen($line);
            },
        ]);
        if ($request->method === 'POST') {
            curl_setopt($curl, \CURLOPT_POSTFIELDS, $request->body());
        }
        $isRead = curl_exec($curl);
        $error = curl_errno($curl);
        $status = (int) curl_getinfo($curl, \CURLINFO_RESPONSE_CODE);
        $failure = $isRead ? null : curl_error($curl);
        if ($failure === '') {
            $failure = (string) curl_strerror($error);
        }

        return new Answer(
            $request,
            $headers,
            $status,
            $text,
            $failure,
            !\in_array($error, self::NOT_CONNECTED, true),
        );
    }

    /** A process that was forked needs a connection of its own, or it would read the answers of its parent. */
    private function handle(): \CurlHandle
    {
        // Some hosts disable the function, and fork nothing.
        $processId = \function_exists('getmypid') ? (int) getmypid() : 0;
        if ($this->curl !== null && $this->processId !== $processId) {
            self::$inherited[] = $this->curl;
            $this->curl = null;
        }
        $this->processId = $processId;

        return $this->curl ??= curl_init();
    }

    /** @return list<string> */
    private function headersOf(Request $request): array
    {
        $php = \PHP_MAJOR_VERSION . '.' . \PHP_MINOR_VERSION . '.' . \PHP_RELEASE_VERSION;
        $headers = [
            ...$request->headers,
            'Accept' => 'application/json',
            'User-Agent' => 'jokko-php/' . Jokko::VERSION . " php/$php",
        ];
        if (!$request->isSms) {
            $headers['Secretkey'] = $this->key->reveal();
        }
        if ($this->hmacSecret !== null && !$request->isSms) {
            $timestamp = (string) (int) floor(microtime(true) * 1_000);
            $signed = "$request->method:$timestamp:{$request->body()}";
            $headers['Timestamp'] = $timestamp;
            $headers['Hmac-Signature'] = hash_hmac('sha256', $signed, $this->hmacSecret->reveal());
        }
        if ($request->method === 'POST') {
            $headers['Content-Type'] = 'application/json';
            // Without this cURL waits a second for an answer before it sends a long body.
            $headers['Expect'] = '';
        }

        return array_map(
            static fn (string $name, string $value): string => "$name: $value",
            array_keys($headers),
            $headers,
        );
    }

    private function refusal(Answer $answer, int $code): Refused
    {
        $advice = Read::tables()['advice'][(string) $code] ?? '';
        if ($code === self::BAD_KEY && $this->hmacSecret !== null) {
            $advice = trim("$advice {$this->adviceOnClock($answer->headers['date'] ?? '')}");
        }
        $class = $code === self::CONFLICT ? Conflict::class : Refused::class;

        return new $class($code, $answer->json ?? [], $answer->headers, $advice);
    }

    private function adviceOnClock(string $date): string
    {
        $gateway = strtotime($date);
        $behind = $gateway === false ? 0 : $gateway - time();
        if (abs($behind) <= self::CLOCK_SECONDS) {
            return '';
        }

        return 'Your clock is ' . abs($behind) . ' s ' . ($behind > 0 ? 'behind' : 'ahead of') . " the gateway's.";
    }
}
