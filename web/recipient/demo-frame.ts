import { signInBy } from '#web/api/request.ts'

/** What the page /demo, of the same origin, gives the app in its telephone. Nowhere else may the app be framed. */
export type DemoFrame = { readonly accessToken: string; readonly offsetMs: number }

declare global {
  interface Window {
    tijdigDemo?: DemoFrame
  }
}

let offsetMs = 0

/** Takes the session and the clock from the demo around the app. Does nothing anywhere else. */
export function joinDemo(): void {
  const demo = window.parent === window ? undefined : window.parent.tijdigDemo
  if (demo === undefined) return
  signInBy(demo.accessToken)
  offsetMs = demo.offsetMs
}

/** Now by the product's clock, which the demo can move. */
export function now(): Date {
  return new Date(Date.now() + offsetMs)
}
