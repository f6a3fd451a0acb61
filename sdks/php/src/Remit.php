<?php

declare(strict_types=1);

namespace Jokko;

use Jokko\Internal\Operations;
use Jokko\Internal\Read;
use Jokko\Internal\Request;
use Jokko\Internal\Transport;

/** Remittances. */
final class Remit
{
    /** @internal */
    public function __construct(private readonly Transport $transport, private readonly Operations $operations)
    {
    }

    /**
     * What sending costs, and whether it is possible.
     *
     * @param array<mixed>|object $data sender and receiver
     *
     * @return array<mixed>
     */
    public function quote(string $service, int|float|string|bool|null $amount, array|object $data): array
    {
        return $this->ask('remit-send-info', [
            'codeService' => $service,
            'amount' => Operations::amount($amount),
            'remitSendData' => $data,
        ]);
    }

    /**
     * @param array<mixed>|object|null $data sender and receiver; may be left out for 30 minutes after quote()
     */
    public function send(
        string|int|bool|null $id,
        string $service,
        string $phone,
        int|float|string|bool|null $amount,
        array|object|null $data = null,
        ?string $callbackUrl = null,
        array|object|null $metadata = null,
    ): Payment {
        return $this->operations->start('remit.send', $id, $service, $phone, $amount, $callbackUrl, $metadata, [
            'remitSendData' => $data,
        ]);
    }

    /**
     * What can be paid out for a withdrawal code.
     *
     * @return array<mixed>
     */
    public function lookUp(string $service, string $reference): array
    {
        return $this->ask('remit-reception-info', ['codeService' => $service, 'referenceNumber' => $reference]);
    }

    public function receive(
        string|int|bool|null $id,
        string $service,
        string $phone,
        int|float|string|bool|null $amount,
        ?string $reference = null,
        ?string $callbackUrl = null,
        array|object|null $metadata = null,
    ): Payment {
        return $this->operations->start('remit.receive', $id, $service, $phone, $amount, $callbackUrl, $metadata, [
            'referenceNumber' => $reference,
        ]);
    }

    /**
     * @param array<string, mixed> $members
     *
     * @return array<mixed>
     */
    private function ask(string $path, array $members): array
    {
        return Read::map($this->transport->send(Request::post($path, $members, null))->json['data'] ?? null) ?? [];
    }
}
