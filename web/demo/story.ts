import { useState } from 'react'

/** How far a visit is. It is kept in the address, because choosing a language reloads the page. */
export type Story = {
  /** The appointment made for the telephone's owner. */
  readonly made?: string
  /** How many messages the telephone had before. */
  readonly heard: number
  /** The appointment of the person who cannot be reached. */
  readonly failed?: string
}

export function useStory(): readonly [Story, (change: Partial<Story>) => void] {
  const [story, setStory] = useState(readStory)
  const change = (changes: Partial<Story>) => {
    const next = { ...story, ...changes }
    const search = Object.entries(next).map(([name, value]): [string, string] => [name, `${value}`])
    history.replaceState(null, '', `?${new URLSearchParams(search)}`)
    setStory(next)
  }
  return [story, change]
}

function readStory(): Story {
  const search = new URLSearchParams(location.search)
  const [made, failed] = [search.get('made'), search.get('failed')]
  return {
    ...(made === null ? {} : { made }),
    heard: Number(search.get('heard') ?? 0),
    ...(failed === null ? {} : { failed }),
  }
}

/** Starts over at the first step. */
export function beginStoryAnew(): void {
  location.assign('/demo')
}
