/** When somebody last touched this page, in milliseconds since 1970: a key, the pointer, or coming back to the window. */
export function lastTouchedMs(): number {
  return touchedMs
}

/**
 * Whether a read made now is one that nobody asked for, such as one of those a page makes by itself while it stays
 * open. It then keeps no session alive.
 */
export function isUnasked(): boolean {
  return Date.now() - touchedMs > askedForMs
}

/** A read follows what somebody did within this time, or not from it. */
const askedForMs = 10_000

// Opening the page is use of it as well.
let touchedMs = Date.now()
const note = () => {
  touchedMs = Date.now()
}
for (const kind of ['keydown', 'pointerdown', 'pointermove', 'wheel', 'focus'])
  addEventListener(kind, note, { capture: true, passive: true })
