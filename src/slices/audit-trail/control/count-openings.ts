import type { DayOpenings } from './control-store.ts'

export type Opener = {
  readonly actorId: string
  readonly people: number
  readonly openings: number
  readonly outsideHours: number
  readonly mostOpened: string
  readonly mostOpenings: number
}

export type ControlOrder = 'people' | 'outside' | 'often'

const figure: Readonly<Record<ControlOrder, (opener: Opener) => number>> = {
  people: ({ people }) => people,
  outside: ({ outsideHours }) => outsideHours,
  often: ({ mostOpenings }) => mostOpenings,
}

const listedMax = 100

type Counted = { readonly times: Map<string, number>; outside: number }

/** Adds up the days of a month, for each of staff. */
export class OpeningCount {
  readonly #byActor = new Map<string, Counted>()

  add(days: readonly DayOpenings[]): void {
    for (const { actorId, person, times, outside } of days) {
      const counted = this.#byActor.get(actorId) ?? { times: new Map<string, number>(), outside: 0 }
      this.#byActor.set(actorId, counted)
      counted.times.set(person, (counted.times.get(person) ?? 0) + times)
      counted.outside += outside
    }
  }

  /** The hundred highest, highest first. */
  list(order: ControlOrder): Opener[] {
    const of = figure[order]
    return [...this.#byActor]
      .map(([actorId, counted]) => toOpener(actorId, counted))
      .toSorted((a, b) => of(b) - of(a) || b.people - a.people || (a.actorId < b.actorId ? -1 : 1))
      .slice(0, listedMax)
  }
}

function toOpener(actorId: string, { times, outside }: Counted): Opener {
  let [mostOpened, mostOpenings, openings] = ['', 0, 0]
  for (const [person, count] of times) {
    openings += count
    if (count > mostOpenings || (count === mostOpenings && person < mostOpened)) {
      mostOpened = person
      mostOpenings = count
    }
  }
  return { actorId, people: times.size, openings, outsideHours: outside, mostOpened, mostOpenings }
}
