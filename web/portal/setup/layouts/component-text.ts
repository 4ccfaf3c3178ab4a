import { componentNames, type ComponentType } from '#web/ui/appointment/layout.ts'

export const componentTypes = Object.keys(componentNames) as readonly ComponentType[]

/** Without these a screen would mislead: they cannot be hidden or left out. */
export const mandatory: readonly ComponentType[] = ['date_time', 'provider', 'actions', 'privacy']

/** Those that hold text of any length. */
export const longTexts: readonly ComponentType[] = ['title', 'location', 'instructions']
