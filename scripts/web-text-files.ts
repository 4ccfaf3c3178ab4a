import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { createCompilationErrorMessage, createCompiledCatalog, getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import type { Plugin, Rolldown } from 'vite'
import { locales } from '../src/locales/locales.ts'

type Messages = Readonly<Record<string, unknown>>
type Graph = {
  getModuleInfo(
    id: string,
  ): { code: string | null; importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null
}

/**
 * Loads texts with the code that uses them. Every `import()` of a component also loads the texts of that component and
 * of what it imports, so that nothing is shown without them; the texts an app begins with are a part of their own
 * (`portal`), which `startLocale` loads. A part is one file per language:
 * `assets/texts-<version>/portal-today-today-page.nl.js`.
 */
export function textFiles(root: string): Plugin {
  const web = join(root, 'web')
  /** The first module of each part. */
  const starts = new Map<string, string>()
  /** The parts that a page begins with. */
  const pages = new Set<string>()
  let catalogues = new Map<string, Map<string, Messages>>()
  let files = new Map<string, string>()
  let version = ''
  return {
    name: 'text-files',
    enforce: 'pre',
    async buildStart() {
      catalogues = await compiledCatalogues(web, (file) => this.addWatchFile(file))
    },
    transform: {
      filter: { id: new RegExp(`^${web}/.*\\.tsx?$`) },
      handler(code, id) {
        if (id.endsWith('/main.tsx')) {
          const page = relative(web, dirname(id))
          pages.add(page)
          starts.set(page, id)
        }
        // It asks for texts itself, before what would show them has come.
        if (id.endsWith('/early.ts')) return null
        let isChanged = false
        const changed = code.replaceAll(/(?<!typeof )\bimport\('([^']+\.tsx)'\)/g, (loading, specifier: string) => {
          isChanged = true
          const target = specifier.startsWith('#web/') ? join(root, specifier.slice(1)) : join(dirname(id), specifier)
          const part = relative(web, target).replace('.tsx', '')
          starts.set(part, target)
          return `withTexts('${part}', ${loading})`
        })
        return isChanged
          ? { code: `import { withTexts } from '#web/ui/language/i18n.tsx';${changed}`, map: null }
          : null
      },
    },
    renderStart() {
      files = new Map()
      const said = new Map([...starts].map(([part, start]) => [part, textsSaid(this, web, start)]))
      for (const [part, ids] of said) {
        const [app = ''] = part.split('/')
        // Texts that every page of the app begins with are loaded already.
        const begun = pages.has(part) ? [] : [...pages].filter((page) => page.split('/')[0] === app)
        const isThere = (id: string) => begun.length > 0 && begun.every((page) => said.get(page)?.has(id))
        const own = [...ids].filter((id) => !isThere(id))
        for (const [locale, messages] of catalogues.get(app) ?? []) {
          const texts = Object.fromEntries(own.flatMap((id) => (id in messages ? [[id, messages[id]]] : [])))
          files.set(`${part.replaceAll('/', '-')}.${locale}.js`, `export default ${JSON.stringify(texts)}`)
        }
      }
      for (const [locale, strings] of componentStrings(root, (code) => this.parse(code)))
        files.set(`components.${locale}.js`, strings)
      assertAllSaid(catalogues, new Set([...said.values()].flatMap((ids) => [...ids])))
      const contents = [...files].toSorted(([one], [other]) => (one < other ? -1 : 1))
      version = createHash('sha256').update(JSON.stringify(contents)).digest('base64url').slice(0, 8)
    },
    renderChunk: (code) => (code.includes('TEXTS_VERSION') ? code.replaceAll('TEXTS_VERSION', version) : null),
    generateBundle() {
      for (const [name, source] of files)
        this.emitFile({ type: 'asset', fileName: `assets/texts-${version}/${name}`, source })
    },
  }
}

/**
 * What the component library says in the languages that it has, without what components say that we do not use.
 *
 * @throws Error when it keeps that in another way than before
 */
function componentStrings(root: string, parse: Rolldown.PluginContext['parse']): ReadonlyMap<string, string> {
  const folder = join(root, 'node_modules/react-aria-components/i18n')
  const regions: Readonly<Record<string, string>> = { 'zh-Hans': 'zh-CN', 'zh-Hant': 'zh-TW', pt: 'pt-PT' }
  const unused = /^"@(react-aria\/(tree|tag|table|steplist|previewtrigger|color|breadcrumbs)|react-stately\/color)":/
  const names = readdirSync(folder)
  const byLocale = new Map<string, string>()
  for (const locale of locales) {
    const name = names.find((file) => file.startsWith(regions[locale] ?? `${locale}-`) && file.endsWith('.mjs'))
    if (name === undefined) continue
    const code = readFileSync(join(folder, name), 'utf8')
    const strings = parse(code).body.find((statement) => statement.type === 'ExportDefaultDeclaration')?.declaration
    if (strings?.type !== 'ObjectExpression') throw new Error(`The strings of the components are no object: ${name}`)
    const used = strings.properties.map(({ start, end }) => code.slice(start, end)).filter((part) => !unused.test(part))
    byLocale.set(locale, `export default {${used.join()}}`)
  }
  return byLocale
}

/** @throws Error when no part would load a text of the catalogues */
function assertAllSaid(catalogues: ReadonlyMap<string, Map<string, Messages>>, said: ReadonlySet<string>): void {
  const ids = [...catalogues.values()].flatMap((byLocale) => Object.keys(byLocale.get('en') ?? {}))
  const unsaid = ids.filter((id) => !said.has(id))
  if (unsaid.length > 0) throw new Error(`No part of the web apps loads the texts ${unsaid.join(', ')}.`)
}

/** Ids of the messages in a module and its imports, except components imported dynamically, which have own parts. */
function textsSaid(graph: Graph, web: string, start: string): Set<string> {
  const said = new Set<string>()
  const waiting = [start]
  const seen = new Set(waiting)
  for (const module of waiting) {
    const info = graph.getModuleInfo(module)
    for (const [, id = ''] of info?.code?.matchAll(/["'`]([\w+/-]{6})["'`]/g) ?? []) said.add(id)
    const later = info?.dynamicallyImportedIds.filter((id) => id.endsWith('.ts')) ?? []
    for (const next of [...(info?.importedIds ?? []), ...later]) {
      if (seen.has(next) || !next.startsWith(`${web}/`)) continue
      seen.add(next)
      waiting.push(next)
    }
  }
  return said
}

/**
 * The messages of each app by language, its own before those of `ui`, ready to be filled in.
 *
 * @throws Error when a message cannot be read
 */
async function compiledCatalogues(web: string, onFile: (file: string) => void) {
  const config = getConfig()
  const byApp = new Map<string, Map<string, Messages>>()
  for (const catalogue of await getCatalogs(config)) {
    const app = relative(web, catalogue.path).split('/')[0] ?? ''
    const byLocale = new Map<string, Messages>()
    for (const locale of config.locales) {
      onFile(catalogue.getFilename(locale))
      const { messages } = await catalogue.getTranslations(locale, {
        fallbackLocales: config.fallbackLocales,
        sourceLocale: config.sourceLocale ?? 'en',
        missingBehavior: 'resolved',
      })
      const { source, errors } = createCompiledCatalog(locale, messages, { namespace: 'json' })
      if (errors.length > 0) throw new Error(createCompilationErrorMessage(locale, errors))
      byLocale.set(locale, {
        ...byApp.get('ui')?.get(locale),
        ...(JSON.parse(source) as { messages: Messages }).messages,
      })
    }
    byApp.set(app, byLocale)
  }
  return byApp
}
