<?php

declare(strict_types=1);

namespace Jokko\Internal;

use Jokko\Exception\InvalidCall;
use Jokko\Payment;
use Jokko\Preview;

/**
 * Starts and previews operations of every kind, after the checks that they have in common.
 *
 * @internal
 */
final class Operations
{
    private const LARGEST_NUMBER = 9_007_199_254_740_991;

    public function __construct(
        private readonly Transport $transport,
        private readonly Directions $directions,
        private readonly ?string $callbackUrl,
    ) {
    }

    /**
     * @param array<mixed>|object|null $metadata
     * @param array<string, mixed> $members those of this kind of service; null ones are left out
     */
    public function start(
        string $call,
        string|int|bool|null $id,
        string $service,
        string $phone,
        int|float|string|bool|null $amount,
        ?string $callbackUrl,
        array|object|null $metadata,
        #[\SensitiveParameter] array $members = [],
    ): Payment {
        $id = self::id($id);
        $amount = $call === 'chat' ? null : self::amount($amount);
        $this->directions->check($call, $service);
        $body = $this->body($id, $service, $phone, $amount, $callbackUrl, $metadata, $members);
        $answer = $this->transport->send(Request::post('operation', $body, $id));

        return Payment::from(Read::map($answer->json['data'] ?? null) ?? []);
    }

    /**
     * @param array<mixed>|object|null $metadata
     * @param array<string, mixed> $members
     */
    public function preview(
        string|int|bool|null $id,
        string $service,
        string $phone,
        int|float|string|bool|null $amount,
        ?string $callbackUrl,
        array|object|null $metadata,
        #[\SensitiveParameter] array $members,
    ): Preview {
        $id = self::id($id);
        $amount = $amount === null ? null : self::amount($amount);
        $body = $this->body($id, $service, $phone, $amount, $callbackUrl, $metadata, $members);
        $answer = $this->transport->send(Request::preview($body, $id));

        return Preview::from(Read::map($answer->json['data'] ?? null) ?? []);
    }

    /**
     * @param array<mixed>|object|null $metadata
     * @param array<string, mixed> $members
     *
     * @return array<string, mixed>
     */
    private function body(
        string $id,
        string $service,
        string $phone,
        int|string|null $amount,
        ?string $callbackUrl,
        array|object|null $metadata,
        #[\SensitiveParameter] array $members,
    ): array {
        return [
            'phone' => $phone,
            'amount' => $amount,
            'codeService' => $service,
            'externalTransactionId' => $id,
            'callbackUrl' => $callbackUrl ?? $this->callbackUrl,
            // An empty array of PHP would become a list.
            'data' => $metadata === [] ? new \stdClass() : $metadata,
            ...$members,
        ];
    }

    /** An id as the API takes it. */
    public static function id(string|int|bool|null $id): string
    {
        if ($id === null || $id === '') {
            throw new InvalidCall(
                'id is missing: store the order first, since a lost answer is asked for again under its id.',
            );
        }
        // Without strict_types PHP would make 1 of true.
        if (\is_bool($id) || preg_match('~^[A-Za-z0-9_\-.:/]{1,128}$~D', (string) $id) !== 1) {
            throw new InvalidCall('id must be 1 to 128 of letters, digits and _ - . : /');
        }

        return (string) $id;
    }

    public static function amount(int|float|string|bool|null $amount): int|string
    {
        if (\is_string($amount) && preg_match('/^(?=.*[1-9])\d+(\.\d+)?$/D', $amount) === 1) {
            return $amount;
        }
        if (\is_float($amount) && is_finite($amount) && $amount !== floor($amount)) {
            throw new InvalidCall('Write an amount with decimals as text, "12.50".');
        }
        if ((\is_int($amount) || \is_float($amount)) && $amount > 0 && $amount <= self::LARGEST_NUMBER) {
            return (int) $amount;
        }
        throw new InvalidCall('amount must be a positive integer, or a text of digits such as "12.50".');
    }
}
