import { addRoutes } from '#web/api/client.ts'
import { developerRoutes } from '#web/api/developer-routes.ts'

addRoutes(developerRoutes)

/** Reads and changes on pages for whoever connects a system: import them from here, or from what does. */
export { call, read } from '#web/api/client.ts'
