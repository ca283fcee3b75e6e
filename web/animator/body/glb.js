// SPDX-License-Identifier: MIT
// A binary glTF file taken apart: its JSON, and its numbers by accessor.

const kinds = { 5120: Int8Array, 5121: Uint8Array, 5122: Int16Array, 5123: Uint16Array, 5125: Uint32Array, 5126: Float32Array };
const sizes = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };

/** bytes: a Uint8Array. Returns { json, numbers(accessor) }; normalised integers come as what they stand for. */
export function readGlb(bytes) {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = data.getUint32(12, true);
  const json = JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + length)));
  const binary = bytes.byteOffset + 28 + length;
  return {
    json,
    numbers(index) {
      const { bufferView, byteOffset = 0, componentType, type, count, normalized } = json.accessors[index];
      const { byteOffset: start = 0, byteStride } = json.bufferViews[bufferView];
      const Kind = kinds[componentType];
      const width = sizes[type];
      const stride = (byteStride ?? width * Kind.BYTES_PER_ELEMENT) / Kind.BYTES_PER_ELEMENT;
      const from = new Kind(bytes.buffer, binary + start + byteOffset, (count - 1) * stride + width);
      const by = normalized ? 1 / (2 ** (8 * Kind.BYTES_PER_ELEMENT - (Kind.name.startsWith('U') ? 0 : 1)) - 1) : 1;
      const found = new Float32Array(count * width);
      for (let i = 0; i < count; i++) for (let k = 0; k < width; k++) found[i * width + k] = from[i * stride + k] * by;
      return found;
    },
  };
}
