// Proves what a node hands on to another one and what it gets back, and that nobody without the
// installation's key can speak to it.

import assert from 'node:assert/strict';
import { connect as connectPlain, createServer, type AddressInfo, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { machine, runIn, type Environment } from '../environment.ts';
import { until } from '../../../../acceptance/harness/until.ts';
import {
  openLink,
  rememberOwners,
  seedOf,
  startPeerServer,
  type AnswerHandedOn,
  type Link,
} from './index.ts';
import { unprovenMax } from './socket.ts';

const key = Buffer.alloc(32, 1);
const incarnation = 7;
const host = '127.0.0.1';
const closers: (() => Promise<void> | void)[] = [];
after(async () => {
  for (const close of closers) await close();
});

async function serve(answer: AnswerHandedOn) {
  const server = await startPeerServer({ host, port: 0 }, incarnation, key, answer);
  closers.push(server.close);
  return server;
}

function linkTo(port: number, of = incarnation, by = key): Link {
  const link = openLink({ host, port }, of, by);
  closers.unshift(link.close);
  return link;
}

/** Connections through it to `port`, and how many of them have ended. */
async function watchDoor(port: number): Promise<{ port: number; shutOut(): number }> {
  let ended = 0;
  const door = createServer((near) => {
    const far = connectPlain(port, host);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const)
      from
        .on('error', nobody)
        .on('close', () => void to.destroy())
        .pipe(to);
    near.once('close', () => ended++);
  });
  await new Promise<void>((resolve) => door.listen(0, host, resolve));
  closers.push(() => void door.close());
  return { port: (door.address() as AddressInfo).port, shutOut: () => ended };
}

const nobody = (): void => {};
const isOpen = (link: Link) => until('the link is open', () => link.isUsable());
const nothing = Buffer.alloc(0);
const patientMs = 120_000;

test('requests are answered in any order, and an answer says when it has left', async () => {
  const left: string[] = [];
  const { port } = await serve(async ({ head, body, left: leaves }) => {
    void leaves.then(() => left.push(head));
    if (head === 'later') await until('the other one has left', () => left.includes('first'));
    return `${head} ${body.length}`;
  });
  const link = linkTo(port);
  await isOpen(link);
  const later = link.send('later', nothing, patientMs);
  const first = await link.send('first', Buffer.alloc(60_000), patientMs);
  assert.ok(first.type === 'answer' && first.text === 'first 60000');
  first.left();
  const second = await later;
  assert.ok(second.type === 'answer' && second.text === 'later 0');
});

test('what the other node does not take on is declined, and what fails there is lost', async () => {
  const { port } = await serve(({ head }) =>
    head === 'declined' ? Promise.resolve(null) : Promise.reject(new Error('failed')),
  );
  let now = 0;
  await runIn({ ...machine, monotonic: () => now }, async () => {
    const link = linkTo(port);
    await isOpen(link);
    assert.equal((await link.send('declined', nothing, patientMs)).type, 'declined');
    const failed = link.send('fails', nothing, 100);
    now += 101;
    assert.equal((await failed).type, 'lost');
    assert.equal(link.isUsable(), false, 'it rests');
  });
});

test('an answer that comes too late for anybody counts as left', async () => {
  const slow = Promise.withResolvers<string>();
  let hasLeft = false;
  const { port } = await serve(({ left }) => {
    void left.then(() => (hasLeft = true));
    return slow.promise;
  });
  const link = linkTo(port);
  await isOpen(link);
  assert.equal((await link.send('slow', nothing, 100)).type, 'lost');
  slow.resolve('late');
  await until('the other node knows', () => hasLeft);
});

