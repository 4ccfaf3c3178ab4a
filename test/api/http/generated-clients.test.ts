import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { generateSource } from 'oazapfts'
import { InputData, JSONSchemaInput, quicktype } from 'quicktype-core'
import { contract } from './contract-document.ts'

// Code that generators make from the document: a client in TypeScript, and types in Python.

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../../', import.meta.url))
const { schemas } = contract.components

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'generated-clients-'))
  await symlink(join(root, 'test/packages/node_modules'), join(folder, 'node_modules'))
})
after(() => rm(folder, { recursive: true }))

test('a generated TypeScript client compiles, has every operation, and leaves no type without a name', async () => {
  const source = await generateSource(join(root, 'openapi/v1.json'), {})
  for (const methods of Object.values(contract.paths))
    for (const { operationId } of Object.values(methods))
      assert.match(source, new RegExp(`export function ${operationId}\\(`), operationId)

  const types = [...source.matchAll(/^export type (\w+) = ([^]*?);$/gm)].map(([, name, type]) => ({ name, type }))
  assert.ok(types.length > 200)
  const code = (text: string) => text.replaceAll(/\/\*\*[^]*?\*\/|"[^"]*"/g, '')
  // What extends another type says which one, and then its own fields.
  const own = (type: string) => code(type).replace(/^\w+ & (?=\{)/, '')
  const anonymous = types.filter(({ type = '' }) => /.\{|\bany\b|\bobject\b/.test(own(type)))
  assert.deepEqual(
    anonymous.map(({ name }) => name).filter((name) => !mapsByName.has(String(name))),
    [],
  )

  await writeFile(join(folder, 'tijdig.ts'), source)
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'es2022',
    module: 'preserve',
    moduleResolution: 'bundler',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: [],
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['tijdig.ts'] }))
  const compiler = join(root, 'node_modules/.bin/tsc')
  await run(process.execPath, [compiler, '-p', folder]).catch((error: { stdout?: string }) => {
    assert.fail(error.stdout ?? String(error))
  })
})

/** Objects whose keys are an enumeration: a type of their own, with an index. */
const mapsByName = new Set(Object.keys(schemas).filter((name) => schemas[name].propertyNames))

test('generated Python types compile, and each has its name from the document', async (t) => {
  const definitions = JSON.parse(JSON.stringify(schemas).replaceAll('#/components/schemas/', '#/definitions/'))
  const input = new JSONSchemaInput(undefined)
  await input.addSource({ name: 'Tijdig', schema: JSON.stringify({ definitions }), uris: ['#/definitions/'] })
  const inputData = new InputData()
  inputData.addInput(input)
  const { lines } = await quicktype({ inputData, lang: 'python' })
  const source = lines.join('\n')

  const names = new Set(Object.keys(schemas).map((name) => name.toLowerCase()))
  const classes = [...source.matchAll(/^class (\w+)(\(Enum\))?:\n([^]*?)(?=^(?:class|@|def|T = )|(?![^]))/gm)]
  assert.ok(classes.length > 200)
  // A constant becomes an enumeration of one, which needs no name.
  const isConstant = (body: string) => [...body.matchAll(/ = "(.*)"$/gm)].every(([, value]) => constants.has(value))
  const anonymous = classes.filter(
    ([, name = '', isEnum, body = '']) => !names.has(name.toLowerCase()) && !(isEnum && isConstant(body)),
  )
  assert.deepEqual(
    anonymous.map(([, name]) => name),
    [],
  )

  const file = join(folder, 'tijdig.py')
  await writeFile(file, source)
  const python = await run('python3', ['-m', 'py_compile', file]).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  t.diagnostic(python ? 'compiled by python3' : 'not compiled: there is no python3 here')
})

const constants = new Set([...JSON.stringify(schemas).matchAll(/"const":"([^"]*)"/g)].map(([, value]) => value))
