import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plainText } from './plain-text.ts'

test('of HTML the words are left, in lines, and of plain text everything', () => {
  assert.equal(plainText('<p class="x">Tel.&nbsp;06</p><p>5 &lt; 6 &amp; 7<br>a</p>'), 'Tel. 06\n5 < 6 & 7\na')
  assert.equal(plainText('  5 < 6, 7 > 6  '), '5 < 6, 7 > 6')
})

test('scripts and style sheets are no words', () => {
  assert.equal(plainText('a<script>if (1<2) "</style>"</script >b<STYLE x>c</style>d'), 'abd')
  assert.equal(plainText('a</script>b<script>c</style>'), 'ab')
})

test('a text that was made for it takes no longer', () => {
  for (const run of ['<script>', '<script', '<a', '<', '&a', '&#1', ' \n', '\n\n', '</p', '<!'])
    for (const end of ['', '<b>']) {
      const startedAt = performance.now()
      plainText(run.repeat(100_000 / run.length) + end)
      assert.ok(performance.now() - startedAt < 1_000, run)
    }
})
