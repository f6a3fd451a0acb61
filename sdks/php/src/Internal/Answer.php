<?php

declare(strict_types=1);

namespace Jokko\Internal;

/**
 * What one attempt brought. Only what the gateway itself says counts as a refusal: what a proxy answers in its
 * place does not tell whether the request was executed.
 *
 * @internal
 */
final class Answer
{
    private const DONE = 2000;
    private const SMS_ACCEPTED = 201;
    private const SMS_REFUSED = 400;
    private const REFUSED = 4000;
    private const CONFLICT = 4009;
    private const TOO_MANY = 4029;
    private const INTERNAL = 5000;
    private const REFUSALS = [
        self::REFUSED, 4001, 4003, 4004, self::CONFLICT, 4022, self::TOO_MANY, self::INTERNAL,
    ];
    private const WAITS_AT_MOST_SECONDS = 10;

    /** @var array<mixed>|null null where there was none */
    public readonly ?array $json;
    /** Code of a refusal, or null. */
    public readonly ?int $refusal;
    public readonly bool $isDone;
    private readonly bool $isRedirect;
    /** Why there is no answer, where there is none. */
    public readonly string $reason;

    /** @param array<string, string> $headers with names in lower case */
    public function __construct(
        Request $request,
        public readonly array $headers,
        int $httpStatus,
        string $text,
        ?string $failure,
        /** Whether anything may have been sent. */
        public readonly bool $wasSent,
    ) {
        $isObject = $failure === null && str_starts_with(ltrim($text, " \t\r\n"), '{');
        $json = $isObject ? json_decode($text, true) : null;
        $this->json = \is_array($json) ? $json : null;
        $isMoved = $failure === null && $httpStatus >= 300 && $httpStatus < 400;
        $says = $this->json === null || $isMoved ? null : self::verdict($request, $this->json);
        $isOwn = $httpStatus < 500 || $says === self::INTERNAL;
        $this->isDone = $isOwn && $says === self::DONE;
        $this->refusal = $isOwn && $says !== self::DONE ? $says : null;
        $this->isRedirect = $isMoved && isset($headers['location']);
        $this->reason = $this->isRedirect
            ? "HTTP $httpStatus to {$headers['location']}: give that address as url"
            : $failure ?? "HTTP $httpStatus" . ($this->json === null ? ' without JSON' : '');
    }

    /** 2000 for done, the code of a refusal, or null for what is no answer of the gateway to this request. */
    private static function verdict(Request $request, array $json): ?int
    {
        $code = $json['code'] ?? null;
        if (\in_array($code, self::REFUSALS, true) || ($request->isSms && $code === self::SMS_REFUSED)) {
            return $request->isOfAnother($json) ? null : $code;
        }
        if ($request->isSms) {
            return $code === self::SMS_ACCEPTED ? self::DONE : null;
        }
        // Refunds and services that succeed have no code.
        $hasNoCode = $request->path === Request::REFUND || $request->path === Request::SERVICES;
        if ($code !== self::DONE && ($code !== null || !$hasNoCode)) {
            return null;
        }
        if ($request->path === Request::REFUND) {
            return match ($json['statutTreatment'] ?? null) {
                'SUCCESS', 'PENDING' => self::DONE,
                'FAILLED' => self::REFUSED,
                default => null,
            };
        }
        if ($request->path === Request::SERVICES) {
            return ($json['success'] ?? null) === true ? self::DONE : null;
        }

        return $request->isAnsweredBy($json) ? self::DONE : null;
    }

    /**
     * Whether a refusal tells what became of an earlier attempt under the same id. The others are decided before the
     * gateway looks for the id. A refund has no id: its first attempt may be why the second one is refused.
     */
    public function tellsOfEarlier(Request $request): bool
    {
        return !$request->isSms
            && $request->path !== Request::REFUND
            && ($this->refusal === self::REFUSED || $this->refusal === self::CONFLICT);
    }

    /** Milliseconds to wait before the next attempt; null where another one would be wrong. */
    public function waitMs(Request $request, int $delayMs): ?int
    {
        $retryAfter = Read::retryAfter($this->headers);
        if ($this->refusal === self::TOO_MANY) {
            return $retryAfter !== null && $retryAfter <= self::WAITS_AT_MOST_SECONDS ? 1_000 * $retryAfter : null;
        }
        $isLost = $this->refusal === null;
        if (!$isLost && $this->refusal !== self::INTERNAL) {
            return null;
        }

        return $this->isRedirect || ($isLost && $this->wasSent && !$request->repeatable) ? null : $delayMs;
    }
}
