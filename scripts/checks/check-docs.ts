import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sourceFiles } from '../source-files.ts'

/**
 * Every path, heading and test that the documentation below `root` cites and that does not exist, one sentence each:
 * links, paths in code, and quoted test names after the path of their file.
 */
export function docsViolations(root: string): string[] {
  return sourceFiles(root, ['*.md', '{docs,examples,bench,src}/**/*.md']).flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const missing = [
      ...links(text).filter((link) => !isThere(root, file, link)),
      ...codePaths(text).filter((path) => !existsSync(join(root, path))),
      ...tests(text)
        .filter((test) => !isTested(root, test))
        .map(({ file, name }) => `${file}: "${name}"`),
    ]
    return [...new Set(missing)].map((path) => `${file} cites ${path}, which does not exist.`)
  })
}

type CitedTest = { readonly file: string; readonly name: string }

/** Tests as in `src/a.test.ts`: "one name", "another". */
function tests(text: string): CitedTest[] {
  return [...text.matchAll(/`([^`\n]+\.test\.ts)`: ((?:"[^"\n]+"(?:, )?)+)/g)].flatMap(([, file = '', names = '']) =>
    [...names.matchAll(/"([^"]+)"/g)].map(([, name = '']) => ({ file, name })),
  )
}

/** Whether the file's source has a test of this name. */
function isTested(root: string, { file, name }: CitedTest): boolean {
  if (!existsSync(join(root, file))) return false
  const source = readFileSync(join(root, file), 'utf8')
  return [`'`, '"', '`'].some((quote) => source.includes(`${quote}${name}${quote}`))
}

/** Whether the file of a link exists and, if the link names one, its heading. */
function isThere(root: string, file: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? file : join(path.startsWith('/') ? '' : dirname(file), path)
  if (!existsSync(join(root, target))) return false
  return !anchor || !target.endsWith('.md') || anchors(readFileSync(join(root, target), 'utf8')).includes(anchor)
}

/** The names that GitHub gives the headings of a page. */
function anchors(text: string): string[] {
  const headings = [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => heading.toLowerCase())
  return headings.map((heading) => heading.replace(/[^\p{L}\p{N}_ -]/gu, '').replaceAll(' ', '-'))
}

/** Targets of links, without web addresses. */
function links(text: string): string[] {
  const inline = [...text.matchAll(/\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)/g)]
  const reference = [...text.matchAll(/^\[[^\]]+\]:\s+<?(\S+?)>?(?:\s|$)/gm)]
  return [...inline, ...reference]
    .map(([, target = '']) => decodeURI(target))
    .filter((target) => !/^[a-z][a-z0-9+.-]*:/i.test(target))
}

const folders = 'src|web|test|bench|docs|scripts|migrations|openapi|examples|deploy'

/** Paths from the root in code spans and blocks; patterns and placeholders (`src/slices/*`, `src/<slice>`) are no paths. */
function codePaths(text: string): string[] {
  const code = [...text.matchAll(/^```[^]*?^```|`[^`\n]+`/gm)].map(([span]) => span).join('\n')
  return [...code.matchAll(new RegExp(String.raw`(?<![\w./:@-])(?:${folders})/[^\s\`'",;:()|]*`, 'g'))]
    .map(([path]) => path.replace(/[.#]+$/, '').replace(/#.*$/, ''))
    .filter((path) => !/[*<>{}$[\]…]|\.\.\.|NNNN/.test(path))
}
