import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, type InlineConfig, type Plugin } from 'vite'
import { sourceFiles } from './source-files.ts'
import { apiReference } from './web-reference.ts'
import { textFiles } from './web-text-files.ts'

/** Writes both web apps to a folder, ready to be served; for others than their developers with compressed copies. */
export async function buildWeb(root: string, folder: string, isCompressed: boolean): Promise<void> {
  await build(bundle(root, folder, isCompressed))
}

/** The same at each change, until the process ends. */
export async function watchWeb(root: string, folder: string): Promise<void> {
  const options = bundle(root, folder, false)
  await build({ ...options, logLevel: 'info', build: { ...options.build, watch: {} } })
}

function bundle(root: string, folder: string, isCompressed: boolean): InlineConfig {
  return {
    configFile: false,
    root: join(root, 'web'),
    logLevel: 'warn',
    plugins: [
      // First, so that texts are compiled before other plugins read the code.
      babel({ presets: [linguiTransformerBabelPreset()] }),
      react(),
      textFiles(root),
      tailwindcss(),
      noStrings(),
      shortKeys(),
      ownConverter(root),
      ownDateWords(root),
      gregorianOnly(),
      scrollInMemory(),
      earlyScript(),
      apiReference(root),
      ...(isCompressed ? [compressed()] : []),
    ],
    // React has itself what the shim adds to older ones.
    resolve: {
      alias: [{ find: /^use-sync-external-store\/shim(?=\/with-selector|$)/, replacement: 'use-sync-external-store' }],
    },
    // A worker's file is a single one: the policy it is served with lets it load nothing, and send nothing.
    worker: { format: 'es' },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'baseline-widely-available',
      // Browsers of that target support it.
      modulePreload: {
        polyfill: false,
        // A page that loads more has these already: to name them once more for each part costs a hundredth of the page.
        resolveDependencies: (part, needed, { hostId, hostType }) => {
          const isThere = hostId.includes('/portal-') && !part.includes('sign-in') ? isOfShell : isOfEveryPage
          return hostType === 'html' ? needed : needed.filter((file) => !isThere.test(file))
        },
      },
      // Nothing is inlined, so that one content security policy fits all.
      assetsInlineLimit: 0,
      // The voice library is larger, and loaded with the first conversation only.
      chunkSizeWarningLimit: 700,
      rolldownOptions: {
        // Which plugin took how long is nothing that whoever starts the product must know.
        checks: { bundlerTimings: false },
        // Nothing here is loaded for what reading a property or a global does.
        treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
        input: [
          ...['portal', 'recipient', 'recipient/message', 'demo'].map((app) => join(root, 'web', app, 'index.html')),
          join(root, 'web/portal/early.ts'),
        ],
        output: {
          codeSplitting: { groups: files },
          // A part shared by pages is named after all of them, and every file that loads it repeats the name; so does the
          // first file of an app for each of its pages.
          chunkFileNames: ({ name }) =>
            /~|(?<!^every|^palette|^sign-in)-(page|tab|dialog|form|fields|queries|text)$/.test(name)
              ? 'assets/[hash:7].js'
              : 'assets/[name]-[hash:7].js',
        },
      },
    },
  }
}

const isOfEveryPage = /^assets\/(rolldown-runtime|every-page|data|portal-data|router|forms)-/
/** Of the portal's pages, but for its sign-in, which loads none of them. The frame itself stays named, for whoever comes from there. */
const isOfShell =
  /^assets\/(rolldown-runtime|every-page|data|portal-data|router|forms|language-names|later|toast|answers|recipient-icons)-/

/**
 * What is loaded together is one file, requested once and compressed to three quarters of its parts. Each includes what
 * it imports and no earlier file has; never an app's entry, which would start wherever the file is loaded. Everything
 * else is a file per page, and one for each set of pages that shares something.
 */
