import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestQuestion } from './bounded-thread-for-tests.ts'
import { boundedThread } from './bounded-thread.ts'

test('a question that takes too long, fills the memory or fails is given up, and the next one is answered', async () => {
  const thread = boundedThread<TestQuestion, string>(new URL('./bounded-thread-for-tests.ts', import.meta.url))
  const questions = ['name', 'never', 'name', 'memory', 'throw', 'name'] as const
  // All at once, since each waits for its turn.
  const answers = await Promise.all(
    questions.map((question) => thread.ask(question, question === 'never' ? 50 : 30_000)),
  )
  assert.deepEqual(
    answers.map((answer) => (answer.outcome === 'answered' ? answer.answer : answer.outcome)),
    ['name', 'gave_up', 'name', 'gave_up', 'gave_up', 'name'],
  )
})

test('a thread that cannot start is an error, each time', async () => {
  const thread = boundedThread<string, string>(new URL('../there-is-none.ts', import.meta.url))
  for (const question of ['one', 'two']) await assert.rejects(thread.ask(question, 1_000), /there-is-none/)
})
