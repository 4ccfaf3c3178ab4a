import { setClock } from '#web/api/clock.ts'
import { callWith } from '#web/api/request.ts'

/** What the page /demo, of the same origin, gives the app in its telephone. Nowhere else may the app be framed. */
export type DemoFrame = { readonly accessToken: string; readonly offsetMs: number }

declare global {
  interface Window {
    tijdigDemo?: DemoFrame
  }
}

/** Takes the session and the clock from the demo around the app. Does nothing anywhere else. */
export function joinDemo(): void {
  const demo = window.parent === window ? undefined : window.parent.tijdigDemo
  if (demo === undefined) return
  callWith({ authorization: `Bearer ${demo.accessToken}` })
  setClock(new Date(Date.now() + demo.offsetMs).toISOString())
}
