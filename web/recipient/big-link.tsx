import { createLink, type LinkComponent } from '@tanstack/react-router'
import { BigAnchor } from '#web/ui/big-button.tsx'

/** A place in the app that looks like a button. */
export const BigLink: LinkComponent<typeof BigAnchor> = createLink(BigAnchor)
