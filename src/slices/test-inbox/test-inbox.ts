/**
 * The inbox of a test organization, which takes everything that a provider would get of it (G29), and from which answers
 * can be tried. Whether an organization is for tests is decided when it is made, and never changes.
 */
export { createOutlets } from './outlets.ts'
