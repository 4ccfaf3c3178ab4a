import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

/** Utilities and declarations that name a side of the screen, which would not change in right-to-left. */
const physical =
  /(?<=[\s"'`:!])-?(?:m[lr]|p[lr]|left|right|border-[lr]|rounded-(?:[lr]|[tb][lr])|scroll-[mp][lr])-[\w[(]|\b(?:text|float|clear)-(?:left|right)\b|(?:margin|padding|border)-(?:left|right)\b|^\s*(?:left|right):/gm

test('styles name the start and the end of a line, never left and right', () => {
  const found = globSync('web/{ui,portal,recipient,demo,public}/**/*.{ts,tsx,css,html}').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(physical)].map(([text]) => `${file}: ${text.trim()}`),
  )
  assert.deepEqual(found, [])
})
