/** By whom or by what a new appointment is filled in: ids alone, so that no name or number stands in the address. */
export type FilledIn = {
  readonly person?: string
  /** An appointment that is made once more, so many weeks later. */
  readonly again?: string
  readonly weeks?: number
}

const mostWeeks = 156

export function readFilledIn({ person, again, weeks }: Record<string, unknown>): FilledIn {
  const isCount = typeof weeks === 'number' && Number.isInteger(weeks) && weeks > 0 && weeks <= mostWeeks
  return {
    person: typeof person === 'string' ? person : undefined,
    again: typeof again === 'string' ? again : undefined,
    weeks: isCount ? weeks : undefined,
  }
}
