import type { CodeStore } from './store.ts'

/** A way to bring codes to people, and what differs by it. */
export type Channel = {
  readonly store: CodeStore
  /** Told apart in the keyed hashes of codes. */
  readonly label: string
  /** Digits of a code of a contact that somebody guesses at; a multiple of six. */
  readonly longDigits: number
  /** Whether wrong tries burn a long code too. Where 18 digits cannot be guessed, nobody should be able to burn them either. */
  readonly burnsLongCodes: boolean
  /**
   * What devices nobody knows may ask for at one contact, from however many networks. `asOne`: they wait for each other as
   * one asker. Otherwise each network waits for itself and, after so many codes a day, all of them for so many seconds.
   */
  readonly strangers: 'asOne' | { readonly perDay: number; readonly thenEverySeconds: number }
  /** Wrong tries a day with the codes of one network, after which its codes are long, so that it cannot try its luck at one contact after the other; Infinity: never. */
  readonly wrongTriesPerNetwork: number
}
