<?php

declare(strict_types=1);

namespace Jokko\Laravel;

use Illuminate\Contracts\Container\Container;
use Illuminate\Support\ServiceProvider;
use Jokko\Jokko;

/** Makes the client of config/jokko.php, and names the middleware `jokko.callback`. */
final class JokkoServiceProvider extends ServiceProvider
{
    private const CONFIG = __DIR__ . '/../../config/jokko.php';

    public function register(): void
    {
        $this->mergeConfigFrom(self::CONFIG, 'jokko');
        $this->app->singleton(Jokko::class, static function (Container $app): Jokko {
            $config = $app->make('config')->get('jokko');

            return new Jokko(
                url: $config['url'],
                key: $config['key'],
                webhookSecret: $config['webhook_secret'],
                hmacSecret: $config['hmac_secret'],
                smsKey: $config['sms_key'],
                callbackUrl: $config['callback_url'],
                timeoutMs: (int) $config['timeout_ms'],
                retries: (int) $config['retries'],
            );
        });
    }

    public function boot(): void
    {
        $this->publishes([self::CONFIG => $this->app->basePath('config/jokko.php')], 'jokko-config');
        $this->app->make('router')->aliasMiddleware('jokko.callback', VerifyJokkoCallback::class);
    }
}
