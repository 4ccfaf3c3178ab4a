import { settings } from '#/app/settings/settings.ts'
import { withSecretFiles } from '#/app/settings/secret-files.ts'
import { terminal } from '#/main/terminal/terminal.ts'

/** Where `tijdig serve` with the same environment listens. */
export function serviceUrl(): string {
  const { TIJDIG_BASE_URL: baseUrl, TIJDIG_PORT: port } = terminal().env
  return baseUrl?.trim() || `http://localhost:${port?.trim() || '4000'}`
}

/**
 * The API key of the environment; null without one.
 *
 * @throws Error when it cannot be sent in a header, which would look as if the service were down
 */
export function readApiKey(): string | null {
  const { name } = settings.apiKey
  const { env, faults } = withSecretFiles(terminal().env)
  const fault = faults.get(name)
  if (fault) throw new Error(`${name} ${fault.says}.`)
  const apiKey = env[name]?.trim() || null
  if (apiKey !== null && !/^[\x21-\x7e]+$/.test(apiKey))
    throw new Error('TIJDIG_API_KEY is no API key: it holds spaces, line breaks or characters that no key has.')
  return apiKey
}
