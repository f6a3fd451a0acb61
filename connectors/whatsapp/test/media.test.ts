// Proves that files are checked, uploaded and named in the message, and that a failed upload has
// sent nothing.

import { defined } from '@jokko/contract';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { json, ourRef } from '@jokko/connectors/kit/conformance';
import { whatsappConnector } from '../index.ts';
import { chatIntent, execute, freeConfig, liveConfig, scripted } from './scripted.ts';

const png = Buffer.from('89504e470d0a1a0a0000', 'hex').toString('base64');
const picture = { name: 'Photo', extension: '.png', base64: png };
const pdf = {
  name: 'Facture "mai"\r\n.pdf',
  extension: '.pdf',
  base64: Buffer.from('%PDF-1.7 x').toString('base64'),
};
const accepted = json(200, { messages: [{ id: 'wamid.X' }] });

test('a file is uploaded with its type, and the message names its id', async () => {
  const context = scripted([json(200, { id: '4490709327384033' }), accepted], freeConfig);
  const outcome = await execute(context, chatIntent({ message: 'Voici', media: picture }));
  assert.equal(outcome.kind, 'pending');
  const [upload, message] = context.requests;
  assert.match(upload?.url ?? '', /\/v21\.0\/100000000000001\/media$/);
  const form = await new Response(new Uint8Array(upload?.body as Buffer), {
    headers: { 'content-type': upload?.headers?.['Content-Type'] ?? '' },
  }).formData();
  assert.deepEqual([form.get('messaging_product'), form.get('type')], ['whatsapp', 'image/png']);
  const file = form.get('file') as File;
  assert.deepEqual([file.name, file.type], ['Photo.png', 'image/png']);
  assert.equal(Buffer.from(await file.arrayBuffer()).toString('base64'), png);
  const body = JSON.parse(String(message?.body)) as { [member: string]: unknown };
  assert.deepEqual(
    [body['type'], body['image']],
    ['image', { id: '4490709327384033', caption: 'Voici' }],
  );
});

test('a document goes in the header of its template, and its name cannot break the form', async () => {
  const context = scripted([json(200, { id: '1' }), accepted]);
  await execute(context, chatIntent({ message: 'Facture', media: pdf }));
  const [upload, message] = context.requests;
  assert.match(String(upload?.body), /filename="Facture _mai___.pdf"\r\n/);
  const { template } = JSON.parse(String(message?.body)) as { template: { components: unknown } };
  assert.deepEqual(template.components, [
    {
      type: 'header',
      parameters: [{ type: 'document', document: { id: '1', filename: 'Facture "mai"\r\n.pdf' } }],
    },
    { type: 'body', parameters: [{ type: 'text', text: 'Facture' }] },
  ]);
});

test('an upload that failed has sent nothing: refused it fails, otherwise it is tried again', async () => {
  const intent = chatIntent({ message: '', media: picture });
  const refused = scripted([json(400, { error: { code: 131053, message: 'no' } })]);
  const outcome = await execute(refused, intent);
  assert.deepEqual(
    [outcome.kind, outcome.kind === 'failed' && outcome.error.catalogueId],
    ['failed', 135],
  );
  // Whoever gave up says nothing about the file, whatever code a server before it has written.
  const listed = { error: { code: 131009, message: 'no' } };
  for (const strange of [
    json(500, {}),
    json(200, {}),
    json(200, { id: '"},{"' }),
    json(408, listed),
    json(504, listed),
  ])
    assert.equal((await execute(scripted([strange]), intent)).kind, 'not_sent');
});

test('what WhatsApp does not take is refused before anything is sent', () => {
  const faultOf = (message: string, media?: typeof picture, config = liveConfig) => {
    const intent = chatIntent({ message, ...defined({ media }) });
    return whatsappConnector.validate(config, intent)?.catalogueId ?? null;
  };
  assert.equal(faultOf('x'.repeat(1_024)), null);
  assert.equal(faultOf('x'.repeat(1_025)), 135, 'of a template');
  assert.equal(faultOf('x'.repeat(4_096), undefined, freeConfig), null);
  assert.equal(faultOf('x'.repeat(4_097), undefined, freeConfig), 135);
  assert.equal(faultOf('x', picture), null);
  assert.equal(faultOf('x'.repeat(1_025), picture, freeConfig), 135, 'a caption');
  assert.equal(faultOf('', { ...picture, extension: '.pdf' }), 135, 'a picture is no document');
  assert.equal(faultOf('', { ...picture, extension: '.webp' }), 135);
  const sound = {
    name: 'a',
    extension: '.ogg',
    base64: Buffer.from('OggS....').toString('base64'),
  };
  assert.equal(faultOf('', sound), null);
  assert.equal(faultOf('x', sound), 135, 'a sound has no caption');
  const large = Buffer.concat([Buffer.from(png, 'base64'), Buffer.alloc(5 * 1024 * 1024)]);
  assert.equal(faultOf('', { ...picture, base64: large.toString('base64') }), 135);
});

test('the stored bytes hold no file', () => {
  const { body } = whatsappConnector.prepare(
    liveConfig,
    chatIntent({ message: '', media: picture }),
    ourRef,
  );
  assert.ok(!body.includes(png));
  assert.match(body, /"id":"MEDIA-ID"/);
});
