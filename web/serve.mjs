// SPDX-License-Identifier: MIT
// serve.mjs PAGE.html: shows the page on 127.0.0.1 until Ctrl-C; opens a browser where there is a display. The port is always
// the same, so that links keep; a free one if it is taken. The page is sent compressed to browsers that take it so.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';

const page = readFileSync(process.argv[2]);
const compressed = gzipSync(page);
// Whether a browser takes gzip: it names it, or any encoding, and not with the weight 0, which means that it does not (RFC 9110, 12.5.3).
function takesGzip(accepted = '') {
  const weights = new Map();
  for (const [name, ...parameters] of accepted.split(',').map((one) => one.split(';').map((word) => word.trim().toLowerCase()))) {
    const weight = parameters.find((word) => word.startsWith('q='));
    weights.set(name, weight ? Number(weight.slice(2)) : 1);
  }
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0;
}
const guards = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  // Nothing may be loaded from anywhere: all of it is in the page. No page of others may show it.
  'content-security-policy':
    "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval'; style-src 'unsafe-inline'; img-src data: blob:; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};
const server = createServer((request, response) => {
  for (const [name, value] of Object.entries(guards)) response.setHeader(name, value);
  // A name of somebody else's that was made to point here gets nothing (DNS rebinding).
  const { port } = server.address();
  if (![`127.0.0.1:${port}`, `localhost:${port}`].includes(request.headers.host ?? '')) {
    response.writeHead(421, { 'content-type': 'text/plain' });
    response.end('Not this server.\n');
    return;
  }
  const path = (request.url ?? '').split('?')[0];
  if (!['GET', 'HEAD'].includes(request.method ?? '') || !['/', '/animator.html'].includes(path)) {
    response.writeHead(404, { 'content-type': 'text/plain' });
    response.end('Not here. The Animator is at /\n');
    return;
  }
  const isSmall = takesGzip(request.headers['accept-encoding']);
  const body = isSmall ? compressed : page;
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': body.length,
    ...(isSmall && { 'content-encoding': 'gzip' }),
    vary: 'accept-encoding',
    'cache-control': 'no-store',
  });
  response.end(request.method === 'HEAD' ? undefined : body);
});

const usualPort = 7790;
server.once('error', () => server.listen(0, '127.0.0.1'));
server.on('listening', () => {
  const address = `http://127.0.0.1:${server.address().port}/`;
  console.log(`The Animator is at ${address}   (Ctrl-C stops it)`);
  if (process.env.DISPLAY || process.env.WAYLAND_DISPLAY) {
    const opener = spawn('xdg-open', [address], { stdio: 'ignore', detached: true });
    opener.on('error', () => {});
    opener.unref();
  }
});
server.listen(usualPort, '127.0.0.1');
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    server.close();
    server.closeAllConnections?.();
    process.exit(0);
  });
