import type { Messages } from '@lingui/core'

/** Its texts in each language. */
export const catalogues = import.meta.glob<{ messages: Messages }>('./locales/*.po')
