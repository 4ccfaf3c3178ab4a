import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { lintSource } from '@secretlint/core'
import { creator as preset } from '@secretlint/secretlint-rule-preset-recommend'
import { isApiKeySecret } from '#/slices/access/api-keys/api-key-secret.ts'
import { sourceFiles } from '../source-files.ts'

/**
 * Every credential in the files below `root` and in their git history, as far as there is one: one sentence each,
 * without the credential. Also every entry of `fakes` that occurs nowhere any more.
 *
 * @param fakes texts that look like a credential and are none
 */
export async function secretViolations(root: string, fakes: readonly string[]): Promise<string[]> {
  const unseen = new Set(fakes)
  const violations = new Set<string>()
  for (const { path, content, where } of [...tree(root), ...history(root)])
    for (const { text, line, rule } of await credentialsIn(path, content)) {
      const fake = fakes.find((each) => each === text.split(/['"`]/, 1)[0])
      if (fake === undefined) violations.add(`${path}:${line} holds a credential (${rule})${where}.`)
      else if (path !== 'scripts/checks/fake-credentials.ts') unseen.delete(fake)
    }
  const stale = [...unseen].map((text) => `The fake credential ${text} stands nowhere: take it off the list.`)
  return [...violations, ...stale]
}

type Text = { readonly path: string; readonly content: string; readonly where: string }

/** The working tree: what would be committed; without git all but installed packages and private hidden files. */
function tree(root: string): Text[] {
  const listed = git(root, ['ls-files', '-z', '--cached', '--others', '--exclude-standard'])
  const paths = listed?.toString().split('\0') ?? sourceFiles(root, ['**/*', '.ci/*', '.npmrc', '.env.example'])
  return paths
    .filter((path) => statSync(join(root, path), { throwIfNoEntry: false })?.isFile())
    .map((path) => ({ path, content: readFileSync(join(root, path), 'utf8'), where: '' }))
}

/** Every version of every file in the history. */
function history(root: string): Text[] {
  const listed = git(root, ['rev-list', '--objects', 'HEAD'])
  if (listed === null) return []
  const paths = new Map(
    Array.from(listed.toString().matchAll(/^(\w+) (.+)$/gm), ([, id = '', path = '']) => [id, path]),
  )
  const objects = git(root, ['cat-file', '--batch'], [...paths.keys()].join('\n')) ?? Buffer.alloc(0)
  const texts: Text[] = []
  // Each object is a line `<id> <type> <size>`, `size` bytes, and a line feed.
  for (let at = 0; at < objects.length;) {
    const start = objects.indexOf('\n', at) + 1
    const [id = '', type, size] = objects.toString('latin1', at, start).trim().split(' ')
    at = start + Number(size) + 1
    if (type !== 'blob') continue
    const content = objects.toString('utf8', start, at - 1)
    texts.push({ path: paths.get(id) ?? id, content, where: `, in the history: git show ${id}` })
  }
  return texts
}

/** The output of git; null without git, outside a repository, and in a history without a commit. */
function git(root: string, args: readonly string[], input = ''): Buffer | null {
  if (!existsSync(join(root, '.git'))) return null
  const { error, status, stdout, stderr } = spawnSync('git', args, { cwd: root, input, maxBuffer: Infinity })
  if (error && 'code' in error && error.code === 'ENOENT') return null
  if (status === 0) return stdout
  if (stderr.includes(`'HEAD'`)) return null
  throw error ?? new Error(`git ${args.join(' ')} ended with code ${status}: ${stderr.toString()}`)
}

type Credential = { readonly text: string; readonly line: number; readonly rule: string }

/** Comments must not switch the scan off: fakes belong on the list. */
const rules = [
  {
    id: '@secretlint/secretlint-rule-preset-recommend',
    rule: preset,
    rules: [{ id: '@secretlint/secretlint-rule-filter-comments', disabled: true }],
  },
]

/** Keys of this product, and of a provider that the preset does not cover. */
const ownRules = [
  { rule: 'API key of this product', pattern: /\btijdig_sk_\w{36}\b/g, isReal: isApiKeySecret },
  { rule: 'key of Mollie', pattern: /\blive_[A-Za-z0-9]{30,}\b/g, isReal: () => true },
]

async function credentialsIn(path: string, content: string): Promise<Credential[]> {
  const source = { content, filePath: path, contentType: 'text' as const }
  const { messages } = await lintSource({ source, options: { config: { rules } } })
  const own = ownRules.flatMap(({ rule, pattern, isReal }) =>
    Array.from(content.matchAll(pattern), ({ 0: text, index }) => ({ text, index, rule })).filter(({ text }) =>
      isReal(text),
    ),
  )
  return [
    ...messages.map(({ range, loc, ruleId }) => ({
      text: content.slice(...range),
      line: loc.start.line,
      rule: ruleId.replace(/^.*-rule-/, ''),
    })),
    ...own.map(({ text, index, rule }) => ({ text, rule, line: content.slice(0, index).split('\n').length })),
  ]
}
