import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import scalar from '@scalar/fastify-api-reference'
import { fastify } from 'fastify'
import type { Plugin } from 'vite'

/**
 * Makes the interactive reference a page and a script of ours: the library's own server keeps its 17 MB in the memory of
 * each process, loads for a sixth of a second, and writes a script into the page.
 */
export function apiReference(root: string): Plugin {
  const source = (file: string) => readFile(join(root, 'web/reference', file), 'utf8')
  return {
    name: 'api-reference',
    async generateBundle() {
      const script = [await libraryScript(), await source('start.js')].join('\n')
      const reference = this.emitFile({ type: 'asset', name: 'reference.js', source: script })
      const page = (await source('index.html')).replace('start.js', `/${this.getFileName(reference)}`)
      this.emitFile({ type: 'asset', fileName: 'reference/index.html', source: page })
    },
  }
}

/** What the library's server serves; its package exports nothing else. */
async function libraryScript(): Promise<string> {
  const app = fastify()
  await app.register(scalar, { routePrefix: '/reference', configuration: { url: '/' } })
  const { statusCode, body } = await app.inject('/reference/js/scalar.js')
  if (statusCode !== 200) throw new Error('The library of the reference serves its script elsewhere than before.')
  return body.replace(/^\/\/# sourceMappingURL=.*$/m, '')
}
