<?php

declare(strict_types=1);

namespace Jokko\Internal;

/**
 * Reads members of answers and callbacks. What has another type than expected counts as absent.
 *
 * @internal
 */
final class Read
{
    public static function text(mixed $value): string
    {
        return \is_string($value) || \is_int($value) || \is_float($value) ? (string) $value : '';
    }

    public static function textOrNull(mixed $value): ?string
    {
        $text = self::text($value);

        return $text === '' ? null : $text;
    }

    public static function number(mixed $value): int|float
    {
        return self::numberOrNull($value) ?? 0;
    }

    public static function numberOrNull(mixed $value): int|float|null
    {
        return \is_int($value) || \is_float($value) ? $value : null;
    }

    /** Whether `data` of an answer has what every transaction has. The id of the gateway is a number in a status. */
    public static function isTransaction(mixed $data): bool
    {
        $transactionId = $data['transactionId'] ?? null;
        $texts = [
            $data['externalTransactionId'] ?? null,
            $data['status'] ?? null,
            \is_int($transactionId) ? (string) $transactionId : $transactionId,
        ];

        return array_filter($texts, static fn (mixed $text): bool => !\is_string($text) || $text === '') === [];
    }

    /** @return array<mixed>|null */
    public static function map(mixed $value): ?array
    {
        return \is_array($value) ? $value : null;
    }

    /** @return list<array<mixed>> */
    public static function list(mixed $value): array
    {
        return \is_array($value) ? array_values(array_filter($value, 'is_array')) : [];
    }

    /** @param array<string, string> $headers */
    public static function retryAfter(array $headers): ?int
    {
        $text = $headers['retry-after'] ?? '';

        return preg_match('/^\d{1,9}$/D', $text) === 1 ? (int) $text : null;
    }

    /** The tables that are made from the contract. */
    public static function tables(): array
    {
        static $tables = null;

        return $tables ??= json_decode((string) file_get_contents(\dirname(__DIR__) . '/tables.json'), true);
    }
}
