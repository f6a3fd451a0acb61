<?php

declare(strict_types=1);

namespace Jokko;

use Jokko\Internal\Read;
use Jokko\Internal\Request;
use Jokko\Internal\Transport;

/** Claims about transactions. */
final class Claims
{
    /** @internal */
    public function __construct(private readonly Transport $transport)
    {
    }

    /**
     * It is not repeated after a lost answer, since the API has no id for it.
     *
     * @return array<mixed>
     */
    public function open(string $transactionId, string $subject, string $message, ?string $callbackUrl = null): array
    {
        return $this->read(Request::post('new-claim', [
            'subject' => $subject,
            'message' => $message,
            'transactionId' => $transactionId,
            'callbackUrl' => $callbackUrl,
        ], null, repeatable: false));
    }

    /** @return array<mixed> */
    public function get(string $reference): array
    {
        return $this->read(Request::get('/api-services/claim/' . rawurlencode($reference)));
    }

    /** @return array<mixed> */
    private function read(Request $request): array
    {
        return Read::map($this->transport->send($request)->json['data']['claim'] ?? null) ?? [];
    }
}
