/**
 * Layouts say which components the app shows of an appointment on which surface, and in what order. Every holder has one
 * per surface from the start; the components the law and the recipient need cannot be hidden.
 */
export { Components, inOrder, SchemaVersion, type Component, type Surface } from './layout.ts'
export { createDefaultLayouts, hasLayout } from './store.ts'
