<?php

declare(strict_types=1);

namespace Jokko\Internal;

/**
 * Holds a key or a secret outside of the object, so that no dump, export or cast of the client shows it.
 *
 * @internal
 */
final class Secret
{
    /** @var \WeakMap<self, string>|null */
    private static ?\WeakMap $texts = null;

    public function __construct(#[\SensitiveParameter] string $text)
    {
        self::$texts ??= new \WeakMap();
        self::$texts[$this] = $text;
    }

    public static function of(#[\SensitiveParameter] ?string $text): ?self
    {
        return $text === null || $text === '' ? null : new self($text);
    }

    public function reveal(): string
    {
        return self::$texts[$this];
    }

    /** @return never */
    public function __serialize(): array
    {
        throw new \LogicException('A Jokko client holds secrets and cannot be serialized: make a new one.');
    }

    private function __clone()
    {
    }
}
