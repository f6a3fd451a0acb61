<?php

declare(strict_types=1);

namespace Jokko;

use Jokko\Exception\CallbackError;
use Jokko\Exception\InvalidCall;
use Jokko\Internal\Secret;

/** Verifies callbacks by the Standard Webhooks signature. */
final class Callbacks
{
    private const TOLERANCE_SECONDS = 300;

    /**
     * @internal
     *
     * @param list<Secret> $secrets
     */
    public function __construct(private readonly array $secrets)
    {
    }

    /**
     * @param string $body the bytes as they arrived
     * @param array<string, string|list<string|null>|null> $headers names in any case
     * @param int|null $now Unix time, for tests
     *
     * @throws CallbackError
     */
    public function verify(string $body, array $headers, ?int $now = null): Callback
    {
        $keys = $this->keys();
        [$id, $timestamp, $signatures] = self::headers($headers);
        $isTime = preg_match('/^\d{1,12}$/D', $timestamp) === 1;
        if (!$isTime || abs(($now ?? time()) - (int) $timestamp) > self::TOLERANCE_SECONDS) {
            throw new CallbackError(
                CallbackError::TOO_OLD,
                'webhook-timestamp is not within 300 s of the own clock: check the clock of this server.',
            );
        }
        $isGenuine = false;
        foreach (preg_split('/\s+/', $signatures) ?: [] as $signature) {
            [$scheme, $text] = explode(',', $signature, 2) + [1 => ''];
            $given = $scheme === 'v1' ? base64_decode($text, true) : false;
            foreach ($given === false ? [] : $keys as $key) {
                $expected = hash_hmac('sha256', "$id.$timestamp.$body", $key, true);
                $isGenuine = hash_equals($expected, $given) || $isGenuine;
            }
        }
        if (!$isGenuine) {
            throw new CallbackError(
                CallbackError::SIGNATURE,
                'No signature fits: check the whsec_ secret, and that the body is given exactly as it arrived.',
            );
        }

        return Callback::from($id, self::parse($body));
    }

    /** @return list<string> */
    private function keys(): array
    {
        $keys = [];
        foreach ($this->secrets as $secret) {
            $key = base64_decode((string) preg_replace('/^whsec_/', '', $secret->reveal()), true);
            if ($key === false || $key === '') {
                throw new InvalidCall('webhookSecret is, or holds, what is no whsec_ secret.');
            }
            $keys[] = $key;
        }
        if ($keys === []) {
            throw new InvalidCall('webhookSecret is missing.');
        }

        return $keys;
    }

    /** @return list<string> id, timestamp and signatures */
    private static function headers(array $headers): array
    {
        $byName = array_change_key_case($headers);
        $found = [];
        foreach (['webhook-id', 'webhook-timestamp', 'webhook-signature'] as $name) {
            $value = trim(implode(' ', (array) ($byName[$name] ?? '')));
            if ($value === '') {
                throw new CallbackError(CallbackError::MISSING_HEADER, "The header $name is missing.");
            }
            $found[] = $value;
        }

        return $found;
    }

    /** @return array<mixed> */
    private static function parse(string $body): array
    {
        $read = json_decode($body, true);
        $isRead = \is_string($read['transaction']['externalTransactionId'] ?? null)
            && Status::isKnownStatus($read['status'] ?? null);
        if (!$isRead) {
            throw new CallbackError(
                CallbackError::NOT_JSON,
                'The body is signed, but is no JSON object with a transaction and a known status.',
            );
        }

        return $read;
    }
}
