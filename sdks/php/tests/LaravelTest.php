<?php

declare(strict_types=1);

namespace Jokko\Tests;

use Illuminate\Contracts\Debug\ExceptionHandler;
use Illuminate\Contracts\Http\Kernel;
use Illuminate\Foundation\Application;
use Illuminate\Foundation\Bootstrap\BootProviders;
use Illuminate\Foundation\Bootstrap\LoadConfiguration;
use Illuminate\Foundation\Bootstrap\LoadEnvironmentVariables;
use Illuminate\Foundation\Bootstrap\RegisterFacades;
use Illuminate\Foundation\Bootstrap\RegisterProviders;
use Illuminate\Http\Request;
use Illuminate\Support\Facades\Facade;
use Jokko\Callback;
use Jokko\Exception\InvalidCall;
use Jokko\Jokko;
use Jokko\Laravel\Events\JokkoPaymentFailed;
use Jokko\Laravel\Events\JokkoPaymentSucceeded;
use Jokko\Laravel\Facades;
use PHPUnit\Framework\TestCase;

final class LaravelTest extends TestCase
{
    private string $directory;
    private Application $app;

    protected function setUp(): void
    {
        if (!class_exists(Application::class)) {
            self::markTestSkipped('Laravel is not installed on this machine.');
        }
        $this->directory = sys_get_temp_dir() . '/jokko-laravel-' . bin2hex(random_bytes(6));
        mkdir("$this->directory/config", recursive: true);
        mkdir("$this->directory/bootstrap/cache", recursive: true);
        file_put_contents("$this->directory/.env", implode("\n", [
            'JOKKO_URL=http://127.0.0.1:1',
            'JOKKO_KEY=jk_test_1_of_env',
            'JOKKO_WEBHOOK_SECRET=whsec_b2xk,' . CallbacksTest::SECRET,
        ]));
        file_put_contents("$this->directory/config/app.php", '<?php return ' . var_export([
            'env' => 'production',
            'debug' => false,
            'timezone' => 'UTC',
            'providers' => [
                \Illuminate\Events\EventServiceProvider::class,
                \Illuminate\Filesystem\FilesystemServiceProvider::class,
                \Illuminate\View\ViewServiceProvider::class,
                \Jokko\Laravel\JokkoServiceProvider::class,
            ],
        ], true) . ';');
        file_put_contents("$this->directory/config/view.php", "<?php return ['paths' => [], 'compiled' => __DIR__];");
        $this->app = new Application($this->directory);
        $this->app->singleton(Kernel::class, \Illuminate\Foundation\Http\Kernel::class);
        $handler = new class ($this->app) extends \Illuminate\Foundation\Exceptions\Handler {
            /** @var list<\Throwable> */
            public array $seen = [];

            public function report(\Throwable $e): void
            {
                $this->seen[] = $e;
            }
        };
        $this->app->instance(ExceptionHandler::class, $handler);
        $this->app->bootstrapWith([
            LoadEnvironmentVariables::class,
            LoadConfiguration::class,
            RegisterFacades::class,
            RegisterProviders::class,
            BootProviders::class,
        ]);
    }

    protected function tearDown(): void
    {
        if (isset($this->app)) {
            $this->app->flush();
            Facade::clearResolvedInstances();
            Application::setInstance(null);
            (new \Illuminate\Filesystem\Filesystem())->deleteDirectory($this->directory);
        }
    }

    private function route(\Closure $action): void
    {
        $this->app->make('router')->post('/jokko', $action)->middleware('jokko.callback');
    }

    /** @return array{int, string} */
    private function post(string $body = CallbacksTest::BODY, ?array $headers = null): array
    {
        $server = [];
        foreach ($headers ?? CallbacksTest::headers($body, at: time()) as $name => $value) {
            $server['HTTP_' . strtoupper(strtr($name, '-', '_'))] = $value;
        }
        $server['CONTENT_TYPE'] = 'application/json';
        $response = $this->app->make(Kernel::class)->handle(Request::create('/jokko', 'POST', [], [], [], $server, $body));

        return [$response->getStatusCode(), (string) $response->getContent()];
    }

    public function testTheRouteGetsTheCallback(): void
    {
        $this->route(static fn (Callback $callback): string => "$callback->id $callback->amount");
        self::assertSame([200, 'ORDER-1 1350'], $this->post());
    }

