import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startTestProduct } from '../../harness.ts'

const suite = fileURLToPath(new URL('../../node_modules/.bin/conformance', import.meta.url))

/** Checks that pass, by scenario. */
const passed = {
  'server-initialize': 1,
  ping: 1,
  'tools-list': 1,
  'dns-rebinding-protection': 2,
  // Streams and sessions are optional in the protocol; the suite finds neither and checks nothing.
  'server-sse-polling': 0,
  'server-sse-multiple-streams': 0,
}

/** Scenarios that do not apply to this server, by reason. */
const notApplicable = {
  'call a tool of the suite’s own, where this server has the tools of its catalogue alone': [
    'tools-call-simple-text',
    'tools-call-image',
    'tools-call-audio',
    'tools-call-embedded-resource',
    'tools-call-mixed-content',
    'tools-call-error',
    'json-schema-2020-12',
  ],
  'have such a tool speak to its client while it works, which ours have no need of': [
    'tools-call-with-logging',
    'tools-call-with-progress',
    'tools-call-sampling',
    'tools-call-elicitation',
    'elicitation-sep1034-defaults',
    'elicitation-sep1330-enums',
  ],
  'are of capabilities this server does not declare': [
    'logging-set-level',
    'completion-complete',
    'resources-list',
    'resources-read-text',
    'resources-read-binary',
    'resources-templates-read',
    'resources-subscribe',
    'resources-unsubscribe',
    'prompts-list',
    'prompts-get-simple',
    'prompts-get-with-args',
    'prompts-get-embedded-resource',
    'prompts-get-with-image',
  ],
}

test('every scenario of the protocol’s conformance suite that applies to a server with tools alone passes', async (t) => {
  // The suite sends no credential, so it comes through a proxy that does.
  const proxy = createServer()
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  t.after(() => proxy.close())
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const product = await startTestProduct({ roles: ['api', 'login'], env: { TIJDIG_BASE_URL: url } })
  t.after(() => product.stop())
  const { apiKey } = await product.createHolder()
  proxy.on('request', (incoming, outgoing) => {
    const { method = '', url: path = '' } = incoming
    const headers = { ...incoming.headers, authorization: `Bearer ${apiKey}` }
    const onward = request({ host: '127.0.0.1', port: product.settings.ports.api, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    incoming.pipe(onward)
  })

  const output = await run('server', '--suite', 'all', '--url', `${url}/mcp`)
  const scenarios = [...output.matchAll(/^([✓✗]) (\S+): (\d+) passed, \d+ failed$/gm)]
  const good = scenarios.filter(([, mark]) => mark === '✓').map(([, , name, count]) => [name, Number(count)])
  assert.deepEqual(Object.fromEntries(good), passed, output)
  const others = scenarios.filter(([, mark]) => mark === '✗').map(([, , name]) => name)
  assert.deepEqual(others.toSorted(), Object.values(notApplicable).flat().toSorted(), output)
})

/** @returns its output; the exit code only says whether anything failed */
function run(...args: string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(process.execPath, [suite, ...args], { maxBuffer: 2 ** 24 }, (_, stdout, stderr) =>
      resolve(stdout + stderr),
    )
  })
}
