// SPDX-License-Identifier: MIT
// A WebAssembly module of this package, ready to be called.
import { Memory } from './memory.js';

async function bytesOf(source, file) {
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return source;
  if (typeof Response !== 'undefined' && source instanceof Response) return source.arrayBuffer();
  const url = new URL(source ?? file, import.meta.url);
  if (url.protocol === 'file:') {
    const { readFile } = await import(/* @vite-ignore */ 'node:fs/promises');
    return readFile(url);
  }
  return (await fetch(url)).arrayBuffer();
}

// The C library's streams, which printing into memory brings along: nothing is ever written to them.
const refused = () => 8;
const nowhere = { wasi_snapshot_preview1: { fd_close: refused, fd_seek: refused, fd_write: refused } };

/** source: bytes, a Response or a URL; without, the file beside this one. */
export async function memoryOf(source, file) {
  const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(await bytesOf(source, file));
  const { exports } = await WebAssembly.instantiate(module, nowhere);
  exports._initialize();
  return new Memory(exports);
}
