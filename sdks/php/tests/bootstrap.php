<?php

declare(strict_types=1);

require __DIR__ . '/../autoload.php';

// Laravel, where the machine has one: Debian's package, or the vendor/autoload.php that LARAVEL names.
$laravel = getenv('LARAVEL') ?: '/usr/share/php/Illuminate/autoload.php';
if (is_file($laravel)) {
    // The versions that Debian has put together announce deprecations of each other.
    error_reporting(E_ALL & ~E_DEPRECATED);
    require $laravel;
}
spl_autoload_register(static function (string $class): void {
    if (str_starts_with($class, 'Jokko\\Tests\\')) {
        require __DIR__ . '/' . substr($class, 12) . '.php';
    }
});
