// SPDX-License-Identifier: MIT
// serve.mjs PAGE.html: shows the page on 127.0.0.1, on a free port, until Ctrl-C; opens a browser where there is a display.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const page = readFileSync(process.argv[2]);
const server = createServer((request, response) => {
  const path = (request.url ?? '').split('?')[0];
  if (!['GET', 'HEAD'].includes(request.method ?? '') || !['/', '/animator.html'].includes(path)) {
    response.writeHead(404, { 'content-type': 'text/plain' });
    response.end('Not here. The Animator is at /\n');
    return;
  }
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': page.length,
    'cache-control': 'no-store',
    // Nothing may be loaded from anywhere: all of it is in the page.
    'content-security-policy':
      "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval'; style-src 'unsafe-inline'; img-src data: blob:",
  });
  response.end(request.method === 'HEAD' ? undefined : page);
});

server.listen(0, '127.0.0.1', () => {
  const address = `http://127.0.0.1:${server.address().port}/`;
  console.log(`The Animator is at ${address}   (Ctrl-C stops it)`);
  if (process.env.DISPLAY || process.env.WAYLAND_DISPLAY) {
    const opener = spawn('xdg-open', [address], { stdio: 'ignore', detached: true });
    opener.on('error', () => {});
    opener.unref();
  }
});
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    server.close();
    server.closeAllConnections?.();
    process.exit(0);
  });
