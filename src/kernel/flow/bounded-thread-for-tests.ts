import { answerInThread } from './bounded-thread.ts'

export type TestQuestion = 'name' | 'never' | 'memory' | 'throw'

// A thread that misbehaves on request.
answerInThread((question: TestQuestion): string => {
  if (question === 'throw') throw new TypeError('Nobody thought of this')
  const kept: string[][] = []
  for (;;) {
    if (question === 'name') return question
    if (question === 'memory') kept.push(Array<string>(10_000).fill(question))
  }
})
