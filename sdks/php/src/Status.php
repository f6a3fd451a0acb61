<?php

declare(strict_types=1);

namespace Jokko;

use Jokko\Internal\Read;

/** What became of a payment. */
final class Status
{
    private const FINAL = ['SUCCESS', 'FAILLED', 'CANCELED', 'REFUNDED'];

    private function __construct(
        /** Your id. */
        public readonly string $id,
        public readonly string $transactionId,
        /** PENDING, PROCESSING, SUCCESS, FAILLED, CANCELED or REFUNDED. */
        public readonly string $status,
        public readonly string $createdAt,
        public readonly string $updatedAt,
        /** @var array{code: string, message: string}|null */
        public readonly ?array $error,
        /** @var array<string, string>|null type, code, and what there is of serialNumber, quantity, unit, expiresAt */
        public readonly ?array $voucher,
        public readonly bool $isFinal,
        public readonly bool $succeeded,
        public readonly bool $failed,
    ) {
    }

    /**
     * @internal
     *
     * @param array<mixed> $data
     */
    public static function from(array $data): self
    {
        $status = Read::text($data['status'] ?? null);
        $error = Read::map($data['errorType'] ?? null);

        return new self(
            Read::text($data['externalTransactionId'] ?? null),
            Read::text($data['transactionId'] ?? null),
            $status,
            Read::text($data['createdAt'] ?? null),
            Read::text($data['updatedAt'] ?? null),
            $error === null ? null : [
                'code' => Read::text($error['code'] ?? null),
                'message' => Read::text($error['message'] ?? null),
            ],
            Read::map($data['voucher'] ?? null),
            self::isFinalStatus($status),
            $status === 'SUCCESS',
            self::isFailedStatus($status),
        );
    }

    /** @internal */
    public static function isFinalStatus(string $status): bool
    {
        return \in_array($status, self::FINAL, true);
    }

    /** @internal */
    public static function isKnownStatus(mixed $status): bool
    {
        return \in_array($status, ['PENDING', 'PROCESSING', ...self::FINAL], true);
    }

    /** @internal */
    public static function isFailedStatus(string $status): bool
    {
        return $status === 'FAILLED' || $status === 'CANCELED';
    }
}
