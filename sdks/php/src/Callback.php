<?php

declare(strict_types=1);

namespace Jokko;

use Jokko\Internal\Read;

/** A callback whose signature was verified. */
final class Callback
{
    private function __construct(
        /** Your id of the order. */
        public readonly string $id,
        /** The same at each delivery of one callback: skip what you have seen. */
        public readonly string $webhookId,
        public readonly string $transactionId,
        /** SUCCESS or FAILLED. */
        public readonly string $status,
        public readonly bool $succeeded,
        public readonly bool $failed,
        public readonly int|float $amount,
        public readonly string $phone,
        public readonly string $service,
        public readonly int|float $commission,
        /** @var array{code: string, message: string, id: int|null}|null */
        public readonly ?array $error,
        /** @var array<mixed> what the call gave as metadata */
        public readonly array $metadata,
        /** @var array<string, string>|null type, code, and what there is of serialNumber, quantity, unit, expiresAt */
        public readonly ?array $voucher,
        /** @var array<mixed> the whole callback */
        public readonly array $body,
    ) {
    }

    /**
     * @internal
     *
     * @param array<mixed> $body
     */
    public static function from(string $webhookId, array $body): self
    {
        $transaction = $body['transaction'];
        $status = Read::text($body['status'] ?? null);
        $error = Read::map($transaction['errorType'] ?? null);
        $errorId = $error['id'] ?? null;

        return new self(
            Read::text($transaction['externalTransactionId'] ?? null),
            $webhookId,
            Read::text($transaction['transactionId'] ?? null),
            $status,
            $status === 'SUCCESS',
            Status::isFailedStatus($status),
            Read::number($transaction['amount'] ?? null),
            Read::text($transaction['phone'] ?? null),
            Read::text($transaction['codeService'] ?? null),
            Read::number($transaction['commission'] ?? null),
            $error === null ? null : [
                'code' => Read::text($error['code'] ?? null),
                'message' => Read::text($error['message'] ?? null),
                'id' => \is_int($errorId) ? $errorId : null,
            ],
            Read::map($transaction['data'] ?? null) ?? [],
            Read::map($transaction['voucher'] ?? null),
            $body,
        );
    }
}