const files = [
  // What calls the API, without React: so `early.ts` can run before React has come.
  {
    name: 'data',
    test: /node_modules\/@tanstack\/(query-core(?!.*([qQ]ueries|infiniteQueryObserver))|react-query\/build\/modern\/queryOptions)|vite\/preload-helper|web\/(api\/(request|client|clock|part)|ui\/(query-client|time\/days|language\/texts)\.ts)/,
  },
  {
    name: 'portal-data',
    test: /web\/(api\/staff-sign-in|portal\/(query-client|holder-queries|today\/week))\.ts$/,
  },
  {
    name: 'every-page',
    test: /node_modules\/(react|react-dom|scheduler|@tanstack\/react-query(?!.*([qQ]ueries|[iI]nfiniteQuer))|@lingui|lucide-react\/dist\/esm\/shared)\/|lucide-react\/dist\/esm\/(Icon|createLucideIcon|context|icons\/(check|loader-circle))\.mjs|web\/ui\/(theme\.css|start|button\/(button-class|press-button)|error-state|empty-state|page|use-mutation|data\/skeleton)/,
  },
  { name: 'answers', test: /web\/ui\/(data\/status-pill|button\/big-button)\.tsx$/ },
  {
    name: 'router',
    test: /node_modules\/@tanstack\/(react-router(?!.*useBlocker)|router-core|history|react-store|store)\/|web\/ui\/(load-code|use-new-version)\.ts$/,
  },
  {
    name: 'forms',
    test: /web\/ui\/(button\/button|form\/(form|text-field|select|latin-digits))\.tsx?$/,
  },
  { name: 'checkbox', test: /web\/ui\/form\/checkbox\.tsx$/ },
  { name: 'toast', test: /web\/ui\/overlay\/toast\.tsx$/ },
  { name: 'dialogs', test: /web\/ui\/overlay\/dialog\.tsx$/ },
  { name: 'language-names', test: /icons\/languages\.|src\/locales\/endonyms/ },
  { name: 'language-chooser', test: /web\/ui\/language\/language-cho/ },
  { name: 'dates', test: /web\/ui\/(time\/dates\.ts|appointment\/(when|answered|call-link)\.tsx)$/ },
  { name: 'save-file', test: /web\/ui\/save-file\.ts$/ },
  { name: 'later', test: /web\/ui\/later\.tsx$/ },
  {
    name: 'recipient-icons',
    test: /lucide-react\/dist\/esm\/icons\/(arrow-left|chevron-left|chevron-right|calendar-(check|days|plus)|circle-user-round|globe|info|lightbulb|map-pin|navigation|phone|refresh-cw)\.m?js$/,
  },
  { name: 'portal', test: /web\/portal\/(router\.tsx|shell\/session\/tabs\.ts)$|icons\/key-round\./ },
  { name: 'shell', test: /web\/(portal\/shell\/shell\.tsx|ui\/change\/differences\.ts)$/ },
  {
    name: 'tables',
    test: /web\/(ui\/data\/(table|scroller)\.tsx|portal\/appointments\/(reason-text\.ts|list\/appointment-table\.tsx))$|icons\/(circle|circle-check|calendar-sync)\./,
  },
  { name: 'today', test: /web\/portal\/today\/(today-page|use-today|call-link)\.tsx?$/ },
  // One part for each set of pages, because a single file would give each page what only others need.
  { name: 'icons', test: /node_modules\/lucide-react\//, entriesAware: true, entriesAwareMergeThreshold: 1_500 },
  {
    name: 'components',
    test: /node_modules\/(react-aria|react-stately|react-aria-components|@internationalized)\//,
    entriesAware: true,
    entriesAwareMergeThreshold: 1_500,
  },
  {
    name: 'message-and-app',
    test: /web\/(recipient\/(demo-frame|offline-page|shell\/(column|screen))|api\/recipient-sign-in)\.tsx?$/,
  },
  {
    name: 'recipient',
    test: /web\/recipient\/(loaded|router|with-sign-in|shell\/(signed-in|app-shell)|appointments\/(appointment-queries|use-intent))\.tsx?$/,
  },
  { name: 'appointment', test: /web\/ui\/appointment\/(?!appointment-row)/ },
  { name: 'appointments', test: /web\/recipient\/appointments\/(appointment-card|decisions)\.tsx$/ },
  { name: 'appointment-rows', test: /appointments?\/appointment-row\.tsx$/ },
]

/** Leaves out the component library's own texts: `startComponents` loads those of the page's language. */
function noStrings(): Plugin {
  const nothing = '\0no-strings'
  return {
    name: 'no-strings',
    enforce: 'pre',
    resolveId: {
      filter: { id: /[a-z]{2}-[A-Z]{2}\.m?js$/ },
      handler: (_, importer) =>
        /node_modules\/(@?react-aria|react-aria-components|react-stately)\//.test(importer ?? '') ? nothing : null,
    },
    load: { filter: { id: new RegExp(`^${nothing}$`) }, handler: () => 'export default undefined' },
  }
}

/** Numbers the parts of an icon: its library gives each a random key, which no file can be compressed by. */
function shortKeys(): Plugin {
  return {
    name: 'short-keys',
    transform: {
      filter: { id: /lucide-react\/dist\/esm\/icons\// },
      handler(code) {
        let parts = 0
        return { code: code.replace(/key: "\w+"/g, () => `key: "${(parts += 1)}"`), map: null }
      },
    },
  }
}

/** Replaces the voice library's audio converter: its own setting for the path covers incoming audio only. */
function ownConverter(root: string): Plugin {
  const own = join(root, 'web/portal/voice/talk/add-converter.ts')
  return {
    name: 'own-converter',
    enforce: 'pre',
    resolveId: { filter: { id: /\/addLibsamplerateModule\.js$/ }, handler: () => own },
  }
}

/** Has dates find only the words of the page's language: `web/ui/language/date-words.ts`. */
function ownDateWords(root: string): Plugin {
  const own = join(root, 'web/ui/language/date-words.ts')
  return {
    name: 'own-date-words',
    enforce: 'pre',
    resolveId: {
      filter: { id: /\/date-words\.ts$/ },
      handler: (_, importer) => (importer === join(root, 'src/locales/date-time.ts') ? own : null),
    },
  }
}

/**
 * The best takes ten times as long and saves a twentieth: not worth it for the thousands of small files of texts, nor for
 * the reference's 4 MB.
 */
function brotliQuality(file: string, { length }: Buffer): number {
  return (length > 4_000 || !file.includes('/texts-')) && length < 1_000_000 ? 11 : 9
}

/** Leaves out the other calendars of the component library: all dates here are Gregorian (`intlTag`). */
function gregorianOnly(): Plugin {
  const calendar = '\0gregorian-calendar'
  return {
    name: 'gregorian-only',
    enforce: 'pre',
    resolveId: { filter: { id: /\/createCalendar\.m?js$/ }, handler: () => calendar },
    load: {
      filter: { id: new RegExp(`^${calendar}$`) },
      handler: () =>
        "import { GregorianCalendar } from '@internationalized/date'\nexport const createCalendar = () => new GregorianCalendar()",
    },
  }
}

/** Browser storage holds only the language: the router would keep scroll positions there beyond the visit. */
function scrollInMemory(): Plugin {
  return {
    name: 'scroll-in-memory',
    transform: {
      filter: { id: /\/router-core\/dist\/esm\/scroll-restoration\.js$/ },
      handler(code) {
        const changed = code.replace('return sessionStorage', 'return undefined')
        if (changed === code)
          throw new Error('The router keeps how far pages were scrolled in another way than before.')
        return { code: changed, map: null }
      },
    },
  }
}

/** Has the portal run `early.ts` first: of the scripts that a page names itself, the bundler makes a single one. */
function earlyScript(): Plugin {
  return {
    name: 'early-script',
    transformIndexHtml: {
      order: 'post',
      handler(_, { path, bundle = {} }) {
        if (path !== '/portal/index.html') return []
        const early = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === 'early')
        if (early === undefined) throw new Error('The portal has no early script.')
        const attrs = { type: 'module', crossorigin: true, src: `/${early.fileName}` }
        return [{ tag: 'script', attrs, injectTo: 'head-prepend' }]
      },
    },
  }
}

/** Writes a Brotli and a gzip copy beside each text file. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    async writeBundle({ dir = '' }) {
      await mkdir(compressedCache, { recursive: true })
      const files = sourceFiles(dir, ['**/*.{js,css,html,svg,json,webmanifest,txt}'])
      await Promise.all(
        files.map(async (file) => {
          const content = await readFile(join(dir, file))
          const quality = brotliQuality(file, content)
          const brotli = promisify(brotliCompress)
          const copies = [
            compressedOnce(content, `br${quality}`, () =>
              brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
            ),
            compressedOnce(content, 'gz9', () => promisify(gzip)(content, { level: 9 })),
          ] as const
          const [br, gz] = await Promise.all(copies)
          await Promise.all([writeFile(join(dir, `${file}.br`), br), writeFile(join(dir, `${file}.gz`), gz)])
        }),
      )
    },
  }
}

const compressedCache = join(dirname(dirname(fileURLToPath(import.meta.url))), 'node_modules/.cache/compressed')

/** Compresses what no earlier build compressed: most files of a build are those of the last one. */
async function compressedOnce(content: Buffer, how: string, compress: () => Promise<Buffer>): Promise<Buffer> {
  const cached = join(compressedCache, `${createHash('sha256').update(content).digest('hex')}.${how}`)
  if (existsSync(cached)) return readFile(cached)
  const made = await compress()
  // Renamed, so that nobody reads half a file.
  const whole = `${cached}-${randomUUID()}`
  await writeFile(whole, made)
  await rename(whole, cached)
  return made
}
