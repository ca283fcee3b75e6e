// SPDX-License-Identifier: MIT
// A glTF file taken apart: its JSON, and its numbers by accessor. Binary, or text whose data is inside. And put together again.

const kinds = { 5120: Int8Array, 5121: Uint8Array, 5122: Int16Array, 5123: Uint16Array, 5125: Uint32Array, 5126: Float32Array };
const sizes = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };
const magic = 0x46546c67;
const jsonChunk = 0x4e4f534a;
const binaryChunk = 0x004e4942;

/** What is wrong with a visitor's file, in words. */
export class FileFault extends Error {}

function jsonOf(bytes, where) {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw new FileFault(`${where} is not JSON: ${error.message}`);
  }
}

/** The bytes of an address that starts with "data:". */
export function dataOf(uri, what) {
  const [head, text] = uri.split(',', 2);
  if (!head.startsWith('data:')) throw new FileFault(`${what} is in another file, ${uri}: save it as one GLB file`);
  return Uint8Array.from(head.endsWith(';base64') ? atob(text) : decodeURIComponent(text), (c) => c.charCodeAt(0));
}

/** { json, binary }; binary: null, if it has none. */
export function partsOfGlb(bytes) {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 4 || data.getUint32(0, true) !== magic) {
    const json = jsonOf(bytes, 'the file');
    return { json, binary: null };
  }
  if (bytes.length < 20) throw new FileFault('the file ends after its first bytes');
  if (data.getUint32(4, true) !== 2) throw new FileFault(`it is glTF ${data.getUint32(4, true)}; only glTF 2 is read`);
  const length = data.getUint32(12, true);
  if (data.getUint32(16, true) !== jsonChunk || 20 + length > bytes.length) throw new FileFault('byte 12: its JSON is longer than the file');
  const json = jsonOf(bytes.subarray(20, 20 + length), 'the part from byte 20 on');
  return { json, binary: 28 + length <= bytes.length ? bytes.subarray(28 + length) : null };
}

/** The bytes of a file of this JSON, and of pieces that have this length together, a multiple of 4. */
export function glbOf(json, pieces, length) {
  const text = new TextEncoder().encode(JSON.stringify(json));
  const padded = text.length + (-text.length & 3);
  const bytes = new Uint8Array(28 + padded + length);
  const data = new DataView(bytes.buffer);
  [magic, 2, bytes.length, padded, jsonChunk].forEach((x, i) => data.setUint32(4 * i, x, true));
  bytes.fill(0x20, 20, 20 + padded);
  bytes.set(text, 20);
  [length, binaryChunk].forEach((x, i) => data.setUint32(20 + padded + 4 * i, x, true));
  let at = 28 + padded;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** bytes: a Uint8Array. Returns { json, numbers(accessor), bytesOf(buffer view) }; normalised integers come as what they stand for. */
export function readGlb(bytes) {
  const { json, binary } = partsOfGlb(bytes);
  const buffers = [];
  const bufferAt = (index) => {
    const buffer = json.buffers?.[index];
    if (!buffer) throw new FileFault(`there is no buffer ${index}`);
    if (buffer.uri === undefined && !binary) throw new FileFault(`the data of buffer ${index} is missing`);
    return (buffers[index] ??= buffer.uri === undefined ? binary : dataOf(buffer.uri, `the data of buffer ${index}`));
  };
  const bytesOf = (index) => {
    const view = json.bufferViews?.[index];
    if (!view) throw new FileFault(`there is no buffer view ${index}`);
    const from = bufferAt(view.buffer ?? 0);
    const { byteOffset = 0, byteLength } = view;
    if (byteOffset + byteLength > from.length) throw new FileFault(`buffer view ${index} goes beyond the end of its data`);
    return from.subarray(byteOffset, byteOffset + byteLength);
  };
  /** `count` times `width` numbers, one row every `stride` bytes. */
  const rows = (view, offset, Kind, width, count, stride, found) => {
    const from = bytesOf(view);
    const size = Kind.BYTES_PER_ELEMENT;
    if (count > 0 && offset + (count - 1) * stride + width * size > from.length) throw new FileFault(`an accessor goes beyond the end of buffer view ${view}`);
    const isAligned = (from.byteOffset + offset) % size === 0 && stride % size === 0;
    const whole = isAligned ? from : from.slice();
    if (!isAligned && offset % size !== 0) throw new FileFault(`the data in buffer view ${view} is not aligned`);
    const list = new Kind(whole.buffer, whole.byteOffset + offset, count > 0 ? ((count - 1) * stride) / size + width : 0);
    for (let i = 0; i < count; i++) for (let k = 0; k < width; k++) found[i * width + k] = list[(i * stride) / size + k];
    return found;
  };
  return {
    json,
    bytesOf,
    numbers(index) {
      const accessor = json.accessors?.[index];
      if (!accessor) throw new FileFault(`there is no accessor ${index}`);
      const { bufferView, byteOffset = 0, componentType, type, count, normalized, sparse } = accessor;
      const [Kind, width] = [kinds[componentType], sizes[type]];
      if (!Kind || !width) throw new FileFault(`accessor ${index} has numbers of an unknown kind`);
      const found = new Float32Array(count * width);
      const row = width * Kind.BYTES_PER_ELEMENT;
      if (bufferView !== undefined) rows(bufferView, byteOffset, Kind, width, count, json.bufferViews?.[bufferView]?.byteStride ?? row, found);
      if (sparse) {
        const Places = kinds[sparse.indices.componentType];
        const places = rows(sparse.indices.bufferView, sparse.indices.byteOffset ?? 0, Places, 1, sparse.count, Places.BYTES_PER_ELEMENT, []);
        const values = rows(sparse.values.bufferView, sparse.values.byteOffset ?? 0, Kind, width, sparse.count, row, []);
        places.forEach((place, i) => found.set(values.slice(i * width, (i + 1) * width), place * width));
      }
      const by = normalized ? 1 / (2 ** (8 * Kind.BYTES_PER_ELEMENT - (Kind.name.startsWith('U') ? 0 : 1)) - 1) : 1;
      return by === 1 ? found : found.map((x) => x * by);
    },
  };
}