    public function testTheListenerOfItsEventIsCalled(): void
    {
        $heard = [];
        $events = $this->app->make('events');
        $events->listen(JokkoPaymentSucceeded::class, static function (JokkoPaymentSucceeded $event) use (&$heard): void {
            $heard[] = "succeeded {$event->callback->webhookId}";
        });
        $events->listen(JokkoPaymentFailed::class, static function (JokkoPaymentFailed $event) use (&$heard): void {
            $heard[] = "failed {$event->callback->id}";
        });
        $this->route(static fn () => response()->noContent());
        self::assertSame(200, $this->post()[0], 'the gateway takes nothing but 200 for delivered');
        self::assertSame(200, $this->post(str_replace('SUCCESS', 'FAILLED', CallbacksTest::BODY))[0]);
        self::assertSame(['succeeded cb_1', 'failed ORDER-1'], $heard);
    }

    public function testAForgedOneReachesNobody(): void
    {
        $this->app->make('events')->listen(JokkoPaymentSucceeded::class, static fn () => self::fail('the event was dispatched'));
        $this->route(static fn () => self::fail('the route was called'));
        self::assertSame(400, $this->post('{"transaction":{}}', CallbacksTest::headers(at: time()))[0]);
        self::assertSame(400, $this->post(headers: [])[0]);
        self::assertSame(400, $this->post(headers: CallbacksTest::headers(at: time() - 400))[0]);
    }

    public function testAListenerThatThrowsIsReportedAndGetsItAgain(): void
    {
        $this->app->make('events')->listen(JokkoPaymentSucceeded::class, static fn () => throw new \DomainException('no stock'));
        $this->route(static fn (): string => 'ok');
        self::assertSame([500, ''], $this->post());
        self::assertSame('no stock', $this->app->make(ExceptionHandler::class)->seen[0]->getMessage());
    }

    public function testARouteThatThrowsGetsItAgainWhateverLaravelMakesOfIt(): void
    {
        $this->route(static fn () => abort(404, 'no such order'));
        self::assertSame(500, $this->post()[0]);
    }

    public function testTheExampleCollectsAndReceives(): void
    {
        require_once __DIR__ . '/../examples/laravel/PaymentController.php';
        $this->app->make('router')->group([], __DIR__ . '/../examples/laravel/routes.php');
        $this->app->instance('log', new \Psr\Log\NullLogger());
        $gateway = new Gateway([Gateway::accepted(), Gateway::refused(4022), 'lost'], ['retries' => 0]);
        $this->app->instance(Jokko::class, $gateway->client);
        $pay = function (): array {
            $request = Request::create('http://shop.example/orders/ORDER-1/payment', 'POST', ['phone' => '770000001']);
            $response = $this->app->make(Kernel::class)->handle($request);

            return [$response->getStatusCode(), json_decode((string) $response->getContent(), true)];
        };
        self::assertSame([200, ['link' => 'https://pay.example/deep/1396639104231']], $pay());
        self::assertSame([422, ['message' => 'refused with 4022', 'fields' => []]], $pay());
        self::assertSame(202, $pay()[0]);
        $sent = json_decode($gateway->received()[0]['body'], true);
        self::assertSame(['ORDER-1', 'http://shop.example/api/jokko'], [$sent['externalTransactionId'], $sent['callbackUrl']]);
        $this->app->forgetInstance(Jokko::class);
        self::assertSame([200, 'ok'], $this->post());
    }

    public function testTheClientComesFromTheConfiguration(): void
    {
        $client = $this->app->make(Jokko::class);
        self::assertSame($client, Facades\Jokko::getFacadeRoot());
        self::assertSame($client->bills, Facades\Jokko::bills());
        self::assertStringNotContainsString('of_env', print_r($client, true));
        $this->expectException(InvalidCall::class);
        $this->expectExceptionMessage('pays out: use payOut()');
        Facades\Jokko::collect(id: 'A', service: 'OPA_SN_API_CASH_IN', phone: '770000001', amount: 5);
    }

    public function testTheConfigurationCanBePublished(): void
    {
        $paths = \Illuminate\Support\ServiceProvider::pathsToPublish(group: 'jokko-config');
        self::assertSame(["$this->directory/config/jokko.php"], array_values($paths));
        self::assertFileExists(array_key_first($paths));
    }
}
