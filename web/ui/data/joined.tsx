import { Fragment } from 'react'

/** Facts on one line, each in the direction of its own text; those that are missing are left out. */
export function Joined({ facts }: { readonly facts: readonly (string | null)[] }) {
  return facts
    .filter((fact) => fact !== null && fact !== '')
    .map((fact, index) => (
      <Fragment key={index}>
        {index > 0 && ' · '}
        <bdi>{fact}</bdi>
      </Fragment>
    ))
}
