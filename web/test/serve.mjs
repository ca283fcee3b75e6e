// SPDX-License-Identifier: MIT
// The server: it answers to its own name alone, guards what it sends, and compresses it for browsers that take it so.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

const folder = mkdtempSync(join(tmpdir(), 'swivel-serve-'));
const text = `<!doctype html>the page ${'and more of it '.repeat(500)}`;
let server;
let port;

before(async () => {
  const page = join(folder, 'page.html');
  writeFileSync(page, text);
  const { DISPLAY, WAYLAND_DISPLAY, ...environment } = process.env;
  server = spawn(process.execPath, [fileURLToPath(new URL('../serve.mjs', import.meta.url)), page], { env: environment });
  const said = await new Promise((resolve) => server.stdout.once('data', (text) => resolve(String(text))));
  port = Number(said.match(/127\.0\.0\.1:(\d+)/)[1]);
});
after(() => {
  server.kill('SIGTERM');
  rmSync(folder, { recursive: true });
});

const ask = (headers, { method = 'GET', path = '/' } = {}) =>
  new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      const pieces = [];
      response.on('data', (piece) => pieces.push(piece));
      response.on('end', () => {
        const bytes = Buffer.concat(pieces);
        resolve({ status: response.statusCode, headers: response.headers, bytes, body: bytes.toString() });
      });
    })
      .on('error', reject)
      .end();
  });

test('its own host and port get the page, others do not', async () => {
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`]) {
    const answer = await ask({ host });
    assert.equal(answer.status, 200);
    assert.match(answer.body, /the page/);
  }
  for (const host of ['127.0.0.1', `127.0.0.1:${port + 1}`, `evil.example:${port}`, 'evil.example', `localhost.evil.example:${port}`]) {
    const answer = await ask({ host });
    assert.equal(answer.status, 421, host);
    assert.doesNotMatch(answer.body, /the page/);
  }
});

test('every answer is guarded: no sniffing, no framing, nothing from elsewhere', async () => {
  const host = `127.0.0.1:${port}`;
  const answers = [await ask({ host }), await ask({ host }, { path: '/etc/passwd' }), await ask({ host: 'evil.example' })];
  assert.deepEqual(answers.map((a) => a.status), [200, 404, 421]);
  for (const { headers } of answers) {
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['x-frame-options'], 'DENY');
    const policy = headers['content-security-policy'];
    for (const rule of ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'"]) assert.ok(policy.includes(rule), rule);
  }
});

test('only reading is allowed', async () => {
  const host = `127.0.0.1:${port}`;
  assert.equal((await ask({ host }, { method: 'POST' })).status, 404);
  const head = await ask({ host }, { method: 'HEAD' });
  assert.equal(head.status, 200);
  assert.equal(head.body, '');
});

test('the page is compressed for who takes gzip, and for nobody else', async () => {
  const host = `127.0.0.1:${port}`;
  for (const encoding of ['gzip', 'gzip, deflate, br, zstd', 'br;q=1.0, GZIP;q=0.5', '*', 'identity, *;q=0.1']) {
    const { headers, bytes } = await ask({ host, 'accept-encoding': encoding });
    assert.equal(headers['content-encoding'], 'gzip', encoding);
    assert.equal(Number(headers['content-length']), bytes.length);
    assert.ok(bytes.length < text.length / 10);
    assert.equal(gunzipSync(bytes).toString(), text);
  }
  for (const encoding of [undefined, '', 'identity', 'br', 'gzip;q=0', 'gzip;q=0.0, *', 'xgzip', '*;q=0']) {
    const { headers, body } = await ask(encoding === undefined ? { host } : { host, 'accept-encoding': encoding });
    assert.equal(headers['content-encoding'], undefined, encoding);
    assert.equal(Number(headers['content-length']), text.length);
    assert.equal(body, text);
  }
  const plain = await ask({ host });
  const head = await ask({ host, 'accept-encoding': 'gzip' }, { method: 'HEAD' });
  for (const { headers } of [plain, head]) assert.equal(headers.vary, 'accept-encoding');
  assert.equal(head.headers['content-encoding'], 'gzip');
  assert.equal(head.bytes.length, 0);
});
