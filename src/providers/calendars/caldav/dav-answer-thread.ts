import { davRequest } from 'tsdav'
import { answerInThread } from '#/kernel/flow/bounded-thread.ts'

// Tries an answer out in a thread of its own, under a time limit, before the library reads it in the calling thread.
answerInThread(async (xml: string): Promise<'read' | 'not_xml'> => {
  const headers = { 'content-type': 'text/xml; charset=utf-8' }
  try {
    await davRequest({
      url: 'https://calendar.invalid/',
      init: { method: 'REPORT', body: {} },
      fetch: () => Promise.resolve(new Response(xml, { status: 207, headers })),
    })
    return 'read'
  } catch (error) {
    if (!(error instanceof Error)) throw error
    // The caller will get the same error, as quickly.
    return 'not_xml'
  }
})
