import type { FastifyInstance } from 'fastify'
import { AppError } from '#/kernel/errors.ts'

/** The methods each path takes. */
export type RoutesByPath = ReadonlyMap<string, ReadonlySet<string>>

/** Records the routes that are added from now on. */
export function followRoutes(app: FastifyInstance): RoutesByPath {
  const routes = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    routes.set(url, new Set([...(routes.get(url) ?? []), ...[method].flat()]))
  })
  return routes
}

/** 405 with Allow for every other method of the paths that are served. */
export function refuseOtherMethods(app: FastifyInstance, routes: RoutesByPath): void {
  const served = [...routes]
  for (const [url, methods] of served) {
    const allow = [...methods].join(', ')
    app.route({
      method: app.supportedMethods.filter((method) => !methods.has(method)),
      url,
      exposeHeadRoute: false,
      onRequest: async () => {
        throw new AppError('METHOD_NOT_ALLOWED', { headers: { allow } })
      },
      handler: () => undefined,
    })
  }
}
