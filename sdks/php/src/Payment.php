<?php

declare(strict_types=1);

namespace Jokko;

use Jokko\Internal\Read;

/** A payment as the gateway answered its request. The final result comes by callback. */
final class Payment
{
    private function __construct(
        /** Your id. */
        public readonly string $id,
        /** The id of the gateway. */
        public readonly string $transactionId,
        /** PENDING, PROCESSING, SUCCESS, FAILLED, CANCELED or REFUNDED. */
        public readonly string $status,
        public readonly int|float $amount,
        public readonly string $phone,
        public readonly string $service,
        /** Where to send the payer: a page or a link that opens the wallet. */
        public readonly ?string $link,
        /** A text for the payer, with the link. */
        public readonly ?string $notificationMessage,
        public readonly ?string $orderId,
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

        return new self(
            Read::text($data['externalTransactionId'] ?? null),
            Read::text($data['transactionId'] ?? null),
            $status,
            Read::number($data['amount'] ?? null),
            Read::text($data['phone'] ?? null),
            Read::text($data['codeService'] ?? null),
            Read::textOrNull($data['deepLinkUrl'] ?? $data['authLinkUrl'] ?? null),
            Read::textOrNull($data['notificationMessage'] ?? null),
            Read::textOrNull($data['orderId'] ?? null),
            Status::isFinalStatus($status),
            $status === 'SUCCESS',
            Status::isFailedStatus($status),
        );
    }
}
