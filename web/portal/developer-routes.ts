import { addRoutes } from '#web/api/client.ts'
import { developerRoutes } from '#web/api/developer-routes.ts'

addRoutes(developerRoutes)

/** Reads of what is rarely opened, most of it for whoever connects a system, take it from here, which makes their operations callable. */
export { read } from '#web/api/client.ts'
