import { operations } from '#/app/operations.ts'
import { readSettings } from '#/app/settings/read-settings.ts'
import type { Settings } from '#/app/settings/settings.ts'
import { createServices } from '#/app/wiring.ts'
import type { Services } from '#/kernel/context.ts'

/** Where browsers are told to find the product, whatever port it gets. */
export const benchOrigin = 'http://tijdig.localhost'

export const benchSecret = 'a-secret-for-benchmarks-that-is-long-enough'

/** Whose the databases of benchmarks are. */
export const benchInstallation = { environment: 'test', secret: benchSecret }

/** The product as it is served, except for its own ports and allowances that are counted but never run out. */
export function productSettings(databaseUrl: string, ports: { api: number; admin: number; login?: number }): Settings {
  return readSettings({
    DATABASE_URL: databaseUrl,
    TIJDIG_ENVIRONMENT: benchInstallation.environment,
    TIJDIG_PORT: String(ports.api),
    TIJDIG_ADMIN_PORT: String(ports.admin),
    TIJDIG_LOGIN_PORT: String(ports.login ?? 0),
    TIJDIG_BASE_URL: benchOrigin,
    TIJDIG_LOGIN_URL: ports.login ? `http://localhost:${ports.login}` : benchOrigin,
    TIJDIG_RATE_LIMIT_PER_MINUTE: '100000000',
    TIJDIG_INTAKE_LIMIT_PER_MINUTE: '100000000',
    TIJDIG_ANONYMOUS_LIMIT_PER_MINUTE: '100000000',
  })
}

export function productServices(settings: Settings): Services {
  return createServices(settings, benchSecret, operations)
}
