import { createLink, type LinkComponent } from '@tanstack/react-router'
import { BigAnchor } from '#web/ui/button/big-button.tsx'

/** A link within the app that looks like a button. */
export const BigLink: LinkComponent<typeof BigAnchor> = createLink(BigAnchor)