test('a node that answers others is busy: what waits for it is not given up at once, and it does not rest', async () => {
  const slow = Promise.withResolvers<string>();
  const { port } = await serve(({ head }) =>
    head === 'slow' ? slow.promise : Promise.resolve(head),
  );
  let now = 0;
  let look = nobody;
  const startTicker: Environment['startTicker'] = (run, everyMs) => {
    look = run;
    return machine.startTicker(nobody, everyMs);
  };
  await runIn({ ...machine, monotonic: () => now, startTicker }, async () => {
    const link = linkTo(port);
    await isOpen(link);
    const waiting = link.send('slow', nothing, 400);
    for (let made = 0; made < 7; made++) {
      assert.equal((await link.send('quick', nothing, 400)).type, 'answer');
      now += 100;
      // Its ping has its answer before the next request has.
      look();
    }
    slow.resolve('late');
    assert.equal((await waiting).type, 'answer');
    assert.equal(link.isUsable(), true);
  });
});

test('S07 without the key, or for another run of the node, nothing is taken', async () => {
  let taken = 0;
  const { port } = await serve(() => Promise.resolve(String(taken++)));
  const door = await watchDoor(port);
  let now = 0;
  await runIn({ ...machine, monotonic: () => now }, async () => {
    const strangers = [
      linkTo(door.port, incarnation, Buffer.alloc(32, 2)),
      linkTo(door.port, incarnation + 1),
    ];
    for (let tries = 1; tries <= 3; tries++) {
      await until('both have been shut out', () => {
        for (const link of strangers) assert.equal(link.isUsable(), false);
        return door.shutOut() === tries * strangers.length;
      });
      now += 1_001;
    }
  });
  const plain = connectPlain(port, host);
  plain.write('POST /api-services/operation HTTP/1.1\r\n\r\n');
  await new Promise<void>((resolve) => plain.once('close', () => resolve()).resume());
  assert.equal(taken, 0);
});

test('a node that stops finishes what it has and takes no more', async () => {
  let finish: ((text: string) => void) | null = null;
  const server = await serve(() => new Promise((resolve) => (finish = resolve)));
  const link = linkTo(server.port);
  await isOpen(link);
  const answered = link.send('slow', nothing, patientMs);
  const finishIt = await until('the request has come', () => finish ?? undefined);
  const closed = server.close();
  await until('it says so', () => !link.isUsable());
  finishIt('done');
  assert.equal((await answered).type, 'answer');
  await closed;
});

test('a lost connection loses what is under way, and the next one serves', async () => {
  const first = await serve(() => new Promise(() => {}));
  const link = linkTo(first.port);
  await isOpen(link);
  const lost = link.send('never answered', nothing, 300);
  assert.equal((await lost).type, 'lost');
});

test('an account keeps its node when another one comes or goes, unless it was that one', () => {
  const nodes = ['a', 'b', 'c'].map((nodeId) => ({ nodeId, seed: seedOf(nodeId) }));
  const ownerOf = rememberOwners(nodes);
  const ownerWithoutC = rememberOwners(nodes.filter(({ nodeId }) => nodeId !== 'c'));
  const counts = new Map<string, number>();
  for (let accountId = 1; accountId <= 3_000; accountId++) {
    const owner = ownerOf(accountId)!;
    counts.set(owner.nodeId, (counts.get(owner.nodeId) ?? 0) + 1);
    if (owner.nodeId !== 'c') assert.equal(ownerWithoutC(accountId), owner);
  }
  for (const count of counts.values()) assert.ok(count > 800 && count < 1_200, `${count}`);
});

test('G1 who does not prove the key holds few places and not for long, and nodes get in beside them', async () => {
  const { port } = await serve(() => Promise.resolve('answer'));
  const strangers: Socket[] = [];
  let ended = 0;
  for (let count = 0; count < unprovenMax * 2; count++) {
    const stranger = connectPlain(port, host);
    stranger.on('error', nobody).once('close', () => ended++);
    strangers.push(stranger);
  }
  closers.push(() => strangers.forEach((stranger) => stranger.destroy()));
  await until('those beyond the limit are shut out', () => ended >= unprovenMax);
  await until('the others after the time of a handshake', () => ended === unprovenMax * 2);
  const links = Array.from({ length: unprovenMax + 8 }, () => linkTo(port));
  for (const link of links) {
    await isOpen(link);
    assert.equal((await link.send('x', nothing, patientMs)).type, 'answer');
  }
});
