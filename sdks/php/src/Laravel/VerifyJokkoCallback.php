<?php

declare(strict_types=1);

namespace Jokko\Laravel;

use Illuminate\Contracts\Container\Container;
use Illuminate\Contracts\Debug\ExceptionHandler;
use Illuminate\Contracts\Events\Dispatcher;
use Illuminate\Contracts\Routing\ResponseFactory;
use Jokko\Callback;
use Jokko\Exception\CallbackError;
use Jokko\Jokko;
use Jokko\Laravel\Events\JokkoPaymentFailed;
use Jokko\Laravel\Events\JokkoPaymentSucceeded;

/**
 * Verifies a callback, dispatches its event and passes it to the route, which may ask for a {@see Callback}. The
 * gateway takes HTTP 200 alone for delivered: it is answered only after listeners and route have returned.
 */
final class VerifyJokkoCallback
{
    public function __construct(
        private readonly Jokko $jokko,
        private readonly Container $container,
        private readonly Dispatcher $events,
        private readonly ExceptionHandler $exceptions,
        private readonly ResponseFactory $responses,
    ) {
    }

    /** @param \Illuminate\Http\Request $request */
    public function handle($request, \Closure $next): mixed
    {
        try {
            $callback = $this->jokko->callbacks->verify($request->getContent(), $request->headers->all());
        } catch (CallbackError $error) {
            return $this->responses->make($error->getMessage(), 400);
        }
        $this->container->instance(Callback::class, $callback);
        try {
            if ($callback->succeeded) {
                $this->events->dispatch(new JokkoPaymentSucceeded($callback));
            } elseif ($callback->failed) {
                $this->events->dispatch(new JokkoPaymentFailed($callback));
            }
            $response = $next($request);
        } catch (\Throwable $error) {
            $this->exceptions->report($error);

            return $this->responses->make('', 500);
        }
        // Laravel has made a response of what the route has thrown, a redirect or a 404 perhaps.
        if (isset($response->exception)) {
            return $this->responses->make('', 500);
        }

        return $response->isSuccessful() ? $response->setStatusCode(200) : $response;
    }
}
