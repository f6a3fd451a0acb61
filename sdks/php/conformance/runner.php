<?php

// Drives the SDK for the conformance cases: one JSON value a line, in and out (sdks/README.md).

declare(strict_types=1);

use Jokko\Exception\CallbackError;
use Jokko\Exception\Conflict;
use Jokko\Exception\InvalidCall;
use Jokko\Exception\OutcomeUnknown;
use Jokko\Exception\Refused;
use Jokko\Jokko;

require __DIR__ . '/../autoload.php';

$client = null;
while (($line = fgets(STDIN)) !== false) {
    $asked = json_decode($line, true, flags: JSON_THROW_ON_ERROR);
    try {
        $configuration = $client === null ? $asked : $asked['new'] ?? null;
        if ($configuration !== null) {
            $isFirst = $client === null;
            $client = new Jokko(...$configuration);
            if ($isFirst || !isset($asked['call'])) {
                answer(['ready' => true, 'runtime' => 'php/' . PHP_VERSION]);
                continue;
            }
        }
        // Objects stay objects where the SDK takes them as they are.
        $given = (array) (json_decode($line)->arguments ?? []);
        $arguments = array_intersect_key($given, ['metadata' => 1, 'data' => 1]) + ($asked['arguments'] ?? []);
        answer(['result' => call($client, $asked['call'], $arguments)]);
    } catch (Throwable $error) {
        answer(['error' => described($error)]);
    }
}

/** @param array<string, mixed> $arguments */
function call(Jokko $client, string $name, array $arguments): mixed
{
    if ($name === 'describe') {
        return print_r($client, true);
    }
    if ($name === 'events') {
        $max = $arguments['max'];
        unset($arguments['max']);
        $events = [];
        foreach ($client->events(...$arguments) as $event) {
            $events[] = $event;
            if (count($events) >= $max) {
                break;
            }
        }

        return $events;
    }
    if ($name === 'callbacks.verify') {
        $arguments['body'] = base64_decode($arguments['body'], true);
    }
    $path = explode('.', $name);
    $method = array_pop($path);
    $target = $path === [] ? $client : $client->{$path[0]};

    return $target->$method(...$arguments);
}

/** @return array<string, mixed> */
function described(Throwable $error): array
{
    $isArgument = $error instanceof TypeError && ($error->getTrace()[0]['file'] ?? '') === __FILE__;
    $kind = match (true) {
        // PHP itself refuses what does not fit the signature.
        $error instanceof InvalidCall, $isArgument => 'InvalidCall',
        $error instanceof Conflict => 'Conflict',
        $error instanceof Refused => 'Refused',
        $error instanceof OutcomeUnknown => 'OutcomeUnknown',
        $error instanceof CallbackError => 'CallbackError',
        default => 'Other',
    };
    // The public properties are the members of the tables.
    $members = $error instanceof Refused ? ['code' => $error->getCode()] : [];

    return ['kind' => $kind, 'message' => $error->getMessage(), ...$members, ...get_object_vars($error)];
}

/** Writes a line; an empty object that PHP has read as an empty array becomes one again. */
function answer(array $answer): void
{
    $text = json_encode($answer, JSON_THROW_ON_ERROR);
    $text = preg_replace('/"(metadata|data)":\[\]/', '"$1":{}', $text);
    fwrite(STDOUT, "$text\n");
}
