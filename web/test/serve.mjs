// SPDX-License-Identifier: MIT
// The server: it answers to its own name alone, and guards what it sends.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const folder = mkdtempSync(join(tmpdir(), 'swivel-serve-'));
let server;
let port;

before(async () => {
  const page = join(folder, 'page.html');
  writeFileSync(page, '<!doctype html>the page');
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
      let body = '';
      response.on('data', (text) => (body += text));
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body }));
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
