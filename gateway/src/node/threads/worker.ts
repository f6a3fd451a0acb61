// Runs in each thread beside the main one: calls providers, posts callbacks and, once it is told to,
// takes requests.

import { parentPort, workerData } from 'node:worker_threads';
import { watchOwnPeople } from '../../platform/http/guards/own-people.ts';
import { openLog } from '../../platform/log.ts';
import { createOutbound } from '../../platform/outbound/http-client.ts';
import { knownServices, type OwnService } from '../../platform/outbound/own-services.ts';
import { createPoster } from '../../platform/outbound/post.ts';
import { answerAsks } from '../../platform/threads/ask.ts';
import { openLink } from '../../platform/threads/link.ts';
import { serveSends } from '../../platform/threads/serve-sends.ts';
import { readyChannel } from '../../platform/threads/threads.ts';
import { connectionsPerOrigin, dialSettingsOf, trustOf } from '../receivers.ts';
import { endChannel, serveChannel, servicesChannel, type ServeQuestion } from './edge-protocol.ts';
// Loaded before the thread is given anything: that takes seconds on a busy machine, in which it would keep no deadline.
import { startEdge, type Edge } from './edge.ts';
import { readThreadData } from './thread-data.ts';

const data = readThreadData(workerData);
const { config, publicUrl } = data;
const link = openLink(parentPort!);
const { call } = createOutbound({ connections: connectionsPerOrigin, ...trustOf(config) });
const people = watchOwnPeople(config, data.peopleSeen);
const services = knownServices(data.services);
link.receive(servicesChannel, (lists) =>
  services.put('configured', lists.at(-1) as readonly OwnService[]),
);
const settings = dialSettingsOf(config, { publicUrl, services, people });
const { post } = createPoster(settings);
serveSends(link, { call, post });

let edge: Edge | null = null;
answerAsks(link, serveChannel, async (question) => {
  const log = openLog(config.logLevel, config.nodeId);
  edge = await startEdge(data, {
    link,
    guard: settings.guard,
    people,
    services,
    log,
    ...(question as ServeQuestion),
  });
});
answerAsks(link, endChannel, async () => edge?.close());
link.send(readyChannel, true);
