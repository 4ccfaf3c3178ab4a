import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Component } from './layout-queries.ts'

export type ComponentType = Component['type']

/** What each component is called, in the editor and above it in the app. */
export const componentNames: Readonly<Record<ComponentType, MessageDescriptor>> = {
  date_time: msg`When`,
  provider: msg`With whom`,
  title: msg`What`,
  location: msg`Where`,
  instructions: msg`Instructions`,
  actions: msg`Buttons to answer`,
  status: msg`Status`,
  contact: msg`Contact`,
  calendar_link: msg`Add to calendar`,
  privacy: msg`Privacy`,
}

export const componentTypes = Object.keys(componentNames) as readonly ComponentType[]

/** Without these a screen would mislead: they cannot be hidden or left out. */
export const mandatory: readonly ComponentType[] = ['date_time', 'provider', 'actions', 'privacy']

/** Those that hold text of any length. */
export const longTexts: readonly ComponentType[] = ['title', 'location', 'instructions']
