import { randomBytes } from 'node:crypto'
import type { CalendarAuthorizer } from '#/ports/calendar-authorization.ts'

/** Gives consent as an owner does in a browser, on the vendor's page. @returns what the browser brings back */
export async function consent(
  authorizer: CalendarAuthorizer,
  origin: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<{ answerUrl: URL; state: string; codeVerifier: string }> {
  const state = randomBytes(16).toString('base64url')
  const codeVerifier = randomBytes(32).toString('base64url')
  const redirectUrl = `${origin}/integrations/callback`
  const url = await authorizer.authorizationUrl({ state, codeVerifier, redirectUrl })
  return { answerUrl: await pressButton(url, fields), state, codeVerifier }
}

/** Presses Allow, or what the fields say, on a vendor's page. @returns where the browser is sent */
export async function pressButton(url: URL, fields: Readonly<Record<string, string>> = {}): Promise<URL> {
  const page = await (await fetch(url)).text()
  if (!page.includes('value="allow"') || !page.includes('value="deny"')) throw new Error(`No buttons: ${page}`)
  const form = new URLSearchParams({ ...Object.fromEntries(url.searchParams), decision: 'allow', ...fields })
  const answer = await fetch(url.origin + url.pathname, { method: 'POST', body: form, redirect: 'manual' })
  return new URL(answer.headers.get('location') ?? '')
}
