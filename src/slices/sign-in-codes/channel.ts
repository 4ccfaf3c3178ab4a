import type { CodeStore } from './store.ts'

/** A way to send codes, and what differs by it. */
export type Channel = {
  readonly store: CodeStore
  /** Part of the keyed hash of a code, so that one channel's codes never fit the other. */
  readonly label: string
  /** Digits of a code of a contact that somebody guesses at; a multiple of six. */
  readonly longDigits: number
  /** Whether wrong tries burn a long code too. Where 18 digits cannot be guessed, nobody should be able to burn them either. */
  readonly burnsLongCodes: boolean
  /**
   * What unknown devices may ask for at one contact, from all networks together. `asOne`: they wait for each other as
   * one asker. Otherwise each network waits for itself and, after `perDay` codes, all of them wait `thenEverySeconds`
   * for each.
   */
  readonly strangers: 'asOne' | { readonly perDay: number; readonly thenEverySeconds: number }
  /** Wrong tries a day after which a network gets long codes, so that it cannot try all contacts; Infinity: never. */
  readonly wrongTriesPerNetwork: number
}
