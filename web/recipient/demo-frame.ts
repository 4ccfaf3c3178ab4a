import { signInBy } from '#web/api/request.ts'

/** What the page /demo, of the same origin, gives the app it shows in its telephone. Nowhere else may the app be framed. */
export type DemoFrame = { readonly accessToken: string; readonly offsetMs: number }

declare global {
  interface Window {
    tijdigDemo?: DemoFrame
  }
}

let offsetMs = 0

/** Takes over who is signed in, and what time it is, from the demo around the app. Does nothing anywhere else. */
export function joinDemo(): void {
  const demo = window.parent === window ? undefined : window.parent.tijdigDemo
  if (demo === undefined) return
  signInBy(demo.accessToken)
  offsetMs = demo.offsetMs
}

/** The present, by the product's clock: in the demo that can be moved. */
export function now(): Date {
  return new Date(Date.now() + offsetMs)
}
