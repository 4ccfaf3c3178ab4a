import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { tabLink } from '#web/ui/data/tabs.tsx'
import { mayOpen, useRights } from '../may.tsx'

/** A tab to a page; none where the page is not for whoever is signed in. */
export function PlaceTab({
  to,
  children,
}: {
  readonly to: NonNullable<LinkProps['to']>
  readonly children: ReactNode
}) {
  return (
    mayOpen(useRights(), to) && (
      <Link to={to} {...tabLink}>
        {children}
      </Link>
    )
  )
}
