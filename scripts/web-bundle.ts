import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, type InlineConfig, type Plugin } from 'vite'
import { sourceFiles } from './source-files.ts'

/** Writes both web apps to a folder, ready to be served. */
export async function buildWeb(root: string, folder: string): Promise<void> {
  await build(bundle(root, folder))
}

/** The same at each change, until the process ends. */
export async function watchWeb(root: string, folder: string): Promise<void> {
  const options = bundle(root, folder)
  await build({ ...options, logLevel: 'info', build: { ...options.build, watch: {} } })
}

function bundle(root: string, folder: string): InlineConfig {
  return {
    configFile: false,
    root: join(root, 'web'),
    logLevel: 'warn',
    plugins: [
      // Texts become messages before anything else reads the code.
      babel({ presets: [linguiTransformerBabelPreset()] }),
      react(),
      lingui(),
      tailwindcss(),
      englishStringsOnly(),
      ownConverter(root),
      compressed(),
    ],
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'baseline-widely-available',
      // Browsers of that target need no help with it.
      modulePreload: { polyfill: false },
      // One policy for all: nothing is inlined.
      assetsInlineLimit: 0,
      // The library of conversations with the voice agent is larger, and loaded with the first of them only.
      chunkSizeWarningLimit: 700,
      rolldownOptions: {
        input: ['portal', 'recipient', 'recipient/message', 'demo'].map((app) => join(root, 'web', app, 'index.html')),
        output: { codeSplitting: { groups: libraries } },
      },
    },
  }
}

/** In one file each, which is compressed better than many small ones: what every page needs, and what those with several pages need. */
const libraries = [
  {
    name: 'every-page',
    test: /node_modules\/(react|react-dom|scheduler|@tanstack\/(query-core|react-query)|@lingui)\//,
  },
  { name: 'router', test: /node_modules\/@tanstack\/(react-router|router-core|history|react-store|store)\// },
]

/** Leaves out what the component library says in other languages: `startLocale` loads the one of the page. */
function englishStringsOnly(): Plugin {
  const nothing = '\0no-strings'
  return {
    name: 'english-strings-only',
    enforce: 'pre',
    resolveId: {
      filter: { id: /[a-z]{2}-[A-Z]{2}\.m?js$/ },
      handler: (id, importer) =>
        /node_modules\/(@?react-aria|react-aria-components|react-stately)\//.test(importer ?? '') &&
        !id.includes('en-US')
          ? nothing
          : null,
    },
    load: { filter: { id: new RegExp(`^${nothing}$`) }, handler: () => 'export default undefined' },
  }
}

/** The library of the voice agent takes the path of another converter of sound for what is heard alone, not for what it says. */
function ownConverter(root: string): Plugin {
  const own = join(root, 'web/portal/voice/talk/add-converter.ts')
  return {
    name: 'own-converter',
    enforce: 'pre',
    resolveId: { filter: { id: /\/addLibsamplerateModule\.js$/ }, handler: () => own },
  }
}

/** The best takes ten times as long and saves a twentieth: for the few large files, which are libraries that every page needs. */
function brotliQuality({ length }: Buffer): number {
  return length > 40_000 ? 11 : 9
}

/** A Brotli and a gzip copy beside each file that is text. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    async writeBundle({ dir = '' }) {
      const files = sourceFiles(dir, ['**/*.{js,css,html,svg,json,webmanifest,txt}'])
      await Promise.all(
        files.map(async (file) => {
          const content = await readFile(join(dir, file))
          const [brotli, gzipped] = await Promise.all([
            promisify(brotliCompress)(content, {
              params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality(content) },
            }),
            promisify(gzip)(content, { level: 9 }),
          ])
          await Promise.all([writeFile(join(dir, `${file}.br`), brotli), writeFile(join(dir, `${file}.gz`), gzipped)])
        }),
      )
    },
  }
}
