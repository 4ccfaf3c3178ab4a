import type { Component, ComponentType, Surface } from './layout.ts'

const typesOn: Readonly<Record<Surface, readonly ComponentType[]>> = {
  appointment_list: ['date_time', 'provider', 'title', 'location', 'status', 'actions', 'privacy'],
  appointment_detail: [
    'date_time',
    'provider',
    'title',
    'location',
    'instructions',
    'actions',
    'status',
    'calendar_link',
    'contact',
    'privacy',
  ],
}

/** What a surface shows until staff change it. */
export function defaultComponents(surface: Surface): Component[] {
  return typesOn[surface].map((type, position) => ({
    componentId: type,
    type,
    position,
    visible: true,
    width: type === 'status' || type === 'calendar_link' ? 'half' : 'full',
    options: {},
  }))
}
