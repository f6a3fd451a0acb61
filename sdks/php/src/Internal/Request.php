<?php

declare(strict_types=1);

namespace Jokko\Internal;

use Jokko\Exception\InvalidCall;

/**
 * One request: its bytes are the same at every attempt.
 *
 * @internal
 */
final class Request
{
    /** Its answer has no code where it succeeds. */
    public const SERVICES = '/api-services/services';
    /** Its answer has `statutTreatment`. */
    public const REFUND = '/api-services/transaction/refund-cancel';

    /** @param array<string, string> $headers */
    public function __construct(
        public readonly string $method,
        public readonly string $path,
        private readonly ?Secret $body,
        /** The id under which a lost answer is asked for again, for the exception. */
        public readonly ?string $id,
        public readonly array $headers = [],
        /** Whether the SMS API answers it. */
        public readonly bool $isSms = false,
        /** False where the API could not tell a repetition from a new request. */
        public readonly bool $repeatable = true,
        /** Whether `data` of the answer is the transaction of the id. */
        private readonly bool $asksTransaction = false,
        /** The id of the order whose preview `data` of the answer is. */
        private readonly ?string $previewedId = null,
    ) {
    }

    /** @param array<string, string|int|null> $query */
    public static function get(string $path, array $query = []): self
    {
        $text = http_build_query($query);

        return new self('GET', $text === '' ? $path : "$path?$text", null, null);
    }

    /** @param array<string, mixed> $members those that are null are left out */
    public static function post(
        string $path,
        #[\SensitiveParameter] array $members,
        ?string $id,
        bool $repeatable = true,
    ): self {
        return new self(
            'POST',
            "/api-services/$path",
            self::json($members),
            $id,
            repeatable: $repeatable,
            asksTransaction: $id !== null,
        );
    }

    /** @param array<string, mixed> $members those that are null are left out */
    public static function preview(#[\SensitiveParameter] array $members, string $id): self
    {
        return new self('POST', '/api-services/preview-operation', self::json($members), null, previewedId: $id);
    }

    /** @param array<string, mixed> $members those that are null are left out */
    public static function sms(#[\SensitiveParameter] array $members, string $id): self
    {
        return new self('POST', '/api/send-sms', self::json($members), $id, ['Idempotency-Key' => $id], true);
    }

    /** Whether the transaction or preview of a successful answer can be used, and is what was asked for. */
    public function isAnsweredBy(array $json): bool
    {
        if ($this->previewedId !== null) {
            $preview = $json['data'] ?? null;

            return \is_string($preview['wouldBe'] ?? null) && ($preview['externalTransactionId'] ?? null) === $this->previewedId;
        }

        return !$this->asksTransaction || (Read::isTransaction($json['data'] ?? null) && !$this->isOfAnother($json));
    }

    /** Whether an answer names the id of another transaction. */
    public function isOfAnother(array $json): bool
    {
        return $this->asksTransaction && ($json['data']['externalTransactionId'] ?? $this->id) !== $this->id;
    }

    public function body(): ?string
    {
        return $this->body?->reveal();
    }

    /** It may hold a card's number, so it is kept like a secret. */
    private static function json(#[\SensitiveParameter] array $members): Secret
    {
        $given = array_filter($members, static fn (mixed $value): bool => $value !== null);
        try {
            return new Secret(json_encode(
                $given,
                \JSON_UNESCAPED_SLASHES | \JSON_UNESCAPED_UNICODE | \JSON_THROW_ON_ERROR,
            ));
        } catch (\JsonException $error) {
            throw new InvalidCall("A text is not UTF-8, or a value is not JSON: {$error->getMessage()}.");
        }
    }
}
