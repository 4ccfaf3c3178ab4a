import { davRequest } from 'tsdav'
import { answerInThread } from '#/kernel/icalendar/bounded-thread.ts'

// Where an answer is tried before the library reads it in the thread that called: how long it takes says whether it may.
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
    // The caller meets the same error, in the same time.
    return 'not_xml'
  }
})
