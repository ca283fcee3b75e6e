// SPDX-License-Identifier: MIT
// build.mjs FOLDER REPORT.html OUT.html: the page with script, style, the folder's WebAssembly and the report inside, one file that
// opens from anywhere.
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const [modules, report, out] = process.argv.slice(2);
const here = join(dirname(fileURLToPath(import.meta.url)), 'animator');

const result = await build({
  entryPoints: [join(here, 'main.js')],
  bundle: true,
  minify: true,
  write: false,
  format: 'iife',
  target: ['chrome100', 'firefox100', 'safari16'],
  legalComments: 'none',
  logLevel: 'warning',
  loader: { '.csv': 'text', '.md': 'text' },
  define: { 'import.meta.url': '""' },
  external: ['node:fs/promises'],
  plugins: [
    {
      name: 'packed',
      setup(build) {
        const files = {
          'swivel.wasm.gz': join(modules, 'swivel.wasm'),
          'chains.wasm.gz': join(modules, 'chains.wasm'),
          'files.wasm.gz': join(modules, 'files.wasm'),
          'robots.wasm.gz': join(modules, 'robots.wasm'),
          'report.html.gz': report,
          ...Object.fromEntries(['body.glb', 'knight.glb', 'walk.clip', 'box.clip', 'pickup.clip'].map((name) => [`${name}.gz`, join(here, '../../data/body', name)])),
        };
        build.onResolve({ filter: /\.gz$/ }, ({ path }) => ({ path: files[path], namespace: 'packed' }));
        build.onLoad({ filter: /./, namespace: 'packed' }, async ({ path }) => ({
          contents: gzipSync(await readFile(path), { level: 9 }).toString('base64'),
          loader: 'text',
        }));
      },
    },
  ],
});
const style = await build({ entryPoints: [join(here, 'style.css')], minify: true, write: false, loader: { '.css': 'css' } });
// The licences of what is inside, in full, where a reader of the file sees them first.
const licences = await Promise.all(
  [
    ['Swivel', '../../LICENSE'],
    ['three.js', '../node_modules/three/LICENSE'],
    ['Recorded arms (MiaH-kin/UE_ADLdatabase), to which tables are fitted and of which the report draws some', '../../data/people/LICENSE_reaching'],
    ['The body (MakeHuman) and the knight (KayKit, Kay Lousberg)', '../../data/body/LICENSE'],
  ].map(
    async ([name, path]) => `${name}\n\n${(await readFile(join(here, path), 'utf8')).trim()}`,
  ),
);
licences.push(
  'Recorded motion, also that to which tables are fitted\n\nThe data used in this project was obtained from mocap.cs.cmu.edu. ' +
    'The database was created with funding from NSF EIA-0196217.\nFree for all uses.',
);
const notice = `<!--\n${licences.join('\n\n----\n\n').replaceAll('--', '- -')}\n-->`;
// "</script" inside a string would end the page's script.
const script = result.outputFiles[0].text.replaceAll('</script', '<\\/script');
const page = (await readFile(join(here, 'index.html'), 'utf8'))
  .replace('/*style*/', () => style.outputFiles[0].text)
  .replace('/*script*/', () => script)
  .replace(/^(<!doctype html>\n)/i, (start) => `${start}${notice}\n`);
if (!page.includes(notice)) throw new Error('the page has no place for the licences');
await writeFile(out, page);
console.log(`${out}: ${(page.length / 1000).toFixed(0)} kB`);
